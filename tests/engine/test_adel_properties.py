"""Random games of Adel verpflichtet: invariants of every choice."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from engine.adel_verpflichtet import GAME
from engine.adel_verpflichtet.choices import Choice
from engine.adel_verpflichtet.rules.ending import LAST_ROUND
from engine.adel_verpflichtet.state import Rules, State, seats_of
from engine.core.asks import Ask
from engine.core.chance import SeededChance
from engine.core.effects import Effect, Step
from engine.core.options import Value
from engine.core.seats import Seat, all_seats
from tests.whole import whole

MOVES = ("exhibitor_moves", "detective_moves", "finalist_moves")

tables = st.tuples(
    st.sampled_from(GAME.table_sizes),
    st.fixed_dictionaries(
        {
            "variant": st.sampled_from(("surprise", "confrontation")),
            "open_memory": st.booleans(),
            "rules": st.sampled_from(("2000", "1990")),
        }
    ),
    st.binary(min_size=4, max_size=4),
)


def deal(seats: int, options: dict[str, Value], seed: bytes) -> State:
    return GAME.new(seats, options, SeededChance(seed))


def resolve(state: State, choices: dict[Seat, Choice]) -> tuple[Step[State], ...]:
    # all chance of this game is in its set-up
    return GAME.resolve(state, choices, SeededChance(b""))


def pick(ask: Ask[Choice], number: int) -> Choice:
    return ask.choices[number % len(ask.choices)]


def every_component_is_in_one_place(state: State) -> None:
    """Check that there are 45 objects, and four cheques and two thieves per colour.

    Clauses A1.2, A1.4: never one more or less."""
    edition = state.table.edition
    places = [*state.hands, *state.exhibitions, *(thing for pile in state.windows for thing in pile)]
    assert sum(objects.bit_count() for objects in places) == 45
    assert sum(places) == (1 << 45) - 1, "an object is in two places"
    begun = Counter(value for colour in state.table.colours for value in edition.colours[colour].cheques)
    assert Counter([*state.till, *(value for hand in state.cheques for value in hand)]) == begun
    for seat, colour in enumerate(state.table.colours):
        own = set(edition.colours[colour].thieves)
        caught = own & set(state.cells)
        assert set(state.thieves[seat]) == own - caught
        assert len(state.thieves[seat]) + len(caught) == 2
    assert len(set(state.cells)) == len(state.cells) <= len(state.pawns)
    assert set(state.prowling) <= {thief for thieves in state.thieves for thief in thieves}


def the_views_say_what_is_so(state: State) -> None:
    """Check that the public view agrees with the state.

    A seat sees the same and its private part."""
    public = GAME.view(state, None)
    assert public.mine is None
    assert [(seat.space, seat.cheques, seat.thieves) for seat in public.seats] == [
        (pawn, len(cheques), thieves)
        for pawn, cheques, thieves in zip(state.pawns, state.cheques, state.thieves, strict=True)
    ]
    held = sum(seat.hand + len(seat.exhibition) for seat in public.seats)
    assert held + sum(window.pile for window in public.windows) == 45
    assert [cell.value for cell in public.cells if cell] == [*state.cells]
    assert len(public.cells) == len(state.pawns)
    assert all((cell.seat, cell.value) in owners(state) for cell in public.cells if cell)
    assert public.till == state.till
    assert sorted(seat.place for seat in public.seats) == rank([seat.space for seat in public.seats])
    for seat in seats_of(state):
        view = GAME.view(state, seat)
        assert replace(view, mine=None) == public
        assert view.mine is not None
        assert len(view.mine.objects) == public.seats[seat].hand
        assert (view.mine.cheques, view.mine.thieves) == (state.cheques[seat], state.thieves[seat])


def owners(state: State) -> set[tuple[int, int]]:
    colours = state.table.edition.colours
    return {(seat, thief) for seat, name in enumerate(state.table.colours) for thief in colours[name].thieves}


def rank(spaces: list[int]) -> list[int]:
    """Return the places of pawns on these spaces, the best first (A6.8)."""
    farthest_first = sorted(spaces, reverse=True)
    return [farthest_first.index(space) + 1 for space in farthest_first]


def the_step_is_what_it_says(before: State, effect: Effect, after: State) -> None:
    """Check that a step does what its effect tells.

    Pawns never move back, shown objects stay known, and rounds count up."""
    moved = [there - here for here, there in zip(before.pawns, after.pawns, strict=True)]
    told = [0] * len(moved)
    if effect.kind in MOVES and effect.seat is not None:
        told[effect.seat] = int(str(effect.detail("by")))
    assert moved == told
    assert min(moved) >= 0
    assert before.seen & ~after.seen == 0
    assert len(after.windows[0]) + len(after.windows[1]) >= len(before.windows[0]) + len(before.windows[1]) - 1
    assert effect.round == before.round
    assert after.round - before.round in (0, 1)
    banquet = after.table.edition.banquet_space
    if effect.kind in MOVES[:2] and after.table.rules is Rules.OF_1990:
        # whoever moves, nobody has arrived before (A11.1)
        assert max(before.pawns) < banquet


class AnyGame(RuleBasedStateMachine):
    """A game at any table, in which anybody may choose anything they are allowed to."""

    @initialize(table=tables)
    def sit_down(self, table: tuple[int, dict[str, Value], bytes]) -> None:
        self.state = deal(*table)
        assert self.state.round == 1

    @precondition(lambda self: GAME.outcome(self.state) is None)
    @rule(numbers=st.lists(st.integers(0, 255), min_size=5, max_size=5))
    def choose(self, numbers: list[int]) -> None:
        asks = GAME.asks(self.state)
        self.open({seat: pick(ask, numbers[seat]) for seat, ask in asks.items()})

    @precondition(lambda self: GAME.outcome(self.state) is None)
    @rule(seed=st.integers(0, 2**32), reveals=st.integers(1, 60))
    def play_on(self, seed: int, reveals: int) -> None:
        rng = random.Random(seed)
        for _ in range(reveals):
            asks = GAME.asks(self.state)
            self.open({seat: pick(ask, int(rng.random() * 256)) for seat, ask in asks.items()})

    @precondition(lambda self: GAME.outcome(self.state) is not None)
    @rule(table=tables)
    def play_again(self, table: tuple[int, dict[str, Value], bytes]) -> None:
        self.state = deal(*table)

    def open(self, choices: dict[Seat, Choice]) -> None:
        if not choices:
            return
        before = self.state
        for effect, after in resolve(self.state, choices):
            every_component_is_in_one_place(after)
            the_step_is_what_it_says(before, effect, after)
            before = after
        self.state = before

    @invariant()
    def the_table_is_sound(self) -> None:
        every_component_is_in_one_place(self.state)
        the_views_say_what_is_so(self.state)

    @invariant()
    def asks_end_with_the_game(self) -> None:
        asks = GAME.asks(self.state)
        outcome = GAME.outcome(self.state)
        assert bool(asks) is (outcome is None)
        if outcome is not None:
            assert sorted(seat for level in outcome.ranking for seat in level) == [*seats_of(self.state)]

    @invariant()
    def nobody_may_play_a_card_that_is_not_in_hand(self) -> None:
        for seat, ask in GAME.asks(self.state).items():
            held = {*self.state.cheques[seat], *self.state.thieves[seat], 0}
            actions = [getattr(choice, "action", choice) for choice in ask.choices]
            assert {getattr(action, "value", 0) for action in actions if isinstance(action, tuple)} <= held


@pytest.mark.rule("A1.2", "A1.4", "A6.8", "A7.1", "A7.4", "A11.1")
def test_random_games_keep_all_invariants() -> None:
    run_state_machine_as_test(
        AnyGame,
        settings=settings(
            max_examples=whole(100, 30), stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )


@pytest.mark.rule("A8.1", "A8.5")
@settings(max_examples=whole(100, 40), deadline=None)
@given(table=tables, seed=st.integers(0, 2**32), stubborn=st.integers(0, 5))
def test_every_game_ends_with_stubborn_players(
    table: tuple[int, dict[str, Value], bytes], seed: int, stubborn: int
) -> None:
    """The first ``stubborn`` seats always take the last listed choice.

    At the castle it is the detective."""
    rng = random.Random(seed)
    state = deal(*table)
    reveals = 0
    while asks := GAME.asks(state):
        choices = {
            seat: ask.choices[-1] if seat < stubborn else pick(ask, int(rng.random() * 256))
            for seat, ask in asks.items()
        }
        state = GAME.after(state, choices, SeededChance(b""))
        reveals += 1
        assert reveals <= LAST_ROUND * (3 + 2 * len(state.pawns))
    every_component_is_in_one_place(state)
    outcome = GAME.outcome(state)
    assert outcome is not None
    if outcome.reason == "banquet":
        assert max(state.pawns) >= state.table.edition.banquet_space
    else:
        assert (outcome.reason, state.round) == ("rounds", LAST_ROUND)


@pytest.mark.rule("A2.1", "A2.2", "A2.3", "A2.4")
@given(table=tables)
def test_any_deal_is_a_fair_start(table: tuple[int, dict[str, Value], bytes]) -> None:
    state = deal(*table)
    seats = all_seats(table[0])
    every_component_is_in_one_place(state)
    the_views_say_what_is_so(state)
    assert len(set(state.table.colours)) == len(seats)
    assert [hand.bit_count() for hand in state.hands] == [4 for _ in seats]
    assert len(state.windows[0]) - len(state.windows[1]) in (0, 1)
    assert state.pawns == (0,) * len(seats)
    assert not state.cells
    assert not state.till
    assert not state.seen
