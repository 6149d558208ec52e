"""Typed texts: allowed characters and lengths."""
