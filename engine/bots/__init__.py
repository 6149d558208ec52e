"""Bots: code that takes a view and an ask, and returns a choice."""
