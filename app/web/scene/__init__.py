"""The table as a picture of pieces: what pages show of it."""
