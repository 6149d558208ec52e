"""Changes of a room that several folds share.

Every function raises BrokenJournalError if the journal is invalid."""

from collections.abc import Iterable

from app.rooms.model.devices import Device, DeviceKind
from app.rooms.model.ids import Digest, Millis
from app.rooms.model.play import Play
from app.rooms.model.room import ChatMessage, LostDevice, Occupant, Room, WhyGone
from app.rooms.model.values import replace
from engine.core.seats import Seat

CHAT_KEPT = 200
"""Chat messages that a room holds, and as many of its watchers.

The journal keeps all."""

GONE_KEPT = 32
"""Number of devices for which a room remembers why they lost their seats."""


class BrokenJournalError(Exception):
    """The journal does not fold.

    An event is out of order, or a replayed game differs from the recorded one."""


def running(room: Room) -> Play:
    """Return the room's game. Raises BrokenJournalError if there is none."""
    if room.play is None:
        raise BrokenJournalError("no game is running")
    return room.play


def occupant_of(room: Room, seat: Seat) -> Occupant:
    """Return the seat's occupant. Raises BrokenJournalError if there is none."""
    occupant = room.occupant(seat)
    if occupant is None:
        raise BrokenJournalError(f"nobody sits on seat {seat}")
    return occupant


def with_occupant(room: Room, seat: Seat, occupant: Occupant | None) -> Room:
    """Return the room with that occupant on the seat.

    Links to a seat that nobody holds become void, except those that wait for its player. Raises BrokenJournalError."""
    if not 0 <= seat < len(room.seats):
        raise BrokenJournalError(f"there is no seat {seat}")
    links, askers = room.links, room.askers
    if occupant is None or not occupant.devices:
        waits = occupant is not None and occupant.is_person
        links = tuple(link for link in room.links if link.seat != seat or (link.is_told and waits))
        askers = tuple(each for each in room.askers if each.seat != seat)
    seats = (*room.seats[:seat], occupant, *room.seats[seat + 1 :])
    return replace(room, seats=seats, links=links, askers=askers)


def with_device(occupant: Occupant, holder: Digest, kind: DeviceKind, at: Millis) -> Occupant:
    """Return the occupant with one more device."""
    number = occupant.devices_so_far + 1
    device = Device(number, holder, kind, at, at)
    return replace(occupant, devices=(*occupant.devices, device), devices_so_far=number)


def without_votes(room: Room, seat: Seat) -> Room:
    """Return the room without the votes of the seat's last player.

    The next player has not voted yet."""
    if not any(seat in seats for voices in (room.votes, room.against) for seats in voices.values()):
        return room
    votes = {motion: seats - {seat} for motion, seats in room.votes.items()}
    return replace(room, votes=votes, against={motion: seats - {seat} for motion, seats in room.against.items()})


def with_gone(room: Room, holders: Iterable[Digest], why: WhyGone) -> Room:
    """Return the room that remembers why these devices lost their seats."""
    return replace(room, gone=(*room.gone, *(LostDevice(holder, why) for holder in holders))[-GONE_KEPT:])


def with_message(room: Room, line: ChatMessage) -> Room:
    """Return the room with one more chat message, which gets the next number."""
    line = replace(line, number=room.lines_so_far + 1)
    return replace(room, chat=(*room.chat, line)[-CHAT_KEPT:], lines_so_far=line.number)
