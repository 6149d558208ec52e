"""Moves that turn one picture of a table into another.

Their order: pieces that open or change place, then pieces that leave, then pieces that come, then counts between
heaps, then signs. So a place that is left and taken in one step is never full twice."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TypedDict

from engine.core.picture import Heap, Picture, Piece, Sign
from engine.core.seats import Seat

Move = TypedDict(
    "Move",
    {
        "id": str,
        "as": str,
        "to": str,
        "face": str,
        "order": int,
        "kind": str,
        "seat": Seat | None,
        "into": str,
        "outof": str,
        "from": str,
        "gone": str,
        "heap": str,
        "n": int,
        "sign": str,
        "is": Sign,
    },
    total=False,
)
"""One of these, as it is sent:

- ``id`` with ``to``, ``face``, ``order``, ``seat``: the piece goes there, turns, is sorted anew, changes hands;
  what is not named stays.
- ``id``, ``as``, ``face``: a closed card is revealed under its own id.
- ``id``, ``into``: it becomes part of the count ``place/kind``. ``id``, ``gone``: it vanishes at that place.
- ``id``, ``to``, ``face`` with ``outof``: it comes out of such a count; with ``from`` and ``kind``: it appears at that
  place. If it belongs to a seat, ``seat`` names it; ``order`` is 0 if not given.
- ``heap``, ``n`` with ``from``, ``to``: so many of a kind pass between two places, or come from or go to nowhere.
- ``sign``, ``is``: a sign has that value now."""


def difference(before: Picture, after: Picture) -> tuple[Move, ...]:
    """Return the moves from one picture to the other."""
    if before is after:
        return ()
    was, now = before.pieces, after.pieces
    revealed = dict(_find_opened(before, after))
    cards = frozenset(revealed.values())
    leave = {id: piece for id, piece in was.items() if id not in now and id not in revealed}
    come = {id: piece for id, piece in now.items() if id not in was and id not in cards}
    counts = _Counts(before.heaps, after.heaps)
    counts.shuffle(leave.values(), come.values())
    moves = [_turn_up(closed, card, was[closed], now[card]) for closed, card in revealed.items()]
    moves += [_move(id, was[id], now[id]) for id in now if id in was and was[id] != now[id]]
    moves += [_leave(id, piece, counts) for id, piece in leave.items()]
    moves += [_come(id, piece, counts) for id, piece in come.items()]
    moves += counts.passing()
    moves += [{"sign": name, "is": said} for name, said in after.signs.items() if before.signs.get(name) != said]
    return tuple(move for move in moves if len(move) > 1)


def _find_opened(before: Picture, after: Picture) -> Iterator[tuple[str, str]]:
    """Yield the ids of each closed card and of the open one it became.

    A seat has at most one closed card of a kind."""
    closed = [(id, piece) for id, piece in before.pieces.items() if piece.is_closed and id not in after.pieces]
    for id, piece in closed:
        for card, now in after.pieces.items():
            if card not in before.pieces and (now.kind, now.seat) == (piece.kind, piece.seat):
                yield id, card
                break


def _turn_up(closed: str, card: str, was: Piece, now: Piece) -> Move:
    move: Move = {"id": closed, "as": card, "face": now.face}
    return _add_placement(move, was, now)


def _move(id: str, was: Piece, now: Piece) -> Move:
    move: Move = {"id": id}
    if was.face != now.face:
        move["face"] = now.face
    return _add_placement(move, was, now)


def _add_placement(move: Move, was: Piece, now: Piece) -> Move:
    if was.place != now.place:
        move["to"] = now.place
    if was.order != now.order:
        move["order"] = now.order
    if was.seat != now.seat:
        move["seat"] = now.seat
    return move


def _leave(id: str, piece: Piece, counts: "_Counts") -> Move:
    heap = counts.taker(piece)
    return {"id": id, "gone": piece.home} if heap is None else {"id": id, "into": f"{heap.place}/{heap.kind}"}


def _come(id: str, piece: Piece, counts: "_Counts") -> Move:
    move: Move = {"id": id, "to": piece.place, "face": piece.face}
    if piece.order:
        move["order"] = piece.order
    if piece.seat is not None:
        move["seat"] = piece.seat
    heap = counts.giver(piece)
    if heap is not None:
        move["outof"] = f"{heap.place}/{heap.kind}"
        return move
    move["kind"] = piece.kind
    if piece.home:
        move["from"] = piece.home
    return move


class _Counts:
    """Growth and shrinkage of heaps that no piece accounts for."""

    def __init__(self, before: Mapping[Heap, int], after: Mapping[Heap, int]) -> None:
        self._gave: dict[str, dict[Heap, int]] = defaultdict(dict)
        self._got: dict[str, dict[Heap, int]] = defaultdict(dict)
        for heap in (*before, *(heap for heap in after if heap not in before)):
            by = after.get(heap, 0) - before.get(heap, 0)
            if by:
                (self._got if by > 0 else self._gave)[heap.kind][heap] = abs(by)

    def shuffle(self, leave: Collection[Piece], come: Collection[Piece]) -> None:
        """Account for heaps into which some pieces go and from which others come.

        Such a heap grows by less than it got."""
        for kind in {piece.kind for piece in leave}:
            left = sum(piece.kind == kind for piece in leave) - sum(self._got[kind].values())
            came = sum(piece.kind == kind for piece in come) - sum(self._gave[kind].values())
            through, got = min(left, came), self._got[kind]
            if through > 0 and got:
                heap = max(got, key=lambda heap: got[heap])
                got[heap] += through
                self._gave[kind][heap] = through

    def taker(self, piece: Piece) -> Heap | None:
        """Return the heap that counts a piece from now on."""
        return _one_of(self._got[piece.kind], piece.seat)

    def giver(self, piece: Piece) -> Heap | None:
        """Return the heap that counted the piece."""
        return _one_of(self._gave[piece.kind], piece.seat)

    def passing(self) -> Iterator[Move]:
        """Yield what passes from heap to heap.

        What a seat both gave and got stays with it: a lost offer returns to its seat."""
        for kind in sorted(self._gave.keys() | self._got.keys()):
            givers, takers = self._gave[kind], self._got[kind]
            for giver in list(givers):
                for taker in [heap for heap in takers if giver.seat is not None and heap.seat == giver.seat]:
                    yield from _pass(kind, givers, giver, takers, taker)
            for giver in list(givers):
                for taker in list(takers):
                    yield from _pass(kind, givers, giver, takers, taker)
            yield from _rest(kind, givers, takers)


def _one_of(shares: dict[Heap, int], seat: Seat | None) -> Heap | None:
    """Take one from a heap that has a share left, preferably that seat's."""
    heap = next((heap for heap in shares if heap.seat == seat), None) or next(iter(shares), None)
    if heap is not None:
        _take(shares, heap, 1)
    return heap


def _pass(kind: str, givers: dict[Heap, int], giver: Heap, takers: dict[Heap, int], taker: Heap) -> Iterable[Move]:
    n = min(givers.get(giver, 0), takers.get(taker, 0))
    if not n:
        return []
    _take(givers, giver, n)
    _take(takers, taker, n)
    return [{"heap": kind, "from": giver.place, "to": taker.place, "n": n}]


def _rest(kind: str, givers: dict[Heap, int], takers: dict[Heap, int]) -> Iterator[Move]:
    """Yield what comes from nowhere or goes to nowhere, as money does."""
    for heap, n in givers.items():
        yield {"heap": kind, "from": heap.place, "n": n}
    for heap, n in takers.items():
        yield {"heap": kind, "to": heap.place, "n": n}


def _take(shares: dict[Heap, int], heap: Heap, n: int) -> None:
    shares[heap] -= n
    if not shares[heap]:
        del shares[heap]
