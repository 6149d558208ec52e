"""Whole games: components are conserved, and ``after`` agrees with ``resolve``."""

import random
from itertools import chain
from pathlib import Path

import pytest

from engine.adel_verpflichtet import GAME
from engine.adel_verpflichtet.choices import Choice
from engine.adel_verpflichtet.edition import read_shipped
from engine.adel_verpflichtet.state import State
from engine.adel_verpflichtet.view_types import TableView
from engine.core.chance import SeededChance
from engine.core.game import Game
from engine.core.seats import Seat
from tests.engine.adel_verpflichtet.tables import NO_CHANCE, Options, a_table, random_steps, random_stories

GAMES: list[tuple[int, Options]] = [
    (2, {"variant": "surprise"}),
    (2, {"variant": "confrontation"}),
    (3, {}),
    (4, {}),
    (5, {}),
]


def test_it_is_a_game_of_the_engine() -> None:
    game: Game[State, Choice, TableView] = GAME
    assert game.key == Path(__file__).parent.name == "adel_verpflichtet"


@pytest.mark.rule("A1.2", "A1.4", "A4.1", "A7.2", "A8.5")
@pytest.mark.parametrize(("seats", "options"), GAMES)
def test_at_every_moment_each_component_is_in_one_place(seats: int, options: Options) -> None:
    for seed in range(6):
        for effect, state in random_steps(seed, seats, options):
            objects = [*state.hands, *state.exhibitions, *chain(*state.windows)]
            assert sum(thing.bit_count() for thing in objects) == 45, effect.text
            assert sum(objects) == (1 << 45) - 1, effect.text
            assert sum(chain(state.till, *state.cheques)) == 50 * seats, effect.text
            assert len([*chain(state.cells, *state.thieves)]) == 2 * seats, effect.text
            assert len(state.cells) <= seats
            assert state.round <= 200
        assert GAME.asks(state) == {}


@pytest.mark.parametrize(("seats", "options"), GAMES)
def test_after_leads_to_the_same_state_as_resolve(seats: int, options: Options) -> None:
    rng = random.Random(1)
    state = GAME.new(seats, options, SeededChance(b"silent"))
    while asks := GAME.asks(state):
        chosen: dict[Seat, Choice] = {seat: rng.choice(ask.choices) for seat, ask in asks.items()}
        silent = GAME.after(state, chosen, NO_CHANCE)
        assert silent == GAME.resolve(state, chosen, NO_CHANCE)[-1].state
        state = silent


@pytest.mark.parametrize(("seats", "options"), GAMES)
def test_every_listed_choice_and_every_default_is_legal_and_prints(seats: int, options: Options) -> None:
    for story in random_stories(2, seats, options):
        for ask in GAME.asks(story.state).values():
            assert ask.default in ask
            assert len(set(ask.choices)) == len(ask.choices) > 0
            for choice in ask.choices:
                assert choice in ask
                assert GAME.parse(GAME.text(choice)) == choice


@pytest.mark.parametrize(("seats", "options"), GAMES)
def test_a_game_of_defaults_comes_to_an_end(seats: int, options: Options) -> None:
    state = GAME.new(seats, options, SeededChance(b"asleep"))
    while asks := GAME.asks(state):
        state = GAME.after(state, {seat: ask.default for seat, ask in asks.items()}, NO_CHANCE)
    assert GAME.outcome(state) is not None


@pytest.mark.rule("A3.2", "A6.1")
def test_only_choices_of_several_seats_are_sealed() -> None:
    alone = {"purchase", "theft"}
    for story in random_stories(5, 5):
        asks = GAME.asks(story.state)
        kinds = {ask.kind for ask in asks.values()}
        assert len(kinds) <= 1
        if kinds & alone:
            assert len(asks) == 1
        if kinds & {"location", "action"}:
            assert len(asks) == 5


@pytest.mark.rule("A4.0")
def test_no_purchase_or_theft_is_asked_with_a_single_possibility() -> None:
    for seed in range(8):
        for story in random_stories(seed, 4):
            for ask in GAME.asks(story.state).values():
                assert len(ask.choices) > 1 or ask.kind in ("location", "action", "exhibition")


def test_rounds_are_counted_from_one() -> None:
    rounds = [GAME.round(story.state) for story in random_stories(3, 3)]
    assert rounds[0] == GAME.round(a_table(3)) == 1
    assert sorted(set(rounds)) == list(range(1, rounds[-1] + 1))


@pytest.mark.rule("A8.3")
def test_the_ranking_names_every_seat_once() -> None:
    for seats, options in GAMES:
        outcome = GAME.outcome(random_steps(4, seats, options)[-1].state)
        assert outcome is not None
        assert sorted(chain(*outcome.ranking)) == list(range(seats))


def test_the_shipped_names_are_short_enough_to_draw() -> None:
    assert max(len(thing.name) for thing in read_shipped().objects) <= 40
