"""Rooms: what they decide, how they fold, what they show."""
