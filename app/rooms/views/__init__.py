"""What each viewer may see of a room."""
