"""Routes by which a player joins a table."""
