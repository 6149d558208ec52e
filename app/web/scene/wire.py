"""JSON form of a table.

A piece is ``[place, face, kind, order, seat]`` by id.
A heap is a number by place and kind."""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

import orjson

from engine.core.film.moves import Move
from engine.core.memo import Memoized
from engine.core.picture import Picture, Piece
from engine.core.plain import Plain


def table(table_id: str, picture: Picture | None) -> orjson.Fragment:
    """Return the whole table as JSON; only its id if there is no picture."""
    whole: dict[str, object] = {"table_id": table_id}
    if picture is not None:
        whole |= {"pieces": _pieces(picture), "heaps": _heaps(picture), "signs": picture.signs}
    return orjson.Fragment(orjson.dumps(whole))


@lru_cache(maxsize=512)
def seats(states: tuple[tuple[int, str, str], ...]) -> orjson.Fragment:
    """Return the state of all seats by number, as JSON.

    Most viewers get the same states, so they are cached."""
    return orjson.Fragment(orjson.dumps({str(seat): (sealed, presence) for seat, sealed, presence in states}))


def _serialize_pieces(pieces: Mapping[str, Piece]) -> dict[str, list[Plain]]:
    return {id: [piece.place, piece.face, piece.kind, piece.order, piece.seat] for id, piece in pieces.items()}


_lists = Memoized(_serialize_pieces, most=512)
"""Cache of ``serialize_pieces``: every change of a table sends the same pieces."""


def serialize_pieces(pieces: Mapping[str, Piece]) -> dict[str, list[Plain]]:
    """Return the pieces by id; equal pieces give the same object."""
    return _lists(pieces)


def serialize_seal(move: Move) -> Move | list[Plain]:
    """Return a move to a sealed card as ``[id, place, face, kind, order, seat]``.

    Return a move out of a heap unchanged, because it changes the heap's count too."""
    if "kind" not in move:
        return move
    return [move["id"], move["to"], move["face"], move["kind"], move.get("order", 0), move.get("seat")]


def _dump_pieces(picture: Picture) -> orjson.Fragment:
    return orjson.Fragment(orjson.dumps(serialize_pieces(picture.pieces)))


_pieces = Memoized(_dump_pieces, most=64)
"""Cache of pictures, which are the same for all viewers of a table."""


def _heaps(picture: Picture) -> dict[str, int]:
    counted: Counter[str] = Counter()
    for heap, n in picture.heaps.items():
        counted[f"{heap.place}/{heap.kind}"] += n
    return {heap: n for heap, n in counted.items() if n}
