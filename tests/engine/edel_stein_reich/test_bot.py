"""The bot: legal, repeatable, and better than chance."""

import random

import pytest

from engine.bots.random_bot import RandomBot
from engine.bots.seating import table_of
from engine.core.chance import SeededChance
from engine.core.seats import Seat
from engine.driver import play_to_end, turns
from engine.edel_stein_reich import GAME
from engine.edel_stein_reich.state import State
from tests.engine.edel_stein_reich.tables import ADA, BEN, CARLA, a_table, play, view

BOT = GAME.bots["normal"]


def chosen(state: State, seat: Seat, times: int = 60) -> list[str]:
    """Return the bot's choices over many runs."""
    ask = GAME.asks(state)[seat]
    return [GAME.text(BOT.choose(view(state, seat), ask, random.Random(number))) for number in range(times)]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_bots_play_legal_choices_to_the_end(seats: int) -> None:
    for number in range(2):
        seed = bytes([seats, number])
        chance = SeededChance(seed)
        played = list(turns(GAME, GAME.new(seats, {}, chance), table_of([BOT] * seats, seed), chance))
        assert GAME.outcome(played[-1].after) is not None
        assert max(played[-1].after.money) > 20


def test_the_same_view_ask_and_dice_give_the_same_choice() -> None:
    state = a_table(5)
    ask = GAME.asks(state)[ADA]
    choices = [BOT.choose(view(state, ADA), ask, random.Random(3)) for _ in range(3)]
    assert len(set(choices)) == 1
    assert len(set(chosen(state, ADA))) > 1, "nobody can say for sure what it will choose"


def test_a_bot_needs_a_seat() -> None:
    state = a_table(3)
    with pytest.raises(ValueError, match="plays for a seat"):
        BOT.choose(view(state), GAME.asks(state)[ADA], random.Random(1))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_bot_beats_players_who_choose_at_random(seats: int) -> None:
    games, money, others = 8, 0, 0
    for number in range(games):
        seed = bytes([7, seats, number])
        chance = SeededChance(seed)
        place = number % seats
        bots = [BOT if seat == place else RandomBot() for seat in range(seats)]
        end = play_to_end(GAME, GAME.new(seats, {}, chance), table_of(bots, seed), chance)
        money += end.money[place]
        others += sum(end.money) - end.money[place]
    assert money > 1.4 * others / (seats - 1)


def test_normal_bot_keeps_red_gems_over_little_money() -> None:
    table = a_table(3, holdings={ADA: "rrrrrrrr", BEN: "rrrrrrrrr", CARLA: "b"}, gem_cards="ryy4 rb6 bb7")
    state = play(table, "money | money | gems", "bid red red red red red").state
    assert chosen(state, BEN).count("accept") > 50


def test_it_does_not_decline_three_red_gems() -> None:
    state = play(a_table(3, event="take_three_1"), "event | gems | gems", "open_card").state
    assert chosen(state, ADA).count("decline") == 0


def test_normal_bot_takes_good_open_event_and_leaves_bad() -> None:
    cards = {ADA: "certificate_1 certificate_2 certificate_3"}
    for event, wanted in (("sole_red", "open_card"), ("sole_blue", "unseen_card")):
        table = a_table(3, holdings={ADA: "rrrrrr"}, cards=cards, event=event, turn=8, number=3)
        state = play(table, "event | gems | money").state
        assert chosen(state, ADA).count(wanted) > 50


def test_it_guesses_what_brings_most_more_often() -> None:
    table = a_table(2, holdings={ADA: "rygb", BEN: "rygb"}, gem_cards="bbb7", event="halve_1")
    guesses = chosen(play(table, "money").state, BEN)
    assert guesses.count("guess money") > guesses.count("guess event")
