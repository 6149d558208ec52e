"""A room that comes from outside, tried as its host will use it before anything of it is kept: a room that its host
cannot keep alive would fail for ever, for everybody who sits there."""

from app.live.errors import UnfitRoomError
from app.live.host.batch import Batch
from app.live.host.bot_choices import due_choices
from app.live.host.due_commands import due_by_clock
from app.live.host.requests import Applied
from app.rooms.model.clocks import deadline, next_deadline, stored_deadline
from app.rooms.model.ids import Millis
from app.rooms.model.room import Room
from app.rooms.views.view import view
from engine.core.seats import Seat

MOMENTS = 3
"""So many of the room's next moments are tried."""

LATEST_MS = 100 * 365 * 24 * 3600 * 1000
"""So far ahead no clock of a room reaches."""


def check_import(room: Room, now: Millis) -> None:
    """Returns if the room stands what its host will do with it now and at its next moments. Raises UnfitRoomError."""
    try:
        for _ in range(MOMENTS):
            _see(room, now)
            room = _done(room, now)
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
    stored_deadline(room)
    moments = [next_deadline(room), *(deadline(room, Seat(seat)) for seat in range(len(room.seats)))]
    if any(moment is not None and not 0 <= moment <= now + LATEST_MS for moment in moments):
        raise UnfitRoomError("the room would wake at no moment that can be")
    for viewer in (None, *map(Seat, range(len(room.seats)))):
        view(room, viewer)


def _done(room: Room, now: Millis) -> Room:
    """The room after what is due in it, as its host decides that."""
    batch = Batch(room, Applied(), now)
    for command in due_by_clock(room, now):
        batch.carry_out(command)
    # what a bot that thinks would choose need not be known: where it fails, another one chooses
    for choice in due_choices(room, now, in_haste=True):
        batch.carry_out(choice)
    return batch.room
