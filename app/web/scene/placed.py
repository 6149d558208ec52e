"""Scene sorted by places, for templates."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import orjson
from markupsafe import Markup

from app.rooms.views.page_view import Scene
from app.web.scene.faces import Faces
from app.web.text.people import Person
from engine.core.picture import Sign


@dataclass(frozen=True, slots=True)
class PlacedPiece:
    """Piece with its HTML."""

    id: str
    kind: str
    face: str
    order: int
    seat: int | None
    html: Markup
    """Rendered face."""
    is_own: bool = False
    """True if only the viewer sees it."""
    is_sealed: bool = False
    """True if it is sealed for the present asks."""
    peek: Markup | None = None
    """Hidden face of the viewer's own closed card."""


class PlacedPieces:
    """Pieces by place, as one viewer sees them."""

    def __init__(
        self, scene: Scene, faces: Faces, people: Mapping[int, Person], names: Mapping[str, str], *, is_kept: bool
    ) -> None:
        self._names = names
        self._pieces: dict[str, list[PlacedPiece]] = defaultdict(list)
        self._heaps: dict[str, dict[str, int]] = defaultdict(dict)
        self._signs = scene.picture.signs
        self.seats = scene.seats
        for pieces in (scene.picture.pieces, scene.sealed, scene.hand):
            is_own, is_sealed = pieces is scene.hand, pieces is scene.sealed
            for id, piece in pieces.items():
                seat = int(piece.seat) if piece.seat is not None else None
                # A hand leaves its owner's slot empty; the script of a running table fills it.
                person = people.get(seat) if seat is not None and (is_kept or not is_own) else None
                drawn = faces.render(piece.face, person)
                peek = faces.render(scene.peeks[id]) if id in scene.peeks else None
                placed = PlacedPiece(id, piece.kind, piece.face, piece.order, seat, drawn, is_own, is_sealed, peek)
                self._pieces[piece.place].append(placed)
        for heap, n in scene.picture.heaps.items():
            self._heaps[heap.place][heap.kind] = self._heaps[heap.place].get(heap.kind, 0) + n

    def name(self, place: str) -> str:
        """Return the place's name; empty if it needs none."""
        return self._names.get(place, "")

    def pieces(self, place: str) -> Sequence[PlacedPiece]:
        """Return the pieces at a place in order."""
        return sorted(self._pieces.get(place, ()), key=lambda piece: (piece.order, piece.id))

    def contents(self, place: str) -> Sequence[object]:
        """Return the place's name, pieces and heaps.

        It is a tuple, by which a cache finds the place rendered. If any of it is the viewer's alone it is a list, which
        no cache can take."""
        pieces = tuple(self.pieces(place))
        found = (self.name(place), pieces, tuple(self.heaps(place).items()))
        return list(found) if any(piece.is_own or piece.peek is not None for piece in pieces) else found

    def heaps(self, place: str) -> Mapping[str, int]:
        """Return the number of counted pieces at a place, by kind."""
        return self._heaps.get(place, {})

    def count(self, place: str, kind: str) -> int:
        """Return the number of pieces of a kind at a place, drawn or only counted.

        Heaps already count the pieces that only the viewer sees."""
        seen = sum(piece.kind == kind and not piece.is_own for piece in self._pieces.get(place, ()))
        return seen + self._heaps.get(place, {}).get(kind, 0)

    @property
    def signs(self) -> str:
        """All signs, as JSON."""
        return orjson.dumps(self._signs).decode()

    def sign(self, name: str) -> Sign:
        """Return the value of a sign; None without one."""
        return self._signs.get(name)
