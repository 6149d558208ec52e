"""Views of a room for each viewer."""
