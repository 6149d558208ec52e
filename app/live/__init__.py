"""Rooms that are running in this process."""
