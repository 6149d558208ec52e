"""Pace of a room in which only bots are asked.

Nobody waits for such a room. It plays no faster than people can follow, and others take precedence. A room in which
a person is asked goes by its own options alone."""

import asyncio
from collections.abc import Callable, Hashable

from app.rooms.model.ids import Millis
from app.rooms.model.room import Room
from app.rooms.model.values import Frozen

GAP_S = 0.02
"""Seconds between turns of rooms that play alone: several times a reveal's work."""


class Pace(Frozen, frozen=True, gc=False):
    """Shortest times between reveals while no person is asked; 0 for no limit."""

    watched: Millis = Millis(0)
    """While somebody is connected."""
    alone: Millis = Millis(0)
    """While nobody is."""
    gap_s: float = 0.0
    """Seconds between the turns of any two such rooms of this process."""

    @classmethod
    def from_seconds(cls, watched: float, alone: float) -> "Pace":
        """Make the pace of a server, with a gap between turns."""
        return cls(Millis(round(1000 * watched)), Millis(round(1000 * alone)), GAP_S)


def plays_alone(room: Room) -> bool:
    """Return whether a game runs and bots choose for all who are asked."""
    play = room.play
    if play is None or room.phase != "playing" or not play.asks:
        return False
    occupants = [room.occupant(seat) for seat in play.asks]
    return all(occupant is not None and occupant.played_by is not None for occupant in occupants)


def rests_until(room: Room, pace: Pace, *, is_watched: bool) -> Millis | None:
    """Return when the first bot may seal; None where a person is asked."""
    pause = pace.watched if is_watched else pace.alone
    if not pause or room.play is None or not plays_alone(room):
        return None
    return Millis(room.play.opened_at + pause)


class Turns:
    """Turns of the rooms that play alone: first come first served, with gaps between.

    The gaps leave time for everybody else's work."""

    def __init__(self, gap_s: float = 0.0) -> None:
        self._gap_s = gap_s
        self._waiting: dict[Hashable, Callable[[], None]] = {}
        self._next: asyncio.TimerHandle | None = None

    def ask(self, who: Hashable, go: Callable[[], None]) -> None:
        """Call ``go`` when it is that one's turn. Whoever waits already keeps their place."""
        if not self._gap_s:
            go()
            return
        self._waiting[who] = go
        if self._next is None:
            self._grant()

    def _grant(self) -> None:
        self._next = None
        if self._waiting:
            self._waiting.pop(next(iter(self._waiting)))()
            self._next = asyncio.get_running_loop().call_later(self._gap_s, self._grant)
