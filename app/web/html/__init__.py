"""HTML pages and their regions, rendered from views."""
