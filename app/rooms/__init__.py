"""What a room is and decides: pure, every moment and seed is an argument."""
