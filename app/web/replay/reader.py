"""Reader of a replay, and the perspectives the reader may choose."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.rooms.mirror.mirror import Mirror
from app.rooms.model.reveal import Reaction
from app.rooms.model.room import Room
from app.rooms.views.replay import (
    Moment,
    Replay,
    is_over,
    list_reactions,
    list_visible_moments,
    may_have_perspective,
)
from app.web.replay.what_if import WhatIf
from engine.core.seats import Seat, Viewer

OPEN, PUBLIC = "open", "public"

SHOWS_CHANCES = "mirror=1&"
"""Query parameter of a replay that shows the chances of the player's choices."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Reader of one game of a room."""

    room: Room
    """Room in its present state."""
    replay: Replay
    viewer: Viewer
    """Reader's seat; None without one."""
    place: str
    """Path of the reader's pages of this room: ``/r/K7QF2M9X``, or longer by a key."""
    is_guest: bool = False
    """True if a shared link led here.

    Then ``place`` is the replay itself, without a table."""
    changed: WhatIf | None = None
    """What-if that replaces the real game; ``replay`` then holds its moments only."""
    is_choosing: bool = False
    """True if the what-if's next choice, or its seat, is still to be chosen."""
    wish: str = ""
    """Query parameters of the what-if."""
    mirror: Mirror | None = None
    """Reader's own mirror, if the chances of their choices are shown."""

    @property
    def is_over(self) -> bool:
        """True if the game has ended and every perspective is allowed."""
        return is_over(self.room, self.replay.number)

    @property
    def seats(self) -> int:
        """Number of seats in the game."""
        play = self.replay.room.play
        return play.seats if play is not None else 0

    @property
    def moments(self) -> tuple[Moment, ...]:
        """Reveals that the reader may see."""
        return list_visible_moments(self.replay, self.room, self.viewer)

    @property
    def reactions(self) -> tuple[Reaction, ...]:
        """Reactions to these reveals; none in a what-if."""
        return () if self.wish else list_reactions(self.replay, self.room, self.viewer)

    @property
    def replay_path(self) -> str:
        """Path of the replay."""
        return self.place if self.is_guest else f"{self.place}/replay"

    @property
    def rounds_path(self) -> str:
        """Path of the grid of rounds."""
        return f"{self.place}/rounds"

    @property
    def has_comparison(self) -> bool:
        """True if another game had the same cards, and this reader may compare both."""
        play, shared = self.replay.room.play, self.room.shared
        if self.viewer is None or play is None:
            return False
        is_open = shared is not None and shared.is_opened and shared.table is not None
        return bool(play.deal.same_as) or (is_open and shared is not None and shared.number == play.number)

    @property
    def of_game(self) -> str:
        """Query parameter of the game; empty for the room's last game."""
        is_last = self.is_guest or self.replay.number == self.room.games_so_far
        return "" if is_last else f"game={self.replay.number}&"

    @property
    def query(self) -> str:
        """Query parameters of the replay: the game, the what-if, and the chances."""
        return f"{self.of_game}{self.wish}{SHOWS_CHANCES if self.mirror is not None else ''}"


@dataclass(frozen=True, slots=True)
class Perspective:
    """Perspective in which a reader sees the table."""

    viewer: Viewer
    is_open: bool = False
    """True if all hands lie open."""

    @property
    def name(self) -> str:
        """Name in an address: a seat's number, ``public`` or ``open``."""
        return OPEN if self.is_open else PUBLIC if self.viewer is None else str(self.viewer)

    def hands(self, reader: Reader) -> Sequence[Seat]:
        """Return the seats whose hands it shows."""
        if self.is_open:
            return [Seat(seat) for seat in range(reader.seats)]
        return [self.viewer] if self.viewer is not None else []


def game_number(room: Room, text: str) -> int:
    """Parse the number of one of the room's games; the last one for other text."""
    wished = int(text) if text.isascii() and text.isdigit() and len(text) <= 4 else 0
    return wished if 0 < wished <= room.games_so_far else room.games_so_far


def perspective_name(query: Mapping[str, str]) -> str | None:
    """Return the perspective that an address asks for.

    Links shared before 0.3 say ``eyes``."""
    return query.get("perspective", query.get("eyes"))


def perspective_of(reader: Reader, wished: str | None) -> Perspective:
    """Return the requested perspective if it is allowed, else the reader's own.

    A reader without a seat in a finished game sees all hands."""
    if wished == OPEN and reader.is_over:
        return Perspective(None, is_open=True)
    if wished == PUBLIC:
        return Perspective(None)
    if wished is not None and wished.isascii() and wished.isdigit() and len(wished) == 1:
        seat = Seat(int(wished))
        if seat < reader.seats and may_have_perspective(reader.room, reader.replay.number, reader.viewer, seat):
            return Perspective(seat)
    is_now = reader.replay.number == reader.room.games_so_far
    if is_now and reader.viewer is not None and reader.viewer < reader.seats:
        has_own = may_have_perspective(reader.room, reader.replay.number, reader.viewer, reader.viewer)
        return Perspective(reader.viewer if has_own else None)
    return Perspective(None, is_open=reader.is_over)


def chooser(reader: Reader, perspective: Perspective) -> Seat | None:
    """Return the seat whose choices a what-if may change.

    It is the perspective's seat. With all hands open it is the reader's, if the reader played that game."""
    if not perspective.is_open:
        return perspective.viewer
    is_now = reader.replay.number == reader.room.games_so_far
    return reader.viewer if is_now and reader.viewer is not None and reader.viewer < reader.seats else None


def perspectives(reader: Reader) -> tuple[Perspective, ...]:
    """Return all perspectives the reader may choose."""
    number = reader.replay.number
    seats = (Seat(seat) for seat in range(reader.seats))
    own = tuple(Perspective(seat) for seat in seats if may_have_perspective(reader.room, number, reader.viewer, seat))
    public: tuple[Perspective, ...] = (Perspective(None),)
    return (*own, *public, Perspective(None, is_open=True)) if reader.is_over else (*own, *public)
