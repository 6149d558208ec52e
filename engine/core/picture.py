"""The picture of a table: which piece lies in which place, made of what everybody may see and of nothing else.

A piece is in exactly one place. What has no identity, gems of a colour or the cards of a pile, is a count: a heap. What
is said of the table as a whole is a sign. All of it is plain names and numbers, so it is the same in every language."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from engine.core.seats import Seat

C = TypeVar("C")
V = TypeVar("V")

BACK = "back-"
"""What the names of backs begin with."""


class Place(NamedTuple):
    """A fixed part of the scene, where pieces lie."""

    id: str
    """``window-0``, ``till``, ``tray-3``."""
    kind: str
    """What all places of its sort are called: ``window``, ``tray``."""
    seat: Seat | None = None
    """Whose it is, if anybody's."""


class Piece(NamedTuple):
    """A thing on the table. Its id says nothing that is not public."""

    place: str
    face: str
    """Which drawing is up: a card's, or a back's where nobody may know more."""
    kind: str
    """What counts it once it is out of sight, ``object``: heaps are of a kind."""
    order: int = 0
    """By what the pieces of a place are sorted, the least first. Never an index, so what leaves moves nothing else."""
    seat: Seat | None = None
    """Whose it is, if anybody's: of several heaps that may count it, that seat's does."""
    home: str = ""
    """The place where it appears and vanishes when no heap counts it."""

    @property
    def is_closed(self) -> bool:
        """Whether its back is up."""
        return self.face.startswith(BACK)


class Heap(NamedTuple):
    """What counts things of one kind in a place."""

    place: str
    kind: str
    seat: Seat | None = None


Sign = int | str | None


class Picture(NamedTuple):
    """What lies where."""

    pieces: Mapping[str, Piece]
    """By id."""
    heaps: Mapping[Heap, int]
    """How many; a heap that is not there is empty."""
    signs: Mapping[str, Sign]
    """What else the table shows, by name."""


class DuplicatePieceError(ValueError):
    """A piece that is in two places at once."""


def once(pieces: Iterable[tuple[str, Piece]]) -> dict[str, Piece]:
    """The pieces by id. Raises DuplicatePieceError."""
    found: dict[str, Piece] = {}
    for id, piece in pieces:
        if id in found:
            raise DuplicatePieceError(f"{id} lies in {found[id].place} and in {piece.place}")
        found[id] = piece
    return found


@dataclass(frozen=True, kw_only=True, slots=True)
class Pictured(Generic[V, C]):
    """How a game's table is a picture of pieces. All of it is made of views: of what everybody may see, but for the
    hand."""

    places: Callable[[V], tuple[Place, ...]]
    """All places of the table; they never change during a game."""
    picture: Callable[[V], Picture]
    """What lies where, of the view that everybody has. Of a seat's own view the same, but that cards which lie closed
    show their faces where that seat knows them."""
    with_sealed: Callable[[Picture, str, Collection[Seat]], Picture]
    """The same table with the cards that those seats have laid down closed for an ask of that kind. Who has sealed is
    the room's to tell, and no part of any view of the game."""
    hand: Callable[[V], Mapping[str, Piece]]
    """What the viewer alone holds, by id: pieces in the viewer's own tray, which everybody else sees counted there and
    no more. Empty for the public."""
    peek: Callable[[C, Seat], Mapping[str, str]]
    """Which faces the closed cards of a seat have that sealed this choice, by their ids; for that seat alone."""
    known: Callable[[V], Mapping[str, str]]
    """Which faces the closed cards of the table have that this viewer alone knows, by their ids. Empty for the
    public."""
