"""What a person at a keyboard meets: what can be typed, what a shell adds to it, where the data go, and a table to
try."""
