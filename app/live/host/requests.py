"""Requests of connections to a room, and their answers."""

import asyncio
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Self

from app.rooms.commands import Command
from app.rooms.events import Entry, Event
from app.rooms.fold import step
from app.rooms.model.ids import CommandKey, Digest, Millis
from app.rooms.model.refusals import Refusal
from app.rooms.model.room import Occupant, Room
from app.rooms.model.values import Frozen
from engine.core.seats import Seat

SLICE = 32
"""Entries folded at a time: a few milliseconds."""

_SERIES = re.compile(r"([a-z][a-z0-9_-]*)~([0-9]{1,15})(?:~.*)?")
"""Pattern of a command's id in a series: the series' name and the number."""

NO_SEAT = Seat(-1)
"""Handed to ``make`` for commands that need no seat."""


Seats = tuple[Occupant | None, ...]
"""Occupants by seat."""


class Decision(NamedTuple):
    """Events that a request brings about, valid for one state of the room."""

    room: Room
    at: Millis
    command: Command
    events: tuple[Event, ...]


@dataclass(slots=True)
class Request:
    """Command on its way, made once the host knows the asker's seat."""

    make: Callable[[Seat], Command]
    holder: Digest | None
    """SHA-256 of the token shown; None for a command that needs no seat."""
    id: str | None = None
    """Client's id of the command. The same id from one holder is applied once."""
    body: Digest | None = None
    """SHA-256 over the canonical message without its id."""
    is_watchers: bool = False
    """True for a watcher without a token: then the id alone tells commands apart."""
    decision: Decision | None = field(default=None, compare=False, repr=False)
    """The decision made when the request came; None before."""
    _seats: Seats | None = field(default=None, init=False, compare=False, repr=False)
    _seat: Seat | None = field(default=None, init=False, compare=False, repr=False)
    """The asker's seat as long as those are the seats."""

    def seat_in(self, room: Room) -> Seat | None:
        """Return the seat that the asker holds in the room."""
        if room.seats is not self._seats:
            self._seats = room.seats
            self._seat = room.seat_of(self.holder) if self.holder is not None else None
        return self._seat

    @property
    def key(self) -> CommandKey | None:
        """The command's identity in its room; None without an id."""
        if self.id is not None and self.is_watchers:
            return CommandKey(f"watcher:{self.id}")
        if self.id is None or self.holder is None:
            return None
        return CommandKey(f"{self.holder[:16]}:{self.id}")


def has_asked(room: Room, request: Request, before: Sequence[Request]) -> bool:
    """Return whether the same asker sent any of these.

    A seat's devices are one asker; so are all without a token."""
    seat = request.seat_in(room)
    occupant = room.seats[seat] if seat is not None else None
    askers = (request.holder,) if occupant is None else occupant.holders
    return any([other.holder in askers for other in before])


class Done(Frozen, frozen=True):
    """The command is committed."""

    version: int
    """The room's version as the asker counts it."""
    seat: Seat | None
    """The asker's seat afterwards."""


Answer = Done | Refusal


def acknowledge(room: Room, holder: Digest | None) -> Done:
    """Return the answer for a token's holder after the room's present version."""
    return acknowledge_seat(room, room.seat_of(holder) if holder is not None else None)


def acknowledge_seat(room: Room, seat: Seat | None) -> Done:
    """Return the answer for a seat."""
    return Done(room.get_visible_version(seat), seat)


class Applied:
    """Carried-out commands by key, with body and answer, and each series' last number.

    All of it follows from the keys in the journal, so every process and every restart knows the same."""

    __slots__ = ("_answers", "_last")

    def __init__(self) -> None:
        self._answers: dict[CommandKey, tuple[Digest | None, Done]] = {}
        self._last: dict[str, int] = {}

    def __contains__(self, key: object) -> bool:
        return key in self._answers

    def get(self, key: CommandKey) -> tuple[Digest | None, Done] | None:
        """Return the body and the answer of a command; None if it was not carried out."""
        return self._answers.get(key)

    def add(self, key: CommandKey, body: Digest | None, answer: Done) -> None:
        """Note a command that was carried out."""
        self._answers[key] = body, answer
        if (place := _place(key)) is not None:
            series, number = place
            self._last[series] = max(number, self._last.get(series, 0))

    def update(self, other: Self) -> None:
        """Note all commands of another."""
        self._answers.update(other._answers)
        for series, number in other._last.items():
            self._last[series] = max(number, self._last.get(series, 0))

    def is_superseded(self, key: CommandKey) -> bool:
        """Return whether a later command of the same series was carried out."""
        place = _place(key)
        return place is not None and self._last.get(place[0], 0) > place[1]


def _place(key: CommandKey) -> tuple[str, int] | None:
    """Return the series of a command and its number; None without one."""
    asker, _, id = key.partition(":")
    # watchers show nothing that tells them apart
    found = _SERIES.fullmatch(id) if asker != "watcher" else None
    return (f"{asker}:{found[1]}", int(found[2])) if found is not None else None


def follow(room: Room | None, entries: Iterable[Entry]) -> tuple[Room | None, Applied]:
    """Fold entries. Return the room and the carried-out commands.

    Raises BrokenJournalError."""
    applied = Applied()
    for entry in entries:
        room = step(room, entry)
        if entry.command is not None:
            applied.add(entry.command, entry.body, acknowledge(room, _asker(room, entry.command)))
    return room, applied


async def follow_in_slices(room: Room | None, entries: Sequence[Entry]) -> tuple[Room | None, Applied]:
    """Fold a journal of any length in slices, so that other tasks run in between.

    Raises BrokenJournalError."""
    applied = Applied()
    for start in range(0, len(entries), SLICE):
        if start:
            await asyncio.sleep(0)
        room, more = follow(room, entries[start : start + SLICE])
        applied.update(more)
    return room, applied


def _asker(room: Room, key: CommandKey) -> Digest | None:
    """Return the token digest that sent the command, if it still holds a seat."""
    start, _, _ = key.partition(":")
    holders = (holder for occupant in room.seats if occupant is not None for holder in occupant.holders)
    return next((holder for holder in holders if holder.startswith(start)), None)
