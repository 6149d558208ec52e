"""Picture of a table: which piece lies in which place, from public data alone.

A piece is in exactly one place. Things without identity, such as gems of a colour or the cards of a pile, are a
count: a heap. A value of the whole table is a sign. All of it is plain names and numbers, so it is the same in every
language."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from engine.core.seats import Seat

C = TypeVar("C")
V = TypeVar("V")

BACK = "back-"
"""Prefix of the names of backs."""


class Place(NamedTuple):
    """Fixed part of the scene, where pieces lie."""

    id: str
    """``window-0``, ``till``, ``tray-3``."""
    kind: str
    """Name that all places of its sort share: ``window``, ``tray``."""
    seat: Seat | None = None
    """Seat that owns it, if any."""


class Piece(NamedTuple):
    """Thing on the table. Its id reveals nothing secret."""

    place: str
    face: str
    """Name of the drawing that is up: a card's, or a back's if secret."""
    kind: str
    """Kind of heap that counts it once it is out of sight (``object``)."""
    order: int = 0
    """Sort key among the pieces of a place, ascending.

    Never an index, so a piece that leaves moves no other."""
    seat: Seat | None = None
    """Seat that owns it, if any: among several heaps, that seat's counts it."""
    home: str = ""
    """Place where it appears and vanishes if no heap counts it."""

    @property
    def is_closed(self) -> bool:
        """True if its back is up."""
        return self.face.startswith(BACK)


class Heap(NamedTuple):
    """Count of things of one kind in a place."""

    place: str
    kind: str
    seat: Seat | None = None


Sign = int | str | None


class Picture(NamedTuple):
    """Places of all pieces, sizes of heaps and values of signs."""

    pieces: Mapping[str, Piece]
    """Pieces by id."""
    heaps: Mapping[Heap, int]
    """Sizes of heaps; a missing heap is empty."""
    signs: Mapping[str, Sign]
    """Further values that the table shows, by name."""


class DuplicatePieceError(ValueError):
    """Piece that is in two places at once."""


def unique_pieces(pieces: Iterable[tuple[str, Piece]]) -> dict[str, Piece]:
    """Return the pieces by id. Raises DuplicatePieceError."""
    found: dict[str, Piece] = {}
    for id, piece in pieces:
        if id in found:
            raise DuplicatePieceError(f"{id} lies in {found[id].place} and in {piece.place}")
        found[id] = piece
    return found


@dataclass(frozen=True, kw_only=True, slots=True)
class Pictures(Generic[V, C]):
    """Functions of a game that make pictures of its views.

    All but ``hand`` use only what everybody may see."""

    places: Callable[[V], tuple[Place, ...]]
    """Return all places of the table; they never change during a game."""
    picture: Callable[[V], Picture]
    """Return what lies where.

    Given the public view, the public picture. Given a seat's view, the same, but closed cards that the seat knows
    show their faces."""
    add_sealed: Callable[[Picture, str, Collection[Seat]], Picture]
    """Return the picture with closed cards of those seats for an ask of that kind.

    The room knows who has sealed; no view of the game does."""
    hand: Callable[[V], Mapping[str, Piece]]
    """Return the pieces that only the viewer sees, by id; empty for the public.

    They lie in the viewer's tray. Everybody else sees only their number."""
    peek: Callable[[C, Seat], Mapping[str, str]]
    """Return the faces of a seat's closed cards after it sealed this choice, by id.

    For that seat alone."""
    private_faces: Callable[[V], Mapping[str, str]]
    """Return the faces of closed cards that only this viewer knows, by id.

    Empty for the public."""
