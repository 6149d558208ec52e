"""Pictures of tables: invariants at every step of every game."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from engine.core.film.film import Film, film, picture_of, pictures_of
from engine.core.film.moves import Move, difference
from engine.core.picture import BACK, DuplicatePieceError, Heap, Picture, Piece, unique_pieces
from engine.core.seats import Seat
from tests.engine.deals import DEALS, Deal

PICTURED = tuple(deal for deal in DEALS if deal.game.pictures is not None)
UNCOUNTED = {"money"}
"""Kind that comes from nowhere and goes to nowhere."""
PASSING = {"location", "action"}
"""Kinds of cards that every seat has; one lies only while it means something."""

Lies = tuple[dict[str, tuple[str, str, int]], dict[tuple[str, str], int], dict[str, Any]]
"""Place, face and order of each piece by id; how many by place and kind; signs."""


@cache
def films(deal: Deal) -> tuple[Film, ...]:
    """Return the films of a whole game."""
    return tuple(film(deal.game, turn.before, turn.steps) for turn in deal.story())


def lies(table: Picture) -> Lies:
    """Return a client's data of a picture."""
    pieces = {id: (piece.place, piece.face, piece.order) for id, piece in table.pieces.items()}
    heaps: Counter[tuple[str, str]] = Counter()
    for heap, n in table.heaps.items():
        heaps[heap.place, heap.kind] += n
    return pieces, +heaps, dict(table.signs)


def apply(start: Lies, moves: list[Move]) -> Lies:
    """Return a client's data after the moves."""
    pieces, heaps, signs = start[0].copy(), Counter(start[1]), start[2].copy()
    for move in moves:
        if "sign" in move:
            signs[move["sign"]] = move["is"]
        elif "heap" in move:
            for way, n in (("from", -move["n"]), ("to", move["n"])):
                if way in move:
                    heaps[str(dict(move)[way]), move["heap"]] += n
        elif "gone" in move:
            del pieces[move["id"]]
        elif "into" in move:
            del pieces[move["id"]]
            heaps[heap_key(move["into"])] += 1
        else:
            if "outof" in move:
                heaps[heap_key(move["outof"])] -= 1
            place, face, order = pieces.pop(move["id"], ("", "", 0))
            name = move.get("as", move["id"])
            assert name not in pieces
            pieces[name] = (move.get("to", place), move.get("face", face), move.get("order", order))
        assert min(heaps.values(), default=0) >= 0
    return pieces, +heaps, signs


def heap_key(path: str) -> tuple[str, str]:
    """Return the place and the kind of a count."""
    place, _, kind = path.partition("/")
    return place, kind


def totals(table: Picture) -> dict[str, int]:
    """Return the number of things of each kind, in all places."""
    found = Counter(piece.kind for piece in table.pieces.values())
    for heap, n in table.heaps.items():
        assert n >= 0, heap
        found[heap.kind] += n
    return {kind: n for kind, n in found.items() if kind not in UNCOUNTED | PASSING}


@pytest.mark.parametrize("deal", PICTURED, ids=str)
def test_things_are_conserved(deal: Deal) -> None:
    first = totals(picture_of(deal.game, deal.start()))
    assert first
    for state in deal.states():
        assert totals(picture_of(deal.game, state)) == first


@pytest.mark.parametrize("deal", PICTURED, ids=str)
def test_all_pieces_lie_in_known_places(deal: Deal) -> None:
    game: Any = deal.game
    places = {place.id for place in pictures_of(game).places(game.view(deal.start(), None))}
    for each in films(deal):
        for table in (each.start, each.end):
            assert {piece.place for piece in table.pieces.values()} <= places
            assert {heap.place for heap in table.heaps} <= places
            assert {piece.home for piece in table.pieces.values() if piece.home} <= places


@pytest.mark.parametrize("deal", PICTURED, ids=str)
def test_films_connect_pictures_without_gaps(deal: Deal) -> None:
    told = films(deal)
    for each, turn in zip(told, deal.story(), strict=True):
        moves = [move for step in each.steps for move in step.moves]
        assert apply(lies(each.start), moves) == lies(picture_of(deal.game, turn.after))
        assert each.end == picture_of(deal.game, turn.after)
    for earlier, later in pairwise(told):
        closed = later.start.pieces.keys() - earlier.end.pieces.keys()
        assert all(later.start.pieces[id].is_closed for id in closed)
        assert earlier.end.pieces.items() <= later.start.pieces.items()


@pytest.mark.rule("A4.0", "E10.3")
@pytest.mark.parametrize("deal", PICTURED, ids=str)
def test_no_closed_card_vanishes_unopened(deal: Deal) -> None:
    closed: dict[str, Piece] = {}
    for each in films(deal):
        assert closed.items() <= each.start.pieces.items()
        backs = {id for id, piece in each.start.pieces.items() if piece.is_closed}
        for step in each.steps:
            for move in step.moves:
                if move.get("id") not in backs:
                    continue
                assert "gone" not in move and "into" not in move
                if "face" in move:
                    backs.remove(move["id"])
        closed = {id: piece for id, piece in each.end.pieces.items() if piece.is_closed}
        assert closed.keys() <= backs


@pytest.mark.parametrize("deal", PICTURED, ids=str)
def test_every_move_has_two_ends(deal: Deal) -> None:
    """Exceptions are money, whose bank is not drawn, and cards that every seat has."""
    for each in films(deal):
        kinds = {id: piece.kind for table in (each.start, each.end) for id, piece in table.pieces.items()}
        for move in (move for step in each.steps for move in step.moves):
            if "heap" in move:
                assert move["heap"] in UNCOUNTED or ("from" in move and "to" in move), move
            elif "gone" in move or ("from" in move and "to" in move):
                assert kinds.get(move["id"], "location") in PASSING, move


@pytest.mark.parametrize("deal", PICTURED, ids=str)
def test_giver_and_taker_of_a_count_are_unique(deal: Deal) -> None:
    for each in films(deal):
        for step in each.steps:
            passed: dict[str, tuple[set[str], set[str]]] = {}
            for move in step.moves:
                if "heap" in move and "from" in move and "to" in move and owner(move["from"]) != owner(move["to"]):
                    givers, takers = passed.setdefault(move["heap"], (set(), set()))
                    givers.add(move["from"])
                    takers.add(move["to"])
            assert all(len(givers) == 1 or len(takers) == 1 for givers, takers in passed.values()), step


def owner(place: str) -> str:
    """Return the seat in the name of a place."""
    return "".join(filter(str.isdigit, place))


@pytest.mark.parametrize("deal", PICTURED, ids=str)
def test_the_hand_is_the_viewers_alone(deal: Deal) -> None:
    game: Any = deal.game
    for turn in deal.story()[::7]:
        assert not pictures_of(game).hand(game.view(turn.before, None))


@pytest.mark.parametrize("deal", PICTURED, ids=str)
def test_only_the_own_seat_knows_a_closed_card(deal: Deal) -> None:
    game: Any = deal.game
    for turn in deal.story()[::3]:
        public = game.view(turn.before, None)
        assert pictures_of(game).private_faces(public) == {}
        for seat in range(deal.seats):
            for id, face in pictures_of(game).private_faces(game.view(turn.before, Seat(seat))).items():
                piece = pictures_of(game).picture(public).pieces[id]
                assert (piece.seat, piece.face.startswith(BACK)) == (seat, True)
                assert not face.startswith(BACK)


def test_the_guessed_seat_still_sees_its_card() -> None:
    deal = next(deal for deal in PICTURED if (deal.key, deal.seats) == ("edel_stein_reich", 2))
    game: Any = deal.game
    views = (game.view(turn.before, Seat(seat)) for turn in deal.story() for seat in range(2))
    assert {face for view in views for face in pictures_of(game).private_faces(view).values()} > {
        "action-money",
        "action-gems",
    }


def table(heaps: Mapping[Heap, int] | None = None, **pieces: Piece) -> Picture:
    """Return a picture of these pieces alone."""
    return Picture(pieces, heaps or {}, {})


def test_a_raise_returns_the_old_offer_to_the_tray() -> None:
    mine, other = Seat(0), Seat(1)
    tray, pan = Heap("tray-0", "red", mine), Heap("pan-0", "red", mine)
    theirs, scale = Heap("tray-1", "red", other), Heap("pan-1", "red", other)
    before = table({tray: 1, pan: 2, theirs: 5, scale: 0})
    after = table({tray: 3, pan: 0, theirs: 2, scale: 3})
    assert difference(before, after) == (
        {"heap": "red", "from": "pan-0", "to": "tray-0", "n": 2},
        {"heap": "red", "from": "tray-1", "to": "pan-1", "n": 3},
    )


def test_a_leaving_piece_moves_no_other() -> None:
    shown = {f"C{year}": Piece("show-0", f"C{year}", "object", year) for year in (1600, 1700, 1800)}
    left = {id: piece for id, piece in shown.items() if id != "C1600"}
    left["D1"] = Piece("tray-1", "D1", "object", 1)
    assert [move["id"] for move in difference(Picture(shown, {}, {}), Picture(left, {}, {}))] == ["C1600", "D1"]


def test_leaving_moves_precede_coming_moves() -> None:
    before = table({Heap("pile", "object"): 3}, A=Piece("window", "A", "object"))
    after = table({Heap("pile", "object"): 2, Heap("tray", "object"): 1}, B=Piece("window", "B", "object"))
    assert difference(before, after) == (
        {"id": "A", "into": "tray/object"},
        {"id": "B", "to": "window", "face": "B", "outof": "pile/object"},
    )


def test_a_piece_in_two_places_is_refused() -> None:
    with pytest.raises(DuplicatePieceError):
        unique_pieces([("A", Piece("window", "A", "object")), ("A", Piece("tray", "A", "object"))])
