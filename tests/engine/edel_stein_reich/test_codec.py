"""States as data: everything is in it, and nothing else is taken for a state."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from engine.core.chance import SeededChance
from engine.core.errors import BadDumpError
from engine.core.plain import Plain
from engine.edel_stein_reich import GAME
from engine.edel_stein_reich.state import State
from tests.engine.edel_stein_reich.tables import ADA, BEN, CARLA, a_table, play, random_steps, random_stories

Dump = dict[str, Any]


def a_dump() -> Dump:
    """Return the dump of a table during a negotiation."""
    table = a_table(3, holdings={ADA: "rb", BEN: "rr", CARLA: "y"}, cards={CARLA: "sole_red"})
    data = GAME.dump(play(table, "event | event | money", "bid red").state)
    assert isinstance(data, dict)
    return data


def a_dump_of_two() -> Dump:
    """Return the dump of two seats, one of them guessing."""
    data = GAME.dump(play(a_table(2), "gems").state)
    assert isinstance(data, dict)
    return data


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_waiting_state_loads_from_its_json(seats: int) -> None:
    for story in list(random_stories(3, seats))[::3]:
        data: Plain = json.loads(json.dumps(GAME.dump(story.state)))
        assert GAME.load(data) == story.state
        assert GAME.digest(GAME.load(data)) == GAME.digest(story.state)


def test_a_loaded_game_goes_on_as_the_dumped_one() -> None:
    state = play(a_table(3, event="halve_1"), "event | money | gems", "open_card").state
    loaded = GAME.load(json.loads(json.dumps(GAME.dump(state))))
    assert play(loaded, "halve").state == play(state, "halve").state


def test_a_dump_holds_its_edition() -> None:
    assert a_dump()["edition"] == GAME.edition()


def test_different_states_have_different_digests() -> None:
    states = [step.state for step in random_steps(11, 4)]
    digests: dict[str, State] = {}
    for state in states:
        assert digests.setdefault(GAME.digest(state), state) == state
    assert len(digests) > len(states) / 2


def test_deal_digest_is_stable_across_processes_and_versions() -> None:
    state = GAME.new(4, {}, SeededChance(bytes(32)))
    assert GAME.digest(state) == "cb493ea97b2e7ed1c607c98ebbdb4d6026c1a806962d63e103feed93157a761f"


SPOILT: dict[str, Callable[[Dump], object]] = {
    "a part missing": lambda data: data.pop("supply"),
    "an unknown part": lambda data: data.update(dice=6),
    "a lost gem": lambda data: data["supply"].__setitem__(0, data["supply"][0] - 1),
    "a gem too many": lambda data: data["gems"][0].__setitem__(3, 9),
    "a debt of gems": lambda data: data["gems"][0].__setitem__(0, -1),
    "three colours": lambda data: data["gems"][0].pop(),
    "a debt of money": lambda data: data["money"].__setitem__(0, -1),
    "a lost gem card": lambda data: data["gem_pile"].pop(),
    "a gem card twice": lambda data: data["gem_pile"].__setitem__(0, data["gem_pile"][1]),
    "a gem card of no edition": lambda data: data["gem_pile"].__setitem__(0, "rrrr9"),
    "a lost event card": lambda data: data["event_pile"].pop(),
    "an event card in two places": lambda data: data["under"].append("sole_red"),
    "an event card of no edition": lambda data: data["cards"][0].append("joker"),
    "a seat too few": lambda data: data["money"].pop(),
    "a colour of no seat": lambda data: data["colours"].__setitem__(0, "pink"),
    "a colour twice": lambda data: data["colours"].__setitem__(0, "blue"),
    "a starting seat among three": lambda data: data.update(starter=0),
    "an unknown stage": lambda data: data.update(stage="tea"),
    "an unknown action": lambda data: data["actions"].__setitem__(0, "steal"),
    "a number for a flag": lambda data: data.update(is_open=1),
    "a flag for a number": lambda data: data.update(turn=True),
    "text for a list": lambda data: data.update(money="12"),
    "a number for a text": lambda data: data.update(stage=3),
    "a negotiation of nobody": lambda data: data["negotiation"].update(opener=7),
    "a negotiation in a word": lambda data: data.update(negotiation="red"),
    "a part of a negotiation missing": lambda data: data["negotiation"].pop("passed"),
    "no negotiation while one is asked for a bid": lambda data: data.update(negotiation=None),
    "nothing to guess": lambda data: data.update(stage="guess"),
    "nobody to choose freely": lambda data: data.update(stage="free_choice"),
    "nobody to take an event": lambda data: data.update(stage="event_source"),
    "no event to carry out": lambda data: data.update(stage="event"),
    "no gem to return": lambda data: data.update(stage="return_gem"),
    "a spoilt edition": lambda data: data["edition"].pop("gem_cards"),
}


@pytest.mark.parametrize("fault", SPOILT)
def test_spoilt_data_is_no_state(fault: str) -> None:
    data = a_dump()
    GAME.load(copy.deepcopy(data))
    SPOILT[fault](data)
    with pytest.raises(BadDumpError):
        GAME.load(data)


SPOILT_OF_TWO: dict[str, Callable[[Dump], object]] = {
    "no starting seat": lambda data: data.update(starter=None),
    "a starting seat that is not there": lambda data: data.update(starter=2),
    "nothing sealed": lambda data: data.update(actions=[None, None]),
}


@pytest.mark.parametrize("fault", SPOILT_OF_TWO)
def test_spoilt_data_of_two_seats_is_no_state(fault: str) -> None:
    data = a_dump_of_two()
    GAME.load(copy.deepcopy(data))
    SPOILT_OF_TWO[fault](data)
    with pytest.raises(BadDumpError):
        GAME.load(data)


@pytest.mark.parametrize("data", [None, 3, "state", [], {}])
def test_other_data_is_no_state(data: Plain) -> None:
    with pytest.raises(BadDumpError):
        GAME.load(data)
