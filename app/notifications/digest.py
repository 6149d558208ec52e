"""What a call to come back may tell of the last reveal: in games that go on over days whoever is called has not seen
it."""

from app.rooms.log_view import told
from app.rooms.model.opening import Opening
from app.rooms.model.room import Room
from engine.core.game import Memory
from engine.core.seats import Seat, Viewer

DAY_MS = 24 * 3_600_000


def last_reveal(room: Room, viewer: Viewer) -> Opening | None:
    """The latest opening that may be told of in a call to that seat, or in one that all read, with what everybody heard
    of it alone; None where there is none, where choices take less than a day, and where the game is to be remembered
    without help: mails and chats are kept.

    What all read tells what watchers see, as late as they see it; nothing where nobody may look on."""
    clock, play = room.options.clock, room.play
    is_over_days = clock.mode != "off" and clock.per_ask >= DAY_MS
    may_be_told = viewer is not None or room.options.watchers != "none"
    if play is None or not is_over_days or not may_be_told or play.game.memory(play.state) is not Memory.ALL:
        return None
    openings = told(room, viewer)
    if not openings:
        return None
    last = openings[-1]
    public = tuple(happening for happening in last.happenings if happening.audience is None)
    return Opening(last.ask, last.round, public, last.names or _names(room, play.seats))


def _names(room: Room, seats: int) -> tuple[str, ...]:
    occupants = (room.occupant(Seat(seat)) for seat in range(seats))
    return tuple(occupant.name if occupant is not None else "" for occupant in occupants)
