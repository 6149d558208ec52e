"""The fold of how people get on with each other at a table."""

from dataclasses import replace

from app.rooms.model.changes import BrokenJournal, occupant_of, with_occupant
from app.rooms.model.ids import Millis
from app.rooms.model.room import Room
from app.rooms.seats.fold import given_up
from app.rooms.table.facts import JoinKeyChanged, RoomLocked, SeatRemoved, SeatsSwapped, TableFact, WentAway
from engine.core.seats import Seat


def fold(room: Room, fact: TableFact, at: Millis) -> Room:
    """The room after such a fact. Raises BrokenJournal."""
    match fact:
        case RoomLocked(is_locked):
            return replace(room, is_locked=is_locked)
        case JoinKeyChanged(key, code, watch_key):
            changed = replace(room, join_key=key, join_code=code or room.join_code)
            return changed if watch_key is None else _watched_by(changed, watch_key)
        case WentAway(seat, is_away):
            return with_occupant(room, seat, replace(occupant_of(room, seat), is_away=is_away))
        case SeatRemoved(seat):
            return given_up(room, seat)
        case SeatsSwapped(one, other):
            return _swapped(room, one, other)


def _watched_by(room: Room, key: str) -> Room:
    """The room with that key for watchers; what was shown of games by the old one is still shown."""
    over = room.games_so_far - (room.phase in ("playing", "paused"))
    return replace(room, watch_key=key, watch_keys_before=(*room.watch_keys_before, (over, room.watch_key)))


def _swapped(room: Room, one: Seat, other: Seat) -> Room:
    """Both occupants on each other's seat, with everything that is theirs by the seat's number."""
    if room.phase != "lobby" or not all(0 <= seat < len(room.seats) for seat in (one, other)):
        raise BrokenJournal(f"seats {one} and {other} cannot change places")
    to = {one: other, other: one}
    seats = tuple(room.seats[to.get(Seat(seat), Seat(seat))] for seat in range(len(room.seats)))
    return replace(
        room,
        seats=seats,
        hosts=tuple(to.get(host, host) for host in room.hosts),
        links=tuple(replace(link, seat=to.get(link.seat, link.seat)) for link in room.links),
        chat=tuple(replace(line, seat=to.get(line.seat, line.seat)) for line in room.chat),
    )
