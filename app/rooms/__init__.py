"""State and decisions of a room: pure, with every moment and seed as an argument."""
