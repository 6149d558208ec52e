"""Facts: who may come in: the lock, the link and the code."""

from typing import Annotated

from app.rooms.model.ids import RoomCode
from app.rooms.schema.bounds import is_key
from app.rooms.schema.fact import UNTOLD, fact


@fact(record="is_locked")
class RoomLocked:
    """Nobody new may sit down, or may again."""

    is_locked: bool


@fact(record=UNTOLD)
class JoinKeyChanged:
    """The join link has a new key; the old link is void. So are the old code and the old watchers' link, where new ones
    are named."""

    key: Annotated[str, is_key]
    code: RoomCode | None = None
    """What is typed in to join from now on; None: as before."""
    watch_key: Annotated[str, is_key] | None = None
    """The new secret of the watchers' link; None: as before."""


AdmissionFact = RoomLocked | JoinKeyChanged
