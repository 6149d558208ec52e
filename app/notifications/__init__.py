"""Notifications to players who are away: browser push, mail, and a room's webhook."""
