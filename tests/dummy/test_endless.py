"""Endless game: it fails each contract check with a message after bounded reveals."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from engine.core.chance import Chance, SeededChance
from engine.core.effects import Step
from engine.core.errors import EndlessGameError, EngineError
from engine.core.seats import Seat
from engine.driver import MOST_TURNS, play_to_end, turns
from tests.dummy.throws import GAME, State
from tests.engine import deals, test_game_contract
from tests.engine.deals import Deal


def endless_round(state: State, choices: Mapping[Seat, str], chance: Chance) -> tuple[Step[State], ...]:
    """Resolve the throws, then repeat the same round."""
    *steps, last = GAME.resolve(state, choices, chance)
    return (*steps, Step(last.effect, replace(last.state, round=state.round)))


ENDLESS = replace(
    GAME,
    key="endless",
    title="Endless",
    resolve=endless_round,
    after=lambda state, choices, chance: endless_round(state, choices, chance)[-1].state,
)
CONTRACT: dict[str, Callable[[Deal], None]] = {
    name: each
    for name, each in vars(test_game_contract).items()
    if name.startswith("test_") and list(inspect.signature(each).parameters) == ["deal"]
}
SENTENCE = f"Endless has not come to its end after {MOST_TURNS} reveals"


def outcome(check: Callable[[Deal], None]) -> str:
    """Return the check's message about the endless game; empty if it passes."""
    try:
        check(Deal(ENDLESS.key, 2, ()))
    except (AssertionError, EngineError, pytest.fail.Exception) as error:
        return str(error) or type(error).__name__
    return ""


def test_contract_checks_report_an_endless_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deals, "GAMES", {ENDLESS.key: ENDLESS})
    said = {name: outcome(check) for name, check in CONTRACT.items()}
    assert len(said) >= 25
    assert {name for name, each in said.items() if each == SENTENCE} >= {
        "test_somebody_is_asked_until_there_is_an_outcome",
        "test_an_outcome_ranks_every_seat_once",
        "test_a_game_of_defaults_comes_to_an_end",
        "test_bots_of_every_level_play_legal_choices_to_the_end",
    }
    assert said["test_data_that_is_no_state_does_not_load"] == "", "what holds of it, holds"


def test_whoever_drives_it_is_told() -> None:
    state, chance = ENDLESS.new(2, {}, SeededChance(b"any")), SeededChance(b"any")
    chooser = [lambda view, ask: ask.default] * 2
    with pytest.raises(EndlessGameError, match=SENTENCE):
        list(turns(ENDLESS, state, chooser, chance))
    with pytest.raises(EndlessGameError, match=SENTENCE):
        play_to_end(ENDLESS, state, chooser, chance)
