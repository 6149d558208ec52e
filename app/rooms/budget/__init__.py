"""How large a room's journal may become, and who may still add to it."""
