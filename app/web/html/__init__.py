"""Pages and their regions, drawn from views."""
