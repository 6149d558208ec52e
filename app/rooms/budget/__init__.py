"""Limits of a room's journal: its size, and who may still add to it."""
