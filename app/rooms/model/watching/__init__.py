"""Watchers of a room: their messages and their guesses."""
