"""What the commands, facts and subjects of a room are made of."""
