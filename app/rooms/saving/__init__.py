"""Taking a room as a file."""
