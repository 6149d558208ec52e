"""Dumps of states: complete, and strictly read."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from engine.adel_verpflichtet import GAME
from engine.adel_verpflichtet.state import State
from engine.core.chance import SeededChance
from engine.core.errors import BadDumpError
from engine.core.plain import Plain
from tests.engine.adel_verpflichtet.tables import ADA, Options, a_table, random_steps, random_stories

GAMES: list[tuple[int, Options]] = [(2, {"variant": "confrontation"}), (3, {"open_memory": False}), (5, {})]


def a_dump() -> dict[str, Any]:
    """Return the dump of a table."""
    data = GAME.dump(a_table(3, hands={ADA: "A1598 A1621"}, cells=(9,)))
    assert isinstance(data, dict)
    return data


@pytest.mark.parametrize(("seats", "options"), GAMES)
def test_every_waiting_state_loads_back_from_json(seats: int, options: Options) -> None:
    for story in list(random_stories(3, seats, options))[::3]:
        data: Plain = json.loads(json.dumps(GAME.dump(story.state)))
        assert GAME.load(data) == story.state
        assert GAME.digest(GAME.load(data)) == GAME.digest(story.state)


def test_a_dump_holds_its_edition() -> None:
    assert a_dump()["edition"] == GAME.edition()


def test_different_states_have_different_digests() -> None:
    states = [step.state for step in random_steps(11, 4)]
    digests: dict[str, State] = {}
    for state in states:
        assert digests.setdefault(GAME.digest(state), state) == state
    assert len(digests) > len(states) / 2


def test_the_digest_of_a_deal_never_changes() -> None:
    state = GAME.new(4, {}, SeededChance(bytes(32)))
    assert GAME.digest(state) == "788acfe44a65eebc5b4ce9073c068b9c0ea2a2f6aeb1ebaf988a1b7424957b3e"


SPOILT: dict[str, Callable[[dict[str, Any]], object]] = {
    "nothing missing but a part": lambda data: data.pop("till"),
    "an unknown part": lambda data: data.update(dice=6),
    "a lost object": lambda data: data["hands"][0].pop(),
    "an object in two places": lambda data: data["hands"][1].append("A1598"),
    "an object of no edition": lambda data: data["hands"][0].__setitem__(0, "A1599"),
    "objects out of order": lambda data: data["hands"][0].reverse(),
    "a lost cheque": lambda data: data["cheques"][0].pop(),
    "a false cheque": lambda data: data["cheques"][0].__setitem__(0, 99),
    "a lost thief": lambda data: data["cells"].pop(),
    "a seat too few": lambda data: data["pawns"].pop(),
    "a colour of no edition": lambda data: data["colours"].__setitem__(0, "pink"),
    "a colour twice": lambda data: data["colours"].__setitem__(0, "blue"),
    "a variant for three": lambda data: data.update(variant="surprise"),
    "an unknown variant": lambda data: data.update(variant="chess"),
    "an unknown stage": lambda data: data.update(stage="tea"),
    "a number for a flag": lambda data: data.update(closed=1),
    "a flag for a number": lambda data: data.update(paid=True),
    "a pawn behind the start": lambda data: data["pawns"].__setitem__(0, -1),
    "a location for an action": lambda data: data["actions"].__setitem__(0, "castle"),
    "an unknown card": lambda data: data["actions"].__setitem__(0, "joker"),
    "text for a list": lambda data: data.update(hands="A1598"),
    "number for a text": lambda data: data.update(stage=3),
    "three piles": lambda data: data["windows"].append([]),
    "a spoilt edition": lambda data: data["edition"].pop("castles"),
}


@pytest.mark.parametrize("fault", SPOILT)
def test_spoilt_data_is_no_state(fault: str) -> None:
    data = a_dump()
    GAME.load(copy.deepcopy(data))
    SPOILT[fault](data)
    with pytest.raises(BadDumpError):
        GAME.load(data)


@pytest.mark.parametrize("data", [None, 3, "state", [], {}])
def test_other_data_is_no_state(data: Plain) -> None:
    with pytest.raises(BadDumpError):
        GAME.load(data)
