"""Who looks back at a game, and in whose perspective."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.rooms.mirror.mirror import Mirror
from app.rooms.model.room import Room
from app.rooms.views.replay import Moment, Replay, is_over, may_have_perspective, shown
from app.web.replay.what_if import WhatIf
from engine.core.seats import Seat, Viewer

OPEN, PUBLIC = "open", "public"

SHOWS_CHANCES = "mirror=1&"
"""What the address of a replay says that tells the chances of the player's choices beside it."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody who looks back at a game of a room."""

    room: Room
    """The room as it is now."""
    replay: Replay
    viewer: Viewer
    """The reader's seat."""
    place: str
    """The path under which the reader's pages of this room are: ``/r/K7QF2M9X``, or longer by a key."""
    is_guest: bool = False
    """Whether a shared link led here: then the place is the replay itself, and there is no table to go to."""
    changed: WhatIf | None = None
    """What would have been, where that is looked at instead: the replay is of nothing else then."""
    is_choosing: bool = False
    """Whether its next choice is still to be made, or said whose that is."""
    wish: str = ""
    """What an address says for it."""
    mirror: Mirror | None = None
    """The reader's own, where the chances of their choices are told besides."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended and may be seen in every perspective."""
        return is_over(self.room, self.replay.number)

    @property
    def seats(self) -> int:
        """How many seats play."""
        play = self.replay.room.play
        return play.seats if play is not None else 0

    @property
    def moments(self) -> tuple[Moment, ...]:
        """The reveals the reader may see again."""
        return shown(self.replay, self.room, self.viewer)

    @property
    def replay_path(self) -> str:
        """Where the replay is."""
        return self.place if self.is_guest else f"{self.place}/replay"

    @property
    def rounds_path(self) -> str:
        """Where the grid of rounds is."""
        return f"{self.place}/rounds"

    @property
    def of_game(self) -> str:
        """What an address says besides, when it is not the room's last game."""
        is_last = self.is_guest or self.replay.number == self.room.games_so_far
        return "" if is_last else f"game={self.replay.number}&"

    @property
    def query(self) -> str:
        """What an address of the replay says besides: which game, what would have been, and that chances are told."""
        return f"{self.of_game}{self.wish}{SHOWS_CHANCES if self.mirror is not None else ''}"


@dataclass(frozen=True, slots=True)
class Perspective:
    """Perspective in which the table is seen."""

    viewer: Viewer
    is_open: bool = False
    """Whether all hands lie open."""

    @property
    def name(self) -> str:
        """As an address has it: a seat's number, ``public`` or ``open``."""
        return OPEN if self.is_open else PUBLIC if self.viewer is None else str(self.viewer)

    def hands(self, reader: Reader) -> Sequence[Seat]:
        """The seats whose hands it shows."""
        if self.is_open:
            return [Seat(seat) for seat in range(reader.seats)]
        return [self.viewer] if self.viewer is not None else []


def game_number(room: Room, text: str) -> int:
    """Which of the room's games somebody asks for by a text, the last one if it is none."""
    wished = int(text) if text.isascii() and text.isdigit() and len(text) <= 4 else 0
    return wished if 0 < wished <= room.games_so_far else room.games_so_far


def perspective_name(query: Mapping[str, str]) -> str | None:
    """Return the perspective that an address asks for. Links shared before 0.3 say ``eyes``."""
    return query.get("perspective", query.get("eyes"))


def perspective_of(reader: Reader, wished: str | None) -> Perspective:
    """Return the perspective the reader wished for, if it is allowed; else the reader's own. Who had no seat in a game
    that is over sees all hands."""
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
    """The seat whose choices may be made otherwise in that perspective: their own; with all hands open the reader's,
    who played that game."""
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
