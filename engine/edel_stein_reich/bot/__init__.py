"""Bots of this game, by level."""
