"""Optional abilities of bots: levels, instructions, learning from actions."""
