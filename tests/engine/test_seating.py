"""Seating of bots, and drivers of games."""

import random

import pytest

from engine.bots.random_bot import RandomBot
from engine.bots.seating import bot_of, table_of
from engine.core.asks import Finite
from engine.core.errors import BadOptionsError, IllegalChoiceError
from engine.core.game import Bot
from engine.driver import Chooser, play_to_end, turns
from engine.registry import GAMES
from tests.engine.deals import DEALS, Deal


def test_the_random_bot_takes_every_listed_choice_about_as_often() -> None:
    rng = random.Random(1)
    taken = [RandomBot().choose(None, Finite("bid", tuple("abcd"), "a"), rng) for _ in range(4000)]
    assert all(850 < taken.count(choice) < 1150 for choice in "abcd")


def test_bots_sit_down_with_dice_of_their_own() -> None:
    ask = Finite("bid", tuple(range(1000)), 0)
    bots: list[Bot[object, int]] = [RandomBot()] * 3
    table = [[chooser(None, ask) for _ in range(5)] for chooser in table_of(bots, b"seed")]
    again = [[chooser(None, ask) for _ in range(5)] for chooser in table_of(bots[:2], b"seed")]
    assert table[:2] == again
    assert len({tuple(throws) for throws in table}) == 3


def test_a_game_has_its_levels_and_the_random_bot() -> None:
    for game in GAMES.values():
        assert isinstance(bot_of(game, "random"), RandomBot)
        assert [bot_of(game, level) for level in game.bots] == list(game.bots.values())
        with pytest.raises(BadOptionsError, match="random"):
            bot_of(game, "no such level")


@pytest.mark.parametrize("deal", DEALS[::4], ids=str)
def test_both_ways_to_drive_a_game_end_alike(deal: Deal) -> None:
    assert (
        play_to_end(deal.game, deal.start(), table_of([RandomBot()] * deal.seats, deal.seed), deal.chance) == deal.end()
    )


@pytest.mark.parametrize("deal", DEALS[::4], ids=str)
def test_a_chooser_gets_the_view_of_its_own_seat(deal: Deal) -> None:
    story = deal.story()[:20]
    wanted = iter([(deal.game.view(turn.before, seat), turn.choices[seat]) for turn in story for seat in turn.asks])

    def choose(view: object, ask: object) -> object:
        own, choice = next(wanted)
        assert view == own
        return choice

    choosers: list[Chooser[object, object]] = [choose] * deal.seats
    played = turns(deal.game, deal.start(), choosers, deal.chance)
    assert [next(played).after for _ in story] == [turn.after for turn in story]


def test_a_player_who_breaks_the_rules_is_stopped() -> None:
    deal = DEALS[0]
    choosers: list[Chooser[object, object]] = [lambda view, ask: "cheat"] * deal.seats
    with pytest.raises(IllegalChoiceError):
        list(turns(deal.game, deal.start(), choosers, deal.chance))
