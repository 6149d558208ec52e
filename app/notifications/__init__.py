"""Calling people back to their table: by notices of the browser's push service, by mail, by a room's webhook."""
