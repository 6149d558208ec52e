"""Changes of a room that several folds share.

Every function raises BrokenJournalError if the journal is invalid."""

from collections.abc import Iterable

from app.rooms.model.devices import Device, DeviceKind, LostDevice, WhyGone
from app.rooms.model.ids import Digest, Millis
from app.rooms.model.play import Play, SharedDeal
from app.rooms.model.room import ChatMessage, Occupant, Room
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


def end_shared_deal(room: Room, at: Millis) -> SharedDeal | None:
    """Return the room's shared deal after the end of its game.

    Without a second table the cards are no secret any more."""
    shared, play = room.shared, room.play
    if shared is None or play is None or shared.number != play.number:
        return shared
    return replace(shared, over_at=at, is_opened=shared.is_opened or shared.table is None)


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
    room = with_late_numbers(room)
    late = 0 if is_about_last_reveal(room, line) else room.late_lines_so_far + 1
    line = replace(line, number=room.lines_so_far + 1, late_number=late)
    chat, late_lines = (*room.chat, line)[-CHAT_KEPT:], late or room.late_lines_so_far
    return replace(room, chat=chat, lines_so_far=line.number, late_lines_so_far=late_lines)


def is_about_last_reveal(room: Room, line: ChatMessage) -> bool:
    """Return whether the line is a reaction to a reveal that delayed watchers await."""
    play = room.play
    if line.ask is None or play is None or room.phase not in ("playing", "paused"):
        return False
    return line.ask >= play.ask - 1


def with_late_numbers(room: Room) -> Room:
    """Return the room with numbers for lines that delayed watchers may see by now.

    Numbers without gaps tell them nothing of lines that they may not see."""
    due = [line for line in room.chat if not line.late_number and not is_about_last_reveal(room, line)]
    if not due:
        return room
    numbers = {line.number: room.late_lines_so_far + place for place, line in enumerate(due, start=1)}
    chat = tuple(replace(line, late_number=numbers.get(line.number, line.late_number)) for line in room.chat)
    return replace(room, chat=chat, late_lines_so_far=room.late_lines_so_far + len(due))
