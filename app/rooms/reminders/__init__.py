"""Whom a table waits for, and how they are reminded: nudges, and calls to come back."""
