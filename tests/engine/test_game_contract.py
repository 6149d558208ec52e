"""Contract of every game, at every table size, with every option."""

from collections.abc import Sequence
from itertools import chain
from typing import Any, TypeVar

import pytest

from engine.bots.random_bot import RandomBot
from engine.bots.seating import table_of
from engine.core.bots.levels import Thinker
from engine.core.chance import SeededChance
from engine.core.errors import (
    BadDumpError,
    BadOptionsError,
    BadTextError,
    GameOverError,
    IllegalChoiceError,
    NotAskedError,
)
from engine.core.game import Bot, Memory
from engine.core.plain import Plain, to_plain
from engine.core.seats import Seat
from engine.driver import play_to_end, turns
from engine.registry import GAMES, find
from tests.engine.deals import DEALS, SEED, Deal, first_choices
from tests.engine.effect_texts import parse_effect
from tests.engine.haste import bots_in_turn
from tests.engine.shapes import differs
from tests.whole import WHOLE, whole

pytestmark = pytest.mark.parametrize("deal", DEALS, ids=str)

T = TypeVar("T")

POOL = 200
"""Number of choices seen elsewhere that are tried on every ask."""


class Drawn(SeededChance):
    """Chance that keeps the labels it was asked for."""

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed)
        self.labels: list[str] = []

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        """Implement Chance."""
        self.labels.append(label)
        return super().shuffle(label, items)


def test_the_same_seed_and_choices_give_the_same_game(deal: Deal) -> None:
    game = deal.game
    state = deal.start()
    assert state == deal.story()[0].before
    for turn in deal.story():
        steps = game.resolve(state, turn.choices, deal.chance)
        assert [step.effect.text for step in steps] == [step.effect.text for step in turn.steps]
        state = steps[-1].state
    assert game.digest(state) == game.digest(deal.end())


def test_another_seed_gives_another_game(deal: Deal) -> None:
    drawn = Drawn(deal.seed)
    deal.game.new(deal.seats, dict(deal.options), drawn)
    is_other = deal.game.digest(deal._replace(seed=b"another").start()) != deal.game.digest(deal.start())
    assert is_other == bool(drawn.labels), "chance decides where something is drawn, and nothing else does"


def test_somebody_is_asked_until_there_is_an_outcome(deal: Deal) -> None:
    for state in (*(turn.before for turn in deal.story()), deal.end()):
        asks = deal.game.asks(state)
        assert (not asks) == (deal.game.outcome(state) is not None)
        assert list(asks) == sorted(asks)
        assert set(asks) <= set(range(deal.seats))


def test_an_outcome_ranks_every_seat_once(deal: Deal) -> None:
    outcome = deal.game.outcome(deal.end())
    assert outcome is not None
    assert outcome.reason.isidentifier()
    assert sorted(chain(*outcome.ranking)) == list(range(deal.seats))


def test_the_best_standing_wins(deal: Deal) -> None:
    outcome = deal.game.outcome(deal.end())
    assert outcome is not None
    for state in (deal.start(), deal.end()):
        assert len(deal.game.standing(state)) == deal.seats
    standing = deal.game.standing(deal.end())
    assert {standing[seat] for seat in outcome.ranking[0]} == {max(standing)}


def test_a_finished_game_resolves_nothing(deal: Deal) -> None:
    with pytest.raises(GameOverError):
        deal.game.resolve(deal.end(), {}, deal.chance)


def test_exactly_the_asked_seats_choose(deal: Deal) -> None:
    lone = next((turn for turn in deal.story() if len(turn.asks) < deal.seats), None)
    for turn in (deal.story()[0], *([lone] if lone else [])):
        choices = first_choices(turn.asks)
        somebody = min(choices)
        missing = {seat: choice for seat, choice in choices.items() if seat != somebody}
        uninvited = next(Seat(seat) for seat in range(deal.seats + 1) if seat not in choices)
        for wrong in (missing, {**choices, uninvited: choices[somebody]}, {}):
            with pytest.raises(NotAskedError):
                deal.game.resolve(turn.before, wrong, deal.chance)


def test_a_choice_the_ask_does_not_allow_is_refused(deal: Deal) -> None:
    pool = collect_choices(deal)
    tried = 0
    for turn in deal.story()[::5]:
        for seat, ask in turn.asks.items():
            wrong = next((choice for choice in pool if choice not in ask), "no choice of any game")
            tried += 1
            with pytest.raises(IllegalChoiceError):
                deal.game.resolve(turn.before, {**turn.choices, seat: wrong}, deal.chance)
    assert tried > 0


def test_after_leads_to_the_same_state_as_resolve(deal: Deal) -> None:
    for turn in deal.story():
        assert turn.steps
        after = deal.game.after(turn.before, turn.choices, deal.chance)
        assert after == turn.after
        assert deal.game.digest(after) == deal.game.digest(turn.after)


def test_resolving_changes_no_state(deal: Deal) -> None:
    for turn in deal.story()[::7]:
        before = deal.game.digest(turn.before)
        deal.game.resolve(turn.before, turn.choices, deal.chance)
        assert deal.game.digest(turn.before) == before


def test_every_waiting_state_survives_dump_and_load(deal: Deal) -> None:
    for state in (*(turn.before for turn in deal.story()), deal.end()):
        loaded = deal.game.load(deal.game.dump(state))
        assert loaded == state
        assert deal.game.digest(loaded) == deal.game.digest(state)


def test_different_states_have_different_digests(deal: Deal) -> None:
    states = list(dict.fromkeys(deal.states()))
    assert len({deal.game.digest(state) for state in states}) == len(states)


LATER = frozenset({"rules", "opener"})
"""Keys that a dump omits if an earlier release knew the state.

Without the key, it is such a state."""


def test_data_that_is_no_state_does_not_load(deal: Deal) -> None:
    dumped = deal.game.dump(deal.start())
    assert isinstance(dumped, dict)
    shorter: list[Plain] = [
        {key: value for key, value in dumped.items() if key != gone} for gone in dumped.keys() - LATER
    ]
    broken: list[Plain] = [{**dumped, key: [{"?": 1}]} for key in dumped]
    wrong: tuple[Plain, ...] = (None, 7, [], {}, "state", *shorter, *broken, {**dumped, "more": 1})
    for data in wrong:
        with pytest.raises(BadDumpError):
            deal.game.load(data)


def test_listed_choices_are_legal_printable_and_unique(deal: Deal) -> None:
    for turn in deal.story():
        for ask in turn.asks.values():
            assert ask.kind.isidentifier()
            assert ask.default in ask
            assert len(set(ask.choices)) == len(ask.choices) > 0
            for choice in ask.choices:
                assert choice in ask
                written = deal.game.text(choice)
                assert written.isprintable()
                assert deal.game.parse(written) == choice


def test_a_complete_ask_lists_all_it_allows(deal: Deal) -> None:
    pool = collect_choices(deal)
    for turn in deal.story():
        for ask in turn.asks.values():
            if ask.complete:
                assert ask.default in ask.choices
                assert {choice for choice in pool if choice in ask} <= set(ask.choices)


@pytest.mark.parametrize("text", ["", " ", "?", "choose\nme", "ünknown 7", "a" * 300])
def test_a_text_that_is_no_choice_does_not_parse(deal: Deal, text: str) -> None:
    with pytest.raises(BadTextError):
        deal.game.parse(text)


def test_every_effect_parses_back_and_names_its_round(deal: Deal) -> None:
    for turn in deal.story():
        for effect, _ in turn.steps:
            assert parse_effect(effect.text) == effect
            assert deal.game.round(turn.before) <= effect.round <= deal.game.round(turn.after)
            assert effect.seat is None or effect.seat in range(deal.seats)


def test_a_view_is_plain_data_of_one_shape_for_everybody(deal: Deal) -> None:
    first = to_plain(deal.game.view(deal.end(), Seat(0)))
    kinds = set()
    for state in list(deal.states())[:: whole(4, 12)]:
        for viewer in deal.viewers:
            view = deal.game.view(state, viewer)
            kinds.add(type(view))
            hash(view)
            assert differs(first, to_plain(view)) == []
    assert len(kinds) == 1


def test_rounds_are_counted_from_one_without_a_gap(deal: Deal) -> None:
    rounds = [deal.game.round(turn.before) for turn in deal.story()]
    assert list(dict.fromkeys(rounds)) == list(range(1, rounds[-1] + 1))


def test_colours_and_memory_stay_while_the_game_runs(deal: Deal) -> None:
    start = deal.start()
    colours = deal.game.colours(start)
    assert len(set(colours)) == deal.seats
    assert {deal.game.colours(turn.before) for turn in deal.story()} == {colours}
    assert {deal.game.memory(turn.before) for turn in deal.story()} == {deal.game.memory(start)}
    assert deal.game.memory(deal.end()) is Memory.ALL


def test_a_game_of_defaults_comes_to_an_end(deal: Deal) -> None:
    absent = [lambda view, ask: ask.default] * deal.seats
    assert deal.game.outcome(play_to_end(deal.game, deal.start(), absent, deal.chance)) is not None


def test_bots_of_every_level_play_legal_choices_to_the_end(deal: Deal) -> None:
    """A slow bot sits among random ones, in haste, and meets every sort of ask."""
    assert deal.game.bots
    for level, bot in bots_in_turn(deal.game.bots, deal.place).items():
        if isinstance(bot, Thinker) and not WHOLE:
            bots: list[Bot[Any, Any]] = [bot, *[RandomBot()] * (deal.seats - 1)]
            played = tuple(turns(deal.game, deal.start(), table_of(bots, deal.seed), deal.chance))
        else:
            played = deal.story_of(level)
        assert deal.game.outcome(played[-1].after) is not None


def test_tables_and_options_that_are_not_offered_are_refused(deal: Deal) -> None:
    options = dict(deal.options)
    for seats in (-1, 0, 1, max(deal.game.table_sizes) + 1):
        with pytest.raises(BadOptionsError):
            deal.game.new(seats, options, deal.chance)
    with pytest.raises(BadOptionsError):
        deal.game.new(deal.seats, {**options, "no_such_option": True}, deal.chance)
    for key in options:
        with pytest.raises(BadOptionsError):
            deal.game.new(deal.seats, {**options, key: "no such value"}, deal.chance)


def test_options_left_out_have_their_defaults(deal: Deal) -> None:
    defaults = {option.key: option.default for option in deal.game.options}
    assert deal.game.new(deal.seats, {}, deal.chance) == deal.game.new(deal.seats, defaults, deal.chance)


def test_the_game_is_found_by_its_key(deal: Deal) -> None:
    assert find(deal.key) is deal.game
    assert deal.game.key == deal.key
    assert deal.game.title
    assert list(deal.game.table_sizes) == sorted(set(deal.game.table_sizes))
    with pytest.raises(BadOptionsError):
        find("no_such_game")


def test_every_table_size_is_dealt_here(deal: Deal) -> None:
    assert {other.seats for other in DEALS if other.key == deal.key} == set(deal.game.table_sizes)
    assert {other.key for other in DEALS} == set(GAMES)
    assert deal.seed == SEED


def collect_choices(deal: Deal) -> list[Any]:
    """Return listed choices of the game, spread over all of them."""
    every = dict.fromkeys(choice for turn in deal.story() for ask in turn.asks.values() for choice in ask.choices)
    seen = list(every)
    return seen[:: max(1, len(seen) // POOL)]
