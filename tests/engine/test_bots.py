"""Bots: better than chance, and blind to all but their seat's view."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

import pytest

from engine.bots.random_bot import RandomBot
from engine.bots.seating import table_of
from engine.core.chance import SeededChance
from engine.core.game import AnyGame, Bot
from engine.core.seats import Seat
from engine.driver import play_to_end
from engine.registry import GAMES
from tests.engine.deals import DEALS, Deal
from tests.engine.haste import bots_in_turn, reduce_effort
from tests.engine.test_hidden_information import PAIRS, Pair
from tests.known import get_for_game, lacks
from tests.whole import whole

GAMES_PLAYED = whole(60, 16)
NORMAL_WINS = dict.fromkeys(("adel_verpflichtet", "edel_stein_reich"), GAMES_PLAYED * 3 // 5)
"""Least share of wins against three random bots, by game; fair is a quarter."""

COMPARED = whole(1_000, 16)
"""Most comparisons of equal views for each kind of ask."""


@pytest.mark.parametrize("key", GAMES)
def test_the_normal_bot_beats_random_bots(key: str) -> None:
    game: AnyGame = GAMES[key]
    least, won = get_for_game(NORMAL_WINS, key), 0
    for number in range(GAMES_PLAYED):
        seat = number % 4
        bots: list[Bot[Any, Any]] = [RandomBot()] * 4
        bots[seat] = game.bots["normal"]
        seed = number.to_bytes(2, "big")
        chance = SeededChance(seed)
        outcome = game.outcome(play_to_end(game, game.new(4, {}, chance), table_of(bots, seed), chance))
        assert outcome is not None
        won += outcome.ranking[0] == (seat,)
    assert won >= least > GAMES_PLAYED // 4


def answers(deal: Deal, state: Any, seat: Seat) -> Mapping[str, Any]:
    """Return each level's choice at a seat, always with the same dice."""
    view, ask = deal.game.view(state, seat), deal.game.asks(state)[seat]
    bots = bots_in_turn(deal.game.bots, deal.place)
    return {level: bot.choose(view, ask, random.Random(7)) for level, bot in bots.items()}


def select_pairs(deal: Deal) -> Iterator[tuple[Pair, Seat]]:
    """Return pairs of states that a seat must see as equal.

    Of each kind of ask there are at most COMPARED."""
    every = [
        (pair, seat)
        for pair in get_for_game(PAIRS, deal.key)(deal)
        for seat in deal.game.asks(pair.one)
        if seat != pair.hider
    ]
    random.Random(f"{deal}").shuffle(every)
    kinds: Counter[str] = Counter()
    for pair, seat in every:
        kind = deal.game.asks(pair.one)[seat].kind
        kinds[kind] += 1
        if kinds[kind] <= COMPARED:
            yield pair, seat


@pytest.mark.parametrize("deal", DEALS, ids=str)
def test_equal_views_lead_to_equal_choices(deal: Deal) -> None:
    chosen = [(answers(deal, pair.one, seat), answers(deal, pair.other, seat)) for pair, seat in select_pairs(deal)]
    assert len(chosen) > 20
    for one, other in chosen:
        assert one == other


@pytest.mark.parametrize("deal", DEALS, ids=str)
def test_a_bot_has_no_memory_of_its_own(deal: Deal) -> None:
    moments = [(turn.before, seat) for turn in deal.story()[:: whole(6, 12)] for seat in turn.asks]
    once = [answers(deal, *moment) for moment in moments]
    again = [answers(deal, *moment) for moment in reversed(moments)]
    assert again[::-1] == once
    for (state, seat), chosen in zip(moments, once, strict=True):
        assert all(choice in deal.game.asks(state)[seat] for choice in chosen.values())


@pytest.mark.parametrize("deal", DEALS, ids=str)
def test_a_bot_refuses_the_public_view(deal: Deal) -> None:
    state = deal.start()
    view, (seat, ask) = deal.game.view(state, None), next(iter(deal.game.asks(state).items()))
    if view == deal.game.view(state, seat):
        lacks(deal.key, "its views do not tell whose they are")
    for bot in deal.game.bots.values():
        with pytest.raises(ValueError, match="view"):
            bot.choose(view, ask, random.Random(1))


def test_a_copied_view_leads_to_the_same_choice() -> None:
    deal = DEALS[0]
    for turn in deal.story()[:30:3]:
        for seat, ask in turn.asks.items():
            view = deal.game.view(turn.before, seat)
            for bot in map(reduce_effort, deal.game.bots.values()):
                dice = random.Random(3), random.Random(3)
                assert bot.choose(view, ask, dice[0]) == bot.choose(deepcopy(view), ask, dice[1])
