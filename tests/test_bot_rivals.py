"""Opponents that bots are measured against: they play by the rules and learn."""

import random
from itertools import permutations

import pytest

from engine.adel_verpflichtet.bot.model.cards import AUCTION_THIEF, CASTLE, CASTLE_THIEF, DETECTIVE, EXHIBIT
from engine.adel_verpflichtet.bot.model.usual import UsualShares
from engine.arena.match import Table, match
from engine.arena.names import player_named
from engine.bots.seating import table_of
from engine.core.asks import Ask
from engine.core.bots.past_actions import ActionHistory
from engine.core.chance import SeededChance
from engine.core.game import Bot
from engine.core.options import complete_options
from engine.driver import turns
from engine.edel_stein_reich import GAME as EDEL
from engine.edel_stein_reich.choices import Action, Choice
from engine.edel_stein_reich.view_types import TableView
from engine.registry import find
from tools.bot_rivals.adel_verpflichtet import frequency_reader as adel_reader
from tools.bot_rivals.adel_verpflichtet.tally import Tally as AdelTally
from tools.bot_rivals.edel_stein_reich import frequency_reader as edel_reader
from tools.bot_rivals.edel_stein_reich.learner import Learner
from tools.bot_rivals.edel_stein_reich.tallies import unknown
from tools.bot_rivals.edel_stein_reich.tally import Tally as EdelTally

RIVALS = (
    "newcomer:Newcomer",
    "frequency_reader:FrequencyReaderOfNormal",
    "frequency_reader:FrequencyReaderOfStrong",
    "learner:Learner",
)

TABLES: tuple[tuple[str, int, dict[str, str]], ...] = (
    ("adel_verpflichtet", 2, {"variant": "surprise"}),
    ("adel_verpflichtet", 2, {"variant": "confrontation"}),
    ("edel_stein_reich", 2, {}),
    ("edel_stein_reich", 3, {}),
)


class Jeweller:
    """Bot that chooses gems whenever it can."""

    def choose(self, view: TableView, ask: Ask[Choice], rng: random.Random) -> Choice:
        return Action.GEMS if Action.GEMS in ask.choices else ask.choices[0]


@pytest.mark.parametrize(("key", "seats", "options"), TABLES)
@pytest.mark.parametrize("rival", RIVALS)
def test_a_rival_plays_whole_games_by_the_rules(
    rival: str, key: str, seats: int, options: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = UsualShares(castle=0.6, exhibit=0.4, burgle=0.3, raid=0.3, low=0.3, high=0.3)
    monkeypatch.setattr(adel_reader, "frequencies", lambda level, seats: usual)
    monkeypatch.setattr(edel_reader, "frequencies", lambda level, seats: unknown(seats, 1.0))
    game = find(key)
    one, other = (player_named(game, name, 10) for name in (f"tools.bot_rivals.{key}.{rival}", "easy"))
    played = match(Table(game, seats, complete_options(game.options, options), b"rivals"), one, other, seats)
    assert played.games == seats
    assert one.spent.decisions > 10 * seats


def test_frequencies_of_adel_are_shares_of_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(adel_reader.GAMES, "normal", 1)
    found = adel_reader.frequencies.__wrapped__("normal", 3)
    assert 0 < found.castle < 1
    assert 0 < found.raid < 1
    assert found.exhibit + found.burgle < 1
    assert found.low + found.high < 1


@pytest.mark.parametrize("seats", [2, 4])
def test_edel_frequencies_show_better_actions_chosen_more_often(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(edel_reader.GAMES, "normal", 3)
    found = edel_reader.frequencies.__wrapped__("normal", seats)
    for ranking in ((Action.MONEY, Action.EVENT, Action.GEMS), (Action.GEMS, Action.EVENT, Action.MONEY)):
        often = found.chosen.mix(ranking)
        assert often[ranking[0]] > often[ranking[2]]
        guessed = list(found.guessed.mix(ranking).values())
        assert guessed == [1 / 3] * 3 if seats == 4 else guessed[0] > guessed[2]


def test_adel_tally_reports_the_shares_of_what_it_has_seen() -> None:
    tally = AdelTally(UsualShares(castle=0.5, exhibit=0.5, burgle=0.25, raid=0.5, low=0.25, high=0.25), 4)
    for _ in range(4):
        tally.count_location(CASTLE)
    for card in (EXHIBIT, EXHIBIT, DETECTIVE, CASTLE_THIEF + 3):
        tally.count_card(card, ())
    for card in (2, 2, 8, AUCTION_THIEF + 1):
        tally.count_card(card, (8, 5, 2))
    assert tally.usual == UsualShares(castle=0.75, exhibit=0.5, burgle=0.25, raid=0.375, low=3 / 7, high=2 / 7)


def test_edel_tally_gives_better_actions_a_higher_share_of_choices() -> None:
    tally = EdelTally(4, 3.0)
    for action in (Action.GEMS, Action.GEMS, Action.MONEY):
        tally.saw((Action.GEMS, Action.MONEY, Action.EVENT), action)
    # choices: three, two and one by action, and three of the best, two of the next, one of the last
    assert tally.mix((Action.GEMS, Action.MONEY, Action.EVENT)) == pytest.approx(
        {Action.GEMS: 9 / 14, Action.MONEY: 4 / 14, Action.EVENT: 1 / 14}
    )
    assert tally.mix((Action.EVENT, Action.MONEY, Action.GEMS)) == pytest.approx(
        {Action.EVENT: 3 / 10, Action.MONEY: 4 / 10, Action.GEMS: 3 / 10}
    )


@pytest.mark.parametrize("seats", [2, 4])
def test_edel_learner_discovers_what_the_others_always_choose(seats: int) -> None:
    past, chance = ActionHistory(EDEL), SeededChance(b"jewellers")
    learner = Learner().with_past_actions(past)
    others: list[Bot[TableView, Choice]] = [Jeweller()] * (seats - 1)
    state = EDEL.new(seats, complete_options(EDEL.options, {}), chance)
    for turn in turns(EDEL, state, table_of([learner, *others], b"jewellers"), chance):
        past.add(turn.steps, turn.after)
    for tallies in learner.tallies[1:]:
        for ranking in permutations((Action.MONEY, Action.EVENT, Action.GEMS)):
            assert tallies.chosen.mix(ranking)[Action.GEMS] > 0.6
    # they guess the first action: money
    guessed = [tallies.guessed.mix((Action.GEMS, Action.EVENT, Action.MONEY)) for tallies in learner.tallies[1:]]
    assert all((mix[Action.MONEY] > 0.6) == (seats == 2) for mix in guessed)
