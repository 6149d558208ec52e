"""Fold of a deal that two tables share."""

from app.rooms.deals.events import DealEvent, DealOffered, DealOpened, DealPaired, DealTaken
from app.rooms.model.changes import BrokenJournalError
from app.rooms.model.ids import Millis
from app.rooms.model.play import SharedDeal
from app.rooms.model.room import Room
from app.rooms.model.values import replace


def fold(room: Room, event: DealEvent, at: Millis) -> Room:
    """Return the room after the event. Raises BrokenJournalError."""
    match event:
        case DealOffered(key, seed, edition):
            return replace(room, shared=SharedDeal(seed, edition, key=key, since=at))
        case DealTaken(table, seed, edition):
            return replace(room, shared=SharedDeal(seed, edition, table=table, since=at))
        case DealPaired(table):
            return replace(room, shared=replace(_shared(room), table=table, since=at))
        case DealOpened():
            return replace(room, shared=replace(_shared(room), is_opened=True))


def _shared(room: Room) -> SharedDeal:
    if room.shared is None:
        raise BrokenJournalError("no deal is shared")
    return room.shared
