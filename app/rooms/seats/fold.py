"""The fold of who sits where."""

from dataclasses import replace

from app.rooms.model.changes import occupant_of, with_device, with_occupant, without_voice
from app.rooms.model.ids import Millis
from app.rooms.model.room import Occupant, Room
from app.rooms.seats.facts import SeatingFact, SeatLeft, SeatTaken, StandInSet
from engine.core.seats import Seat


def fold(room: Room, fact: SeatingFact, at: Millis) -> Room:
    """The room after such a fact. Raises BrokenJournal."""
    match fact:
        case SeatTaken(seat, name, holder, bot, kind):
            occupant = Occupant(name, bot=bot)
            occupant = with_device(occupant, holder, kind, at) if holder else occupant
            return with_occupant(without_voice(room, seat), seat, occupant)
        case SeatLeft(seat):
            return given_up(room, seat)
        case StandInSet(seat, level):
            return with_occupant(room, seat, replace(occupant_of(room, seat), stand_in=level))


def given_up(room: Room, seat: Seat) -> Room:
    """The room without who sat there; once a game has begun the name stays beside what the seat did in it. Raises
    BrokenJournal."""
    if room.phase == "lobby":
        return with_occupant(room, seat, None)
    gone = replace(occupant_of(room, seat), devices=(), has_left=True)
    return with_occupant(without_voice(room, seat), seat, gone)
