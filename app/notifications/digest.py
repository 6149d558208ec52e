"""Digest of the last reveal in a notification, for games that go on over days.

In such a game, players who are notified have not seen the reveal. Choices that may take a day make such a game. So
does a game that still runs when an evening is over."""

from app.rooms.model.play import Play
from app.rooms.model.reveal import Reveal
from app.rooms.model.room import Room
from app.rooms.play.fold import SAME_EVENING
from app.rooms.views.log_view import list_visible_reveals
from app.rooms.views.view import may_watch
from engine.core.game import Memory
from engine.core.seats import Seat, Viewer

DAY_MS = 24 * 3_600_000


def last_reveal(room: Room, viewer: Viewer) -> Reveal | None:
    """Return the latest reveal that a notification to that viewer may tell, or None.

    It has only what everybody heard of it. None where there is no reveal, in games of one evening, and where players
    are to remember without help: mails and chats are kept.

    A message that all read tells what watchers see, with their delay; nothing where watching is off."""
    play = room.play
    may_be_told = viewer is not None or may_watch(room)
    if (
        play is None
        or not _is_over_days(room, play)
        or not may_be_told
        or play.game.memory(play.state) is not Memory.ALL
    ):
        return None
    reveals = list_visible_reveals(room, viewer)
    if not reveals:
        return None
    last = reveals[-1]
    public = tuple(effect for effect in last.effects if effect.audience is None)
    return Reveal(last.ask, last.round, public, last.names or _names(room, play.seats))


def _is_over_days(room: Room, play: Play) -> bool:
    """Return whether people come and go between two reveals.

    It depends on what everybody knows: the clock, and how long the game has been running."""
    clock = room.options.clock
    if clock.mode != "off" and clock.per_ask >= DAY_MS:
        return True
    return room.begun_at is not None and play.opened_at - room.begun_at > SAME_EVENING


def _names(room: Room, seats: int) -> tuple[str, ...]:
    occupants = (room.occupant(Seat(seat)) for seat in range(seats))
    return tuple(occupant.name if occupant is not None else "" for occupant in occupants)
