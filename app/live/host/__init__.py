"""Running room: its host, inbox, bots and connections."""
