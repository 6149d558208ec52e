"""Table as a picture of pieces, as pages show it."""
