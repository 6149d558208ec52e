"""What a room is: the room, its seats' holders, its game, its options and names."""
