"""What a turn may come to, and what a table is worth to each seat."""
