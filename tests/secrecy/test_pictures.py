"""Pictures and films contain only public facts.

They are made from public views and effects alone. Tables that differ in hidden things give the same bytes, and a
leaking picture is detected."""

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, get_type_hints

import orjson
import pytest

from app.rooms.views import film as films
from app.web.scene import films as told
from app.web.scene import wire
from app.web.scene.films import Films, steps
from engine.core.film.film import film, picture_of
from engine.core.film.moves import difference
from engine.core.picture import Picture
from tests.engine.deals import DEALS, Deal
from tests.engine.test_hidden_information import PAIRS, Pair

PICTURED = tuple(deal for deal in DEALS if deal.game.pictures is not None and deal.key in PAIRS)
SECRET = {"Room", "Play", "RoomView", "PageView", "Passed", "Any"}
"""Types that may hold more than is public."""


def encode(table: Picture) -> bytes:
    """Return a picture as it is sent."""
    return orjson.dumps(wire.table("1/1", table))


@pytest.mark.parametrize("made", [difference, wire.table, wire.serialize_pieces, wire.seats, steps, Films.between])
def test_public_messages_take_no_secret_argument(made: Callable[..., Any]) -> None:
    """The signature proves it: a function cannot tell what it does not receive."""
    hints = {name: hint for name, hint in get_type_hints(made).items() if name != "return"}
    assert hints
    for name, hint in hints.items():
        words = {part.rpartition(".")[2].strip("'[] ,") for part in str(hint).replace("[", " ").split()}
        assert not words & SECRET, f"{name}: {hint}"


def test_film_modules_use_only_public_views() -> None:
    """No module that makes films reads a seat's view or a sealed card."""
    for module in (films, told, wire):
        source = inspect.getsource(module)
        assert ".view(" not in source
        assert ".sealed[" not in source and "peek" not in source and ".hand(" not in source


def make_pairs(deal: Deal) -> Iterator[Pair]:
    """Yield pairs of tables that only one seat can tell apart."""
    yield from PAIRS[deal.key](deal)


@pytest.mark.rule("A10.2", "A2.3", "E9.1")
@pytest.mark.parametrize("deal", PICTURED, ids=str)
def test_twins_have_the_same_picture_bytes(deal: Deal) -> None:
    tried = 0
    for pair in make_pairs(deal):
        assert encode(picture_of(deal.game, pair.one)) == encode(picture_of(deal.game, pair.other))
        tried += 1
    assert tried > 40


@pytest.mark.rule("A10.2", "A4.0")
@pytest.mark.parametrize("deal", PICTURED, ids=str)
def test_twins_of_the_same_course_have_the_same_film(deal: Deal) -> None:
    """Equal choices with equal effects move the same pieces."""
    stories = {id(turn.before): turn for turn in deal.story()}
    tried = 0
    for pair in make_pairs(deal):
        turn = stories.get(id(pair.one))
        if turn is None or any(c not in deal.game.asks(pair.other)[at] for at, c in turn.choices.items()):
            continue
        other = deal.game.resolve(pair.other, turn.choices, deal.chance)
        if [step.effect.text for step in other] != [step.effect.text for step in turn.steps]:
            continue
        made = [film(deal.game, before, done) for before, done in ((pair.one, turn.steps), (pair.other, other))]
        shown = [[step.moves for step in each.steps] for each in made]
        assert orjson.dumps(shown[0]) == orjson.dumps(shown[1])
        tried += 1
    assert tried > 0


@dataclass(frozen=True)
class Leaky:
    """Game whose picture shows a little more than its view."""

    game: Any
    leak: Callable[[Any, Picture], Picture]

    def picture(self, state: Any) -> Picture:
        """Return the picture with the leak."""
        return self.leak(state, picture_of(self.game, state))


def leak_by_id(state: Any, table: Picture) -> Picture:
    """Leak by a back's id (mutant)."""
    mark = hash(repr(state)) % 1009
    pieces = {(f"{id}-{mark}" if piece.is_closed else id): piece for id, piece in table.pieces.items()}
    return table._replace(pieces={**pieces, f"hidden-{mark}": next(iter(table.pieces.values()))})


def leak_by_order(state: Any, table: Picture) -> Picture:
    """Leak by the order of pieces (mutant)."""
    mark = hash(repr(state)) % 1009
    return table._replace(pieces={id: piece._replace(order=mark) for id, piece in table.pieces.items()})


def leak_by_back(state: Any, table: Picture) -> Picture:
    """Leak by a separate back for every hidden piece (mutant)."""
    mark = hash(repr(state)) % 1009
    backs = {f"pile-back-{at}": piece._replace(face=f"back-{mark}") for at, piece in enumerate(table.pieces.values())}
    return table._replace(pieces={**table.pieces, **backs})


MUTANTS: Mapping[str, Callable[[Any, Picture], Picture]] = {
    "id": leak_by_id,
    "order": leak_by_order,
    "back": leak_by_back,
}


@pytest.mark.parametrize("leak", MUTANTS)
@pytest.mark.parametrize("deal", PICTURED[:1] + PICTURED[-1:], ids=str)
def test_leaking_picture_is_detected(deal: Deal, leak: str) -> None:
    leaky = Leaky(deal.game, MUTANTS[leak])
    told_apart = [encode(leaky.picture(pair.one)) != encode(leaky.picture(pair.other)) for pair in make_pairs(deal)]
    assert sum(told_apart) > len(told_apart) / 2
