"""The opponents that bots are measured against: each plays by the rules, and reads what it says."""

import pytest

from engine.adel_verpflichtet import GAME
from engine.adel_verpflichtet.bot.model.cards import AUCTION_THIEF, CASTLE, CASTLE_THIEF, DETECTIVE, EXHIBIT
from engine.adel_verpflichtet.bot.model.usual import Usual
from engine.arena.match import Table, match
from engine.arena.names import player_named
from engine.core.options import chosen
from tools.bot_rivals import frequency_reader
from tools.bot_rivals.tally import Tally

RIVALS = (
    "tools.bot_rivals.newcomer:Newcomer",
    "tools.bot_rivals.frequency_reader:FrequencyReaderOfNormal",
    "tools.bot_rivals.frequency_reader:FrequencyReaderOfStrong",
    "tools.bot_rivals.learner:Learner",
)


@pytest.mark.parametrize("variant", ["surprise", "confrontation"])
@pytest.mark.parametrize("rival", RIVALS)
def test_a_rival_plays_whole_games_by_the_rules(rival: str, variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = Usual(castle=0.6, exhibit=0.4, burgle=0.3, raid=0.3, low=0.3, high=0.3)
    monkeypatch.setattr(frequency_reader, "frequencies", lambda level, seats: usual)
    options = chosen(GAME.options, {"variant": variant})
    one, other = (player_named(GAME, name, 10) for name in (rival, "easy"))
    played = match(Table(GAME, 2, options, b"rivals"), one, other, 2)
    assert played.games == 2
    assert one.spent.decisions > 20


def test_frequencies_are_shares_of_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(frequency_reader.GAMES, "normal", 1)
    found = frequency_reader.frequencies.__wrapped__("normal", 3)
    assert 0 < found.castle < 1
    assert 0 < found.raid < 1
    assert found.exhibit + found.burgle < 1
    assert found.low + found.high < 1


def test_a_tally_tells_the_shares_of_what_it_has_seen() -> None:
    tally = Tally(Usual(castle=0.5, exhibit=0.5, burgle=0.25, raid=0.5, low=0.25, high=0.25), 4)
    for _ in range(4):
        tally.went(CASTLE)
    for card in (EXHIBIT, EXHIBIT, DETECTIVE, CASTLE_THIEF + 3):
        tally.played(card, ())
    for card in (2, 2, 8, AUCTION_THIEF + 1):
        tally.played(card, (8, 5, 2))
    assert tally.usual == Usual(castle=0.75, exhibit=0.5, burgle=0.25, raid=0.375, low=3 / 7, high=2 / 7)
