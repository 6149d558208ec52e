"""Property tests of Edel, Stein & Reich: no loss, no debts, and games end."""

import random
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from engine.core.asks import Ask
from engine.core.chance import SeededChance
from engine.core.effects import Effect
from engine.core.seats import Seat
from engine.edel_stein_reich import GAME
from engine.edel_stein_reich.choices import Choice
from engine.edel_stein_reich.gems import Gems
from engine.edel_stein_reich.state import TURNS, State, seats_of
from tests.engine.edel_stein_reich.tables import all_gems

tables = st.tuples(st.sampled_from(GAME.table_sizes), st.binary(min_size=4, max_size=4))

PAYING = {"takes_money", "majority_pays", "shared_majority_pays", "card_pays", "certificates_pay", "certificates_extra"}


def pick(ask: Ask[Choice], number: int) -> Choice:
    return ask.choices[number % len(ask.choices)]


def every_component_is_in_one_place(state: State) -> None:
    """Check E1.1: 22 gems of each colour, 30 gem cards, 39 event cards."""
    assert all_gems(state) == Gems(22, 22, 22, 22)
    assert min(map(min, (*state.gems, state.supply))) >= 0
    assert min(state.money) >= 0
    front = [card for card in state.gem_cards if card is not None]
    assert sorted([*state.gem_pile, *state.set_aside, *state.spent, *front]) == list(range(30))
    lying = [card for card in (state.open_event, state.event) if card is not None]
    laid = [card for own in state.cards for card in own]
    assert sorted([*state.event_pile, *state.under, *lying, *laid]) == list(range(39))
    scoring = [state.table.edition.event_cards[card].effect.is_scoring for card in laid]
    assert all(scoring)


def the_views_say_what_is_so(state: State) -> None:
    """Check that the public view agrees with the state.

    A seat sees the same and its own part."""
    public = GAME.view(state, None)
    assert public.mine is None
    assert [(seat.gems, seat.money, seat.gem_count) for seat in public.seats] == [
        (held, money, sum(held)) for held, money in zip(state.gems, state.money, strict=True)
    ]
    shown = len(public.discarded) + public.set_aside + public.gem_pile + sum(bool(s.gem_card) for s in public.seats)
    assert shown == 30
    lying = [card for card in (public.open_event, public.event) if card]
    laid = [card for seat in public.seats for card in seat.cards]
    assert public.event_pile + len(public.event_cards_under) + len(lying) + len(laid) == 39
    for seat in seats_of(state):
        view = GAME.view(state, seat)
        assert replace(view, mine=None) == public
        assert view.mine is not None
        assert view.mine.seat == seat


def the_step_is_what_it_says(before: State, effect: Effect, after: State) -> None:
    """Money comes only when told and never goes; the rounds count up."""
    gained = [there - here for here, there in zip(before.money, after.money, strict=True)]
    assert min(gained) >= 0
    if effect.kind not in PAYING:
        assert max(gained) == 0
    elif effect.seat is not None:
        told = effect.detail("money") if effect.kind == "takes_money" else effect.detail("pays")
        assert gained == [told if seat == effect.seat else 0 for seat in seats_of(after)]
    else:
        seats = effect.detail("seats")
        assert isinstance(seats, tuple)
        assert gained == [effect.detail("pays") if seat in seats else 0 for seat in seats_of(after)]
    assert effect.round == after.round
    assert after.round - before.round in (0, 1)
    assert 1 <= after.turn <= TURNS[len(after.gems)]


class AnyGame(RuleBasedStateMachine):
    """A game at any table, in which anybody may choose anything they are allowed to."""

    @initialize(table=tables)
    def sit_down(self, table: tuple[int, bytes]) -> None:
        self.chance = SeededChance(table[1])
        self.state = GAME.new(table[0], {}, self.chance)
        assert self.state.round == 1

    @rule(numbers=st.lists(st.integers(0, 255), min_size=5, max_size=5))
    def choose(self, numbers: list[int]) -> None:
        asks = GAME.asks(self.state)
        self.open({seat: pick(ask, numbers[seat]) for seat, ask in asks.items()})

    @rule(seed=st.integers(0, 2**32), reveals=st.integers(1, 60))
    def play_on(self, seed: int, reveals: int) -> None:
        rng = random.Random(seed)
        for _ in range(reveals):
            asks = GAME.asks(self.state)
            self.open({seat: pick(ask, int(rng.random() * 256)) for seat, ask in asks.items()})

    def open(self, choices: dict[Seat, Choice]) -> None:
        if not choices:
            return
        before = self.state
        for effect, after in GAME.resolve(self.state, choices, self.chance):
            every_component_is_in_one_place(after)
            the_step_is_what_it_says(before, effect, after)
            before = after
        self.state = before

    @invariant()
    def the_table_is_sound(self) -> None:
        every_component_is_in_one_place(self.state)
        the_views_say_what_is_so(self.state)
        assert GAME.load(GAME.dump(self.state)) == self.state

    @invariant()
    def asks_end_with_the_game(self) -> None:
        asks = GAME.asks(self.state)
        outcome = GAME.outcome(self.state)
        assert bool(asks) is (outcome is None)
        if outcome is not None:
            assert sorted(seat for level in outcome.ranking for seat in level) == [*seats_of(self.state)]

    @invariant()
    def every_choice_listed_is_legal_and_prints(self) -> None:
        for ask in GAME.asks(self.state).values():
            assert ask.default in ask
            for choice in ask.choices:
                assert choice in ask
                assert GAME.parse(GAME.text(choice)) == choice


@pytest.mark.rule("E1.1", "E6.1")
def test_any_game_keeps_its_components_and_tells_the_truth() -> None:
    run_state_machine_as_test(
        AnyGame,
        settings=settings(
            max_examples=20, stateful_step_count=15, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )


@pytest.mark.rule("E3.1", "E5.8")
@settings(max_examples=25, deadline=None)
@given(table=tables, seed=st.integers(0, 2**32), stubborn=st.integers(0, 5), place=st.sampled_from((0, 1, -1)))
def test_every_game_ends_however_stubborn_the_players(
    table: tuple[int, bytes], seed: int, stubborn: int, place: int
) -> None:
    """The first ``stubborn`` seats always take one fixed choice.

    It is the first, the second (the lowest bid) or the last one."""
    rng = random.Random(seed)
    chance = SeededChance(table[1])
    state = GAME.new(table[0], {}, chance)
    reveals = 0
    while asks := GAME.asks(state):
        choices = {
            seat: pick(ask, place % len(ask.choices)) if seat < stubborn else pick(ask, int(rng.random() * 256))
            for seat, ask in asks.items()
        }
        state = GAME.after(state, choices, chance)
        reveals += 1
        # a negotiation is bounded by the sizes and values of bids; nobody needs that many words
        assert reveals <= 3 * TURNS[table[0]] * 120
    every_component_is_in_one_place(state)
    assert state.round == 3


@pytest.mark.rule("E5.8")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_game_on_defaults_alone_is_short_and_harmless(seats: int) -> None:
    chance = SeededChance(b"asleep")
    state = GAME.new(seats, {}, chance)
    reveals = 0
    while asks := GAME.asks(state):
        state = GAME.after(state, {seat: ask.default for seat, ask in asks.items()}, chance)
        reveals += 1
    assert reveals <= 3 * TURNS[seats] * 3
    assert GAME.outcome(state) is not None


@pytest.mark.rule("E2.1", "E2.3")
@given(table=tables)
def test_any_deal_is_a_fair_start(table: tuple[int, bytes]) -> None:
    state = GAME.new(table[0], {}, SeededChance(table[1]))
    every_component_is_in_one_place(state)
    the_views_say_what_is_so(state)
    assert len(set(state.table.colours)) == table[0]
    assert set(state.gems) == {Gems(3, 3, 3, 3)}
    assert not any(state.money)
    assert not any(state.cards)
