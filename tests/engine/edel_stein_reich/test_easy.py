"""The easy bot: it offers little, is not particular, and reads nobody."""

import random
from collections import Counter

import pytest

from engine.core.asks import Finite
from engine.core.seats import Seat
from engine.edel_stein_reich import GAME
from engine.edel_stein_reich.bot.easy import MOST_OFFERED
from engine.edel_stein_reich.choices import Action, Bid, Choice, Word
from engine.edel_stein_reich.gems import size
from engine.edel_stein_reich.state import State
from tests.engine.edel_stein_reich.tables import ADA, BEN, CARLA, a_table, play, random_stories, view

BOT = GAME.bots["easy"]


def chosen(state: State, seat: Seat, times: int = 60) -> Counter[Choice]:
    """Return the bot's choices over many runs."""
    ask = GAME.asks(state)[seat]
    return Counter(BOT.choose(view(state, seat), ask, random.Random(number)) for number in range(times))


@pytest.mark.parametrize("seats", GAME.table_sizes)
def test_it_never_offers_more_than_two_gems(seats: int) -> None:
    bids = 0
    for story in random_stories(1, seats):
        for seat, ask in GAME.asks(story.before).items():
            choice = BOT.choose(view(story.before, seat), ask, random.Random(1))
            assert choice in ask
            if isinstance(choice, Bid):
                bids += 1
                assert size(choice.gems) <= MOST_OFFERED == 2
    assert bids


def test_it_steps_back_where_two_gems_are_too_few() -> None:
    state = play(a_table(3), "money | money | gems", "bid red red").state
    assert set(chosen(state, BEN)) == {Word.ACCEPT}


def test_every_action_is_to_be_expected_of_it() -> None:
    sealed = chosen(a_table(4, event="take_three_1", gem_cards="ryy4 bb7 gb7 gg7"), ADA, 100)
    assert set(sealed) == {Action.MONEY, Action.EVENT, Action.GEMS}
    assert min(sealed.values()) >= 5


def test_it_goes_for_what_brings_it_most() -> None:
    sealed = chosen(a_table(4, event="halve_1", gem_cards="bbb7 ryy4 rrgb4 rry5"), ADA, 200)
    assert sealed[Action.MONEY] > sealed[Action.EVENT]


def test_it_reads_nobody() -> None:
    """The others' cards change their interests, but not the easy bot's choice."""
    tables = [
        a_table(4, gem_cards=f"bbb7 {others}", event="certificate_1") for others in ("ryy4 rrgb4 rryb4", "gb7 gg7 bb7")
    ]
    assert chosen(tables[0], ADA) == chosen(tables[1], ADA)


def test_it_takes_three_gems_and_does_not_give_many_away() -> None:
    state = play(a_table(3, event="take_three_1"), "event | gems | gems", "open_card").state
    assert chosen(state, ADA)[Word.DECLINE] < 6
    table = a_table(3, holdings={ADA: "rrrrrrrr", BEN: "rrrrrrrrr", CARLA: "b"}, gem_cards="ryy4 rb6 bb7")
    state = play(table, "money | money | gems", "bid red red").state
    assert set(chosen(state, BEN)) == {Word.ACCEPT}


def test_it_declines_where_it_may_do_nothing_else() -> None:
    state = play(a_table(3, event="take_three_1"), "event | gems | gems", "open_card").state
    only: Finite[Choice] = Finite("event", (Word.DECLINE,), Word.DECLINE)
    for number in range(9):
        assert BOT.choose(view(state, ADA), only, random.Random(number)) is Word.DECLINE
