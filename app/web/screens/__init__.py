"""Screens of a room: how a television finds its table, and who it is to a room."""
