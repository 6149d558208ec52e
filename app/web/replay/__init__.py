"""Replays and other pages about past games."""
