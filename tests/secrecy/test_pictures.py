"""Pictures and films say nothing that is not public: they are made of public views and effects alone, tables that
differ in what is hidden give the same bytes, and a picture that leaks is found out."""

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
"""What may hold more than is public."""


def bytes_of(table: Picture) -> bytes:
    """A picture as it is sent."""
    return orjson.dumps(wire.table("1/1", table))


@pytest.mark.parametrize("made", [difference, wire.table, wire.placed, wire.seats, steps, Films.between])
def test_what_is_sent_to_all_is_made_of_nothing_that_could_hold_a_secret(made: Callable[..., Any]) -> None:
    """By the signature: what is no argument cannot be told."""
    hints = {name: hint for name, hint in get_type_hints(made).items() if name != "return"}
    assert hints
    for name, hint in hints.items():
        words = {part.rpartition(".")[2].strip("'[] ,") for part in str(hint).replace("[", " ").split()}
        assert not words & SECRET, f"{name}: {hint}"


def test_a_films_pictures_are_those_of_the_view_that_everybody_has() -> None:
    """Of the modules that make films none asks for a seat's view, and none for what is sealed."""
    for module in (films, told, wire):
        source = inspect.getsource(module)
        assert ".view(" not in source
        assert ".sealed[" not in source and "peek" not in source and ".hand(" not in source


def pairs(deal: Deal) -> Iterator[Pair]:
    """Tables that everybody but one seat must take for the same."""
    yield from PAIRS[deal.key](deal)


@pytest.mark.rule("A10.2", "A2.3", "E9.1")
@pytest.mark.parametrize("deal", PICTURED, ids=str)
def test_twins_are_the_same_picture_to_the_byte(deal: Deal) -> None:
    tried = 0
    for pair in pairs(deal):
        assert bytes_of(picture_of(deal.game, pair.one)) == bytes_of(picture_of(deal.game, pair.other))
        tried += 1
    assert tried > 40


@pytest.mark.rule("A10.2", "A4.0")
@pytest.mark.parametrize("deal", PICTURED, ids=str)
def test_twins_of_the_same_course_are_the_same_film(deal: Deal) -> None:
    """Where the same choices bring the same effects about, they move the same pieces."""
    stories = {id(turn.before): turn for turn in deal.story()}
    tried = 0
    for pair in pairs(deal):
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
    """A game whose picture says a little more than its view allows."""

    game: Any
    leak: Callable[[Any, Picture], Picture]

    def picture(self, state: Any) -> Picture:
        """With the leak."""
        return self.leak(state, picture_of(self.game, state))


def by_id(state: Any, table: Picture) -> Picture:
    """A mutant: a back's id tells what is hidden."""
    mark = hash(repr(state)) % 1009
    pieces = {(f"{id}-{mark}" if piece.is_closed else id): piece for id, piece in table.pieces.items()}
    return table._replace(pieces={**pieces, f"hidden-{mark}": next(iter(table.pieces.values()))})


def by_order(state: Any, table: Picture) -> Picture:
    """A mutant: the order in which pieces lie does."""
    mark = hash(repr(state)) % 1009
    return table._replace(pieces={id: piece._replace(order=mark) for id, piece in table.pieces.items()})


def by_back(state: Any, table: Picture) -> Picture:
    """A mutant: every hidden thing has a back of its own."""
    mark = hash(repr(state)) % 1009
    backs = {f"pile-back-{at}": piece._replace(face=f"back-{mark}") for at, piece in enumerate(table.pieces.values())}
    return table._replace(pieces={**table.pieces, **backs})


MUTANTS: Mapping[str, Callable[[Any, Picture], Picture]] = {"id": by_id, "order": by_order, "back": by_back}


@pytest.mark.parametrize("leak", MUTANTS)
@pytest.mark.parametrize("deal", PICTURED[:1] + PICTURED[-1:], ids=str)
def test_a_picture_that_leaks_is_told_apart(deal: Deal, leak: str) -> None:
    leaky = Leaky(deal.game, MUTANTS[leak])
    told_apart = [bytes_of(leaky.picture(pair.one)) != bytes_of(leaky.picture(pair.other)) for pair in pairs(deal)]
    assert sum(told_apart) > len(told_apart) / 2
