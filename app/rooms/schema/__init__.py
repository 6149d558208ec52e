"""What the commands, events and subjects of a room are made of."""
