"""Check of an imported room: it is run as its host will run it.

A room whose host fails would fail for ever, for everybody who sits there."""

from app.live.errors import UnfitRoomError
from app.live.host.batch import Batch
from app.live.host.bot_choices import due_choices
from app.live.host.due_commands import due_by_clock
from app.live.host.requests import Applied
from app.rooms.model.clocks import compute_stored_deadline, deadline, next_deadline
from app.rooms.model.ids import Millis
from app.rooms.model.room import Room
from app.rooms.views.view import view
from engine.core.seats import Seat

MOMENTS = 3
"""Number of the room's next deadlines that are tried."""

LATEST_MS = 100 * 365 * 24 * 3600 * 1000
"""Milliseconds ahead that no clock of a room reaches."""


def check_import(room: Room, now: Millis) -> None:
    """Check that a host can run the room now and at its next deadlines.

    Raises UnfitRoomError."""
    try:
        for _ in range(MOMENTS):
            _see(room, now)
            room = _carry_out_due(room, now)
            wake = next_deadline(room)
            if wake is None:
                break
            now = max(now, wake)
    except UnfitRoomError:
        raise
    except Exception as error:
        # whatever it is that a made-up room makes the rules, the clocks or the bots stumble over
        raise UnfitRoomError(f"the room cannot be kept alive: {type(error).__name__}") from error


def _see(room: Room, now: Millis) -> None:
    compute_stored_deadline(room)
    moments = [next_deadline(room), *(deadline(room, Seat(seat)) for seat in range(len(room.seats)))]
    if any(moment is not None and not 0 <= moment <= now + LATEST_MS for moment in moments):
        raise UnfitRoomError("the room would wake at no moment that can be")
    for viewer in (None, *map(Seat, range(len(room.seats)))):
        view(room, viewer)


def _carry_out_due(room: Room, now: Millis) -> Room:
    """Return the room after everything that is due in it."""
    batch = Batch(room, Applied(), now)
    for command in due_by_clock(room, now):
        batch.carry_out(command)
    # what a bot that thinks would choose need not be known: where it fails, another one chooses
    for choice in due_choices(room, now, in_haste=True):
        batch.carry_out(choice)
    return batch.room
