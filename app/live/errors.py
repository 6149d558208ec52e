"""How the hall fails: the journal's own errors, offered to the layers above so that they need not know of journals, and
what can befall a room."""

from app.journal.store import Conflict, GameIsHere, StoreDown

__all__ = ["Conflict", "GameIsHere", "RoomBroken", "StoreDown", "Unfit"]


class RoomBroken(Exception):
    """A room that is damaged and locked: its journal does not fold, or its host fails again and again. The others play
    on. Trying again does not help."""


class Unfit(Exception):
    """A room that came from outside and that no host could keep alive."""
