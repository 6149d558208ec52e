"""A table as it is sent: pieces as ``[place, face, kind, order, seat]`` by id, heaps as how many by place and kind."""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

import orjson

from engine.core.film.moves import Move
from engine.core.memo import Memoized
from engine.core.picture import Picture, Piece
from engine.core.plain import Plain


def table(table_id: str, picture: Picture | None) -> orjson.Fragment:
    """The whole table of that name; the name alone of one that is no picture."""
    whole: dict[str, object] = {"table_id": table_id}
    if picture is not None:
        whole |= {"pieces": _pieces(picture), "heaps": _heaps(picture), "signs": picture.signs}
    return orjson.Fragment(orjson.dumps(whole))


@lru_cache(maxsize=512)
def seats(states: tuple[tuple[int, str, str], ...]) -> orjson.Fragment:
    """How all seats are doing, by number: what most viewers are told alike is written once."""
    return orjson.Fragment(orjson.dumps({str(seat): (sealed, presence) for seat, sealed, presence in states}))


def _placed(pieces: Mapping[str, Piece]) -> dict[str, list[Plain]]:
    return {id: [piece.place, piece.face, piece.kind, piece.order, piece.seat] for id, piece in pieces.items()}


_lists = Memoized(_placed, most=512)
"""The same pieces are looked at again whenever anything happens at their table."""


def placed(pieces: Mapping[str, Piece]) -> dict[str, list[Plain]]:
    """Pieces by id; the same for the same."""
    return _lists(pieces)


def closed(move: Move) -> Move | list[Plain]:
    """What makes a card lie closed, as ``[id, place, face, kind, order, seat]``; out of a heap the move it is, which
    counts there too."""
    if "kind" not in move:
        return move
    return [move["id"], move["to"], move["face"], move["kind"], move.get("order", 0), move.get("seat")]


def _written_pieces(picture: Picture) -> orjson.Fragment:
    return orjson.Fragment(orjson.dumps(placed(picture.pieces)))


_pieces = Memoized(_written_pieces, most=64)
"""All at a table are shown the same picture."""


def _heaps(picture: Picture) -> dict[str, int]:
    counted: Counter[str] = Counter()
    for heap, n in picture.heaps.items():
        counted[f"{heap.place}/{heap.kind}"] += n
    return {heap: n for heap, n in counted.items() if n}
