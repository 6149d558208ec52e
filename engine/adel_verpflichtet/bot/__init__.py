"""Bots of this game."""
