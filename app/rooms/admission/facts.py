"""Facts: who may come in: the lock, the link and the code.

What is said of names and fields in ``app.rooms.facts`` holds here."""

from dataclasses import dataclass

from app.rooms.model.ids import RoomCode


@dataclass(frozen=True, slots=True)
class RoomLocked:
    """Nobody new may sit down, or may again."""

    is_locked: bool


@dataclass(frozen=True, slots=True)
class JoinKeyChanged:
    """The join link has a new key; the old link is void. So are the old code and the old watchers' link, where new ones
    are named."""

    key: str
    code: RoomCode | None = None
    """What is typed in to join from now on; None: as before."""
    watch_key: str | None = None
    """The new secret of the watchers' link; None: as before."""


AdmissionForAll = RoomLocked | JoinKeyChanged
"""Those that everybody may know."""

AdmissionFact = AdmissionForAll
