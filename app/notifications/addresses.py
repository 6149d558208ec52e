"""Addresses as the callbook keeps them, offered to the layers above so that they need not know of journals."""

from app.journal.callbook import NOBODY, Address, Kind

__all__ = ["NOBODY", "Address", "Kind"]
