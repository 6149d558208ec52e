"""Files that never change while the server runs."""
