"""Hostile words: whatever people write is refused, or is text and stays text."""
