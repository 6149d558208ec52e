"""Players made of code: they see a view and an ask, and answer with a choice."""
