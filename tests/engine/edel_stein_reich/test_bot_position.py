"""A bot's idea of what a choice leads to is what the engine makes of it."""

from collections.abc import Iterator

import pytest

from engine.core.seats import Seat
from engine.edel_stein_reich import GAME
from engine.edel_stein_reich.bot.model.position import Position, position_in
from engine.edel_stein_reich.bot.model.turn import Turn, exchanges, list_event_actions
from engine.edel_stein_reich.choices import Action, Choice, Score, Word
from engine.edel_stein_reich.gems import Colour
from engine.edel_stein_reich.state import Stage, State
from tests.engine.edel_stein_reich.tables import ADA, BEN, CARLA, CHANCE, a_table, gems, play, random_stories, view

SIZES = pytest.mark.parametrize("seats", GAME.table_sizes)

DONE = {Stage.EVENT: "event_leaves", Stage.RETURN_GEM: "sends_back", Stage.FREE_CHOICE: ""}
"""Effects that report a finished past_action."""


def read_position(state: State) -> Position:
    """Return the bots' position of a state."""
    return position_in(view(state))


def decisions(seats: int) -> Iterator[tuple[State, Seat, Choice, State]]:
    """Yield past_actions, returns and free choices of random games.

    Each has the state before, the seat, its choice, and the state after."""
    for seed in range(12 if seats == 2 else 4):
        for story in random_stories(seed, seats):
            if story.before.stage in DONE:
                ((seat, ask),) = GAME.asks(story.before).items()
                for choice in ask.choices:
                    steps = GAME.resolve(story.before, {seat: choice}, CHANCE)
                    kind = DONE[story.before.stage]
                    done = (step.state for step in steps if not kind or step.effect.kind == kind)
                    if choice is not Word.RETURN_ONE:
                        yield story.before, seat, choice, next(done)


@SIZES
def test_a_decision_leads_where_the_engine_leads_it(seats: int) -> None:
    compared = set()
    for before, seat, choice, after in decisions(seats):
        if choice is Word.DECLINE:
            continue
        compared.add(type(choice) if not isinstance(choice, Word) else choice)
        assert read_position(before).apply_choice(seat, choice, view(before).event) == read_position(after), GAME.text(
            choice
        )
    assert len(compared) >= 4


@SIZES
def test_model_deeds_include_all_legal_ones(seats: int) -> None:
    for story in random_stories(3, seats):
        state = story.before
        card = view(state).event
        if card is not None and state.stage is Stage.EVENT and state.actor is not None:
            thought = set(list_event_actions(read_position(state), state.actor, card))
            assert thought >= set(GAME.asks(state)[state.actor].choices) - {Word.DECLINE}


def test_model_exchanges_are_the_legal_ones() -> None:
    state = play(a_table(5), "free_choice | money | gems | money | gems").state
    while state.stage is not Stage.FREE_CHOICE:
        state = play(state, GAME.text(next(iter(GAME.asks(state).values())).default)).state
    assert {*exchanges(read_position(state), ADA), Word.DECLINE} == set(GAME.asks(state)[ADA].choices)


@pytest.mark.parametrize("action", [Action.MONEY, Action.EVENT, Action.GEMS])
def test_what_is_carried_out_alone_is_what_the_model_says(action: Action) -> None:
    others = Action.GEMS if action is Action.MONEY else Action.MONEY
    table = a_table(4, gem_cards="ryy4 rgg5 bbb7 yb7", event="take_three_1", pile="sole_blue")
    state = play(table, f"{action} | {others} | {others} | {others}").state
    turn = Turn(view(table))
    if action is Action.EVENT:
        state = play(state, "open_card", GAME.text(turn.plan(ADA).past_action)).state
    assert turn.carry_out(turn.position, ADA, action) == read_position(state)
    assert turn.act_alone(ADA, action) == turn.values.worths(read_position(state))


def test_model_accepted_bid_matches_the_engine() -> None:
    table = a_table(3, gem_cards="ryy4 rgg5 bbb7")
    state = play(table, "gems | gems | money", "bid red blue", "accept").state
    turn = Turn(view(table))
    bought = turn.carry_out(turn.position.move_gems(ADA, BEN, gems("rb")), ADA, Action.GEMS)
    assert bought == read_position(state)._replace(money=(0.0, 0.0, 0.0)), "Carla alone has been paid before"


@pytest.mark.rule("E7.3")
def test_a_colour_that_nobody_holds_pays_nobody() -> None:
    position = read_position(a_table(3, holdings={ADA: "y", BEN: "y", CARLA: "y"}))
    assert position.apply_choice(ADA, Score(Colour.RED), None) == position
