"""Strong bots: all tables, characters, instructions, own figures, bounded bids."""

import random
from collections import Counter
from typing import cast

import pytest

from engine.bots.random_bot import RandomBot
from engine.bots.seating import table_of
from engine.core.bots.instructions import apply_instructions
from engine.core.bots.levels import CHARACTERS, Thinker
from engine.core.chance import SeededChance
from engine.core.seats import Seat
from engine.driver import play_to_end
from engine.edel_stein_reich import GAME
from engine.edel_stein_reich.bot.characters import LEANINGS
from engine.edel_stein_reich.bot.judging import judge_choices
from engine.edel_stein_reich.bot.strong import NEARLY, StrongBot, within_reach
from engine.edel_stein_reich.choices import Action, Bid, Choice, Word
from engine.edel_stein_reich.edition import read_shipped
from engine.edel_stein_reich.gems import size
from engine.edel_stein_reich.state import Stage, State
from tests.engine.edel_stein_reich.tables import ADA, BEN, CARLA, a_table, play, random_stories, view

STRONG = {level: bot for level, bot in GAME.bots.items() if level.startswith("strong")}


def choice_of(level: str, state: State, seat: Seat, dice: int = 1) -> Choice:
    """Return the choice of a level's bot."""
    return GAME.bots[level].choose(view(state, seat), GAME.asks(state)[seat], random.Random(dice))


def test_the_levels_stand_in_order() -> None:
    assert list(GAME.bots) == ["easy", "normal", "strong", *(f"strong_{character}" for character in CHARACTERS)]
    assert set(LEANINGS) == set(CHARACTERS)


def test_strong_bots_are_slow_and_name_a_substitute() -> None:
    for level, bot in GAME.bots.items():
        assert isinstance(bot, Thinker) == level.startswith("strong")
    for bot in STRONG.values():
        assert not isinstance(GAME.bots[cast(StrongBot, bot).cheaper], Thinker)


@pytest.mark.parametrize("seats", GAME.table_sizes)
def test_bots_of_all_levels_play_a_game_to_its_end(seats: int) -> None:
    seed, chance = bytes([seats]), SeededChance(bytes([seats]))
    bots = [[*GAME.bots.values()][-1 - seat] for seat in range(seats)]
    end = play_to_end(GAME, GAME.new(seats, {}, chance), table_of(bots, seed), chance)
    assert GAME.outcome(end) is not None
    assert max(end.money) > 20


@pytest.mark.parametrize("level", STRONG)
def test_chance_loses_to_a_strong_one(level: str) -> None:
    won = 0
    for number in range(2):
        seed, chance = bytes([number, 9]), SeededChance(bytes([number, 9]))
        bots = [GAME.bots[level] if seat == number else RandomBot() for seat in range(4)]
        outcome = GAME.outcome(play_to_end(GAME, GAME.new(4, {}, chance), table_of(bots, seed), chance))
        assert outcome is not None
        won += outcome.ranking[0] == (Seat(number),)
    assert won == 2


def test_a_strong_one_obeys_instructions() -> None:
    obeyed = 0
    for story in list(random_stories(4, 4))[::4]:
        for seat in GAME.asks(story.before):
            seen, ask = view(story.before, seat), GAME.asks(story.before)[seat]
            for instruction in ("no_events", "careful"):
                left = apply_instructions(GAME, {instruction}, seen, ask)
                if len(left.choices) < len(ask.choices):
                    obeyed += 1
                    assert GAME.bots["strong"].choose(seen, left, random.Random(2)) in left.choices
    assert obeyed > 10


@pytest.mark.parametrize("seats", GAME.table_sizes)
def test_a_strong_one_plays_by_an_owners_figures(seats: int) -> None:
    figures = read_shipped().data
    assert isinstance(figures, dict)
    gem_cards, event_cards = figures["gem_cards"], figures["event_cards"]
    assert isinstance(gem_cards, list) and isinstance(event_cards, list)
    gem_cards[1] = gem_cards[0]
    for card in event_cards:
        assert isinstance(card, dict)
        if card.get("pays"):
            card["pays"] = 9
    chance = SeededChance(b"attic")
    state = GAME.new(seats, {}, chance, figures | {"name": "attic edition"})
    for _ in range(6):
        asks = GAME.asks(state)
        chosen = {seat: choice_of("strong", state, seat) for seat in asks}
        assert all(choice in asks[seat] for seat, choice in chosen.items())
        state = GAME.after(state, chosen, chance)


def test_it_cannot_be_told_what_a_strong_one_seals() -> None:
    state = a_table(4, gem_cards="ryy4 rgg5 bbb7 gg7")
    sealed = Counter(choice_of("strong", state, ADA, dice) for dice in range(20))
    assert len(sealed) >= 2
    assert max(sealed.values()) < 20


def test_it_takes_what_is_best_where_all_lies_open() -> None:
    table = a_table(3, holdings={ADA: "rrrrrrrr", BEN: "rrrrrrrrr", CARLA: "b"}, gem_cards="ryy4 rb6 bb7")
    state = play(table, "money | money | gems", "bid red red red red red").state
    assert {choice_of(level, state, BEN) for level in STRONG} == {Word.ACCEPT}
    state = play(a_table(3, event="take_three_1"), "event | gems | gems", "open_card").state
    assert Word.DECLINE not in {choice_of(level, state, ADA) for level in STRONG}


def test_strong_bot_ignores_bids_far_above_the_standing() -> None:
    state = play(a_table(4), "money | money | gems | event", "bid blue").state
    ask = GAME.asks(state)[BEN]
    near = within_reach(view(state, BEN), ask)
    assert near.choices[0] is Word.ACCEPT
    assert set(near.choices) < set(ask.choices)
    assert max(size(choice.gems) for choice in near.choices if isinstance(choice, Bid)) == 3


@pytest.mark.parametrize("character", CHARACTERS)
@pytest.mark.parametrize("seats", [2, 4, 5])
def test_a_character_gives_two_points_at_most(character: str, seats: int) -> None:
    compared = 0
    for story in list(random_stories(6, seats))[::6]:
        for seat, ask in GAME.asks(story.before).items():
            if len(ask.choices) == 1:
                continue
            seen = view(story.before, seat)
            found = judge_choices(seen, within_reach(seen, ask), random.Random(3)).chances
            chosen = GAME.bots[f"strong_{character}"].choose(seen, ask, random.Random(3))
            assert found[chosen] >= max(found.values()) - NEARLY
            compared += 1
    assert compared > 10


def count_seals(level: str, moments: list[State]) -> Counter[Choice]:
    """Return what a level's bot seals at these moments, at every seat, six times."""
    return Counter(
        choice_of(level, state, seat, dice) for state in moments for seat in GAME.asks(state) for dice in range(6)
    )


def test_each_character_is_fond_of_something_else() -> None:
    moments = [story.before for story in random_stories(8, 4) if story.before.stage is Stage.ACTION][4:14]
    plain = count_seals("strong", moments)
    fond = {"careful": Action.MONEY, "greedy": Action.GEMS, "crook": Action.EVENT}
    for character, action in fond.items():
        assert count_seals(f"strong_{character}", moments)[action] >= plain[action] + 12
