"""Checksum of a state: covers every field, and never changes."""

import dataclasses
import hashlib
import json
from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any

import pytest

from engine.adel_verpflichtet import GAME as ADEL
from engine.adel_verpflichtet.edition import Edition as AdelEdition
from engine.adel_verpflichtet.edition import read as read_adel
from engine.core.chance import SeededChance
from engine.core.game import AnyGame
from engine.core.plain import checksum
from engine.edel_stein_reich import GAME as EDEL
from engine.edel_stein_reich.edition import Edition as EdelEdition
from engine.edel_stein_reich.edition import read as read_edel
from tests.engine.deals import DEALS, Deal

Path = tuple[str | int, ...]


def variants(value: Any) -> Iterator[tuple[Path, Any]]:
    """Yield the value with one place changed, for each place, and that place."""
    match value:
        case AdelEdition() | EdelEdition():
            read: Callable[[Any], Any] = read_adel if isinstance(value, AdelEdition) else read_edel
            figures: Any = value.data
            yield (), read(figures | {"name": "another"})
        case tuple() if names := names_of(value):
            kind: Any = type(value)
            for name in names:
                for path, other in variants(getattr(value, name)):
                    yield (name, *path), kind(**{each: getattr(value, each) for each in names} | {name: other})
        case tuple():
            for place, each in enumerate(value):
                for path, other in variants(each):
                    yield (place, *path), (*value[:place], other, *value[place + 1 :])
            yield ("more",), (*value, 0)
        case bool():
            yield (), not value
        case int():
            yield (), value + 1
        case str():
            yield (), f"{value}x"
        case None:
            yield (), 0
        case _:
            for field in dataclasses.fields(value):
                for path, other in variants(getattr(value, field.name)):
                    yield (field.name, *path), dataclasses.replace(value, **{field.name: other})


def names_of(state: Any) -> tuple[str, ...]:
    """Return the fields of a state or a part of it; none if it has none."""
    if dataclasses.is_dataclass(state):
        return tuple(field.name for field in dataclasses.fields(state))
    return getattr(state, "_fields", ())


def find_overlooked(proof: Callable[[Any], str], state: Any) -> set[str | int]:
    """Return the fields that can change without another checksum.

    A field also counts if its checksum equals that of a third state."""
    found = {proof(state)}
    missed = set()
    for path, other in variants(state):
        if proof(other) in found:
            missed.add(path[0])
        found.add(proof(other))
    return missed


def moments(deal: Deal) -> Iterator[Any]:
    """Return some states of a game, also some during a resolution."""
    yield from list(deal.states())[::40]


@pytest.mark.parametrize("deal", DEALS, ids=str)
def test_no_field_is_overlooked(deal: Deal) -> None:
    for state in moments(deal):
        assert {path[0] for path, _ in variants(state)} == set(names_of(state))
        assert find_overlooked(deal.game.checksum, state) == set()


@pytest.mark.parametrize("deal", [deal for deal in DEALS if deal.seats == 3], ids=str)
def test_a_field_that_is_left_out_is_found(deal: Deal) -> None:
    state = next(moments(deal))
    for place, name in enumerate(names_of(state)):

        def drop_field(other: Any, place: int = place) -> str:
            fields = [getattr(other, each) for each in names_of(other)]
            return json.dumps([*fields[:place], *fields[place + 1 :]], default=attrgetter("digest"))

        assert find_overlooked(drop_field, state) == {name}


@pytest.mark.parametrize("deal", DEALS, ids=str)
def test_equal_states_have_equal_checksums_and_others_have_others(deal: Deal) -> None:
    game, states = deal.game, list(dict.fromkeys(deal.states()))
    assert len({game.checksum(state) for state in states}) == len(states)
    for turn in deal.story():
        loaded = game.load(game.dump(turn.before))
        after = game.after(turn.before, turn.choices, deal.chance)
        assert game.checksum(loaded) == game.checksum(turn.before)
        assert game.checksum(after) == game.checksum(turn.after)


@pytest.mark.parametrize(
    ("game", "revision", "seats", "is_now"),
    [
        (ADEL, 0, 4, "dfc9eb2832ae716e4c38af28e3de6a6484414f78f15e1e983352284047b6a356"),
        (EDEL, 0, 4, "4cfcbd13e709490123711d987f3474afbf0694068994efa1fd596ab78c5f2703"),
        (EDEL, 1, 4, "4cfcbd13e709490123711d987f3474afbf0694068994efa1fd596ab78c5f2703"),
        (EDEL, 0, 2, "ce6a6fb9127748590e43c029e7b3c6e7b8b1c84f6d6a65466f075acfe356791f"),
        (EDEL, 1, 2, "540cda2f67d07dbc2c4e1f4014995af39b59f5befc681156355256428b174952"),
    ],
    ids=lambda value: getattr(value, "key", None),
)
def test_known_checksums_never_change(game: AnyGame, revision: int, seats: int, is_now: str) -> None:
    assert game.checksum(game.begin(revision, seats, {}, SeededChance(bytes(32)))) == is_now


def test_a_checksum_follows_the_document() -> None:
    state = ADEL.new(2, {}, SeededChance(bytes(32)))
    figures = json.dumps(ADEL.edition(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    edition = hashlib.sha256(figures.encode()).hexdigest()
    table, *fields = [[edition, *state.table[1:-1]], *state[1:]]
    told = json.dumps([table, *fields]).replace(" ", "")
    assert ADEL.checksum(state) == hashlib.sha256(told.encode()).hexdigest()


def test_a_value_of_another_kind_has_no_checksum() -> None:
    for other in ({1, 2}, object(), b"bytes", float("nan")):
        with pytest.raises((TypeError, ValueError)):
            checksum((1, other))
