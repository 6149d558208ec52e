"""State of a room: its seats' holders, game, options and names."""
