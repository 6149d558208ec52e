"""How the hall fails: the journal's own errors, offered to the layers above so that they need not know of journals."""

from app.journal.store import Conflict, StoreDown

__all__ = ["Conflict", "StoreDown"]
