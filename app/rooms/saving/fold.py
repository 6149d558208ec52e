"""Fold of events about saving a room as a file and opening it."""

from app.rooms.model.changes import BrokenJournalError, occupant_of, running, with_message
from app.rooms.model.devices import Screens
from app.rooms.model.ids import Millis
from app.rooms.model.room import Arrival, ChatMessage, Room, Save
from app.rooms.model.values import replace
from app.rooms.saving.agreement import MOTION
from app.rooms.saving.events import RoomArrived, SaveAgreed, SavingEvent, TableSaved
from app.rooms.saving.notes import NOTES
from engine.core.seats import Seat

SAVES_KEPT = 8
"""Number of saves that a room remembers; the journal keeps all."""


def fold(room: Room, event: SavingEvent, at: Millis) -> Room:
    """Return the room after the event. Raises BrokenJournalError."""
    match event:
        case SaveAgreed(ask):
            if ask != running(room).ask:
                raise BrokenJournalError(f"a table agreed to be saved at ask {ask}, which is not open")
            return replace(room, is_save_agreed=True)
        case TableSaved(seat):
            return _apply_table_saved(room, seat, at)
        case RoomArrived():
            return _apply_room_arrived(room, event, at)


def without_agreement(room: Room) -> Room:
    """Return the room without an agreement to save.

    It ends with a save, and when other cards are in play."""
    if not room.is_save_agreed:
        return room
    against = {**room.against, MOTION: frozenset()}
    return replace(room, votes={**room.votes, MOTION: frozenset()}, against=against, is_save_agreed=False)


def _apply_table_saved(room: Room, seat: Seat, at: Millis) -> Room:
    game = room.games_so_far if room.phase in ("playing", "paused") else 0
    name, note = occupant_of(room, seat).name, "saved_cards" if game else "saved"
    saves = (*room.saves, Save(name, at, game))[-SAVES_KEPT:]
    noted = with_message(room, ChatMessage(0, seat, name, NOTES[note] % {"who": name}, phrase=note))
    return replace(without_agreement(noted), saves=saves)


def _apply_room_arrived(room: Room, event: RoomArrived, at: Millis) -> Room:
    """Return the room after its arrival from a file.

    Links and votes from the file become void. Earlier arrivals count for nothing if the file is from elsewhere."""
    name = occupant_of(room, event.seat).name if event.seat is not None else ""
    arrival = Arrival(name, at, event.is_own, event.saved_at, room.games_so_far)
    before = tuple(each for each in room.arrivals if event.is_own and not each.is_own)
    room = replace(
        room, arrivals=(*before, arrival), claims=(), links=(), askers=(), votes={}, against={}, is_save_agreed=False
    )
    room = replace(room, screens=Screens())
    if not event.keeps_devices:
        room = replace(room, seats=tuple(replace(who, devices=()) if who is not None else None for who in room.seats))
    note = "arrived" if event.is_own else "arrived_elsewhere"
    seat = event.seat if event.seat is not None else Seat(0)
    return with_message(room, ChatMessage(0, seat, name, NOTES[note] % {"who": name}, phrase=note))
