"""Classification of players by their actions."""

import random
from statistics import mean
from typing import Any

import pytest

from engine.adel_verpflichtet import GAME
from engine.adel_verpflichtet.bot import past_actions as kinds
from engine.adel_verpflichtet.bot.model.weights import learnt
from engine.adel_verpflichtet.bot.reading import AT_FIRST, FAINT, weighing
from engine.adel_verpflichtet.bot.strong import StrongBot
from engine.bots.seating import table_of
from engine.core.bots.past_actions import ActionHistory, inform, list_past_actions
from engine.core.chance import SeededChance
from engine.core.game import Bot, PastAction
from engine.core.seats import Seat
from engine.driver import turns
from tests.engine.haste import reduce_effort
from tests.whole import whole
from tools.train_bots.adel_habitual import HabitualBot

GAMES_PLAYED = whole(6, 4)


def deeds_from(bots: list[Bot[Any, Any]], seed: bytes) -> list[PastAction]:
    """Return the actions in a game of these bots."""
    chance, past_actions = SeededChance(seed), list[PastAction]()
    for turn in turns(GAME, GAME.new(len(bots), {}, chance), table_of(bots, seed), chance):
        past_actions += list_past_actions(GAME, [step.effect for step in turn.steps])
    return past_actions


def read(past_actions: list[PastAction], seats: int) -> list[float]:
    return weighing(past_actions, seats, learnt().habitual[seats], learnt().usual[seats])


def test_a_seat_without_actions_has_the_prior_belief() -> None:
    assert read([], 4) == pytest.approx([AT_FIRST] * 4)


def habitual(seats: int) -> Bot[Any, Any]:
    view = GAME.view(GAME.new(seats, {}, SeededChance(b"box")), None)
    return HabitualBot(learnt().prospects_at(view))


def beliefs(bots: list[Bot[Any, Any]], games: int = GAMES_PLAYED) -> list[list[float]]:
    """Return each seat's probability to weigh its cards, after each of some games."""
    return [read(deeds_from(bots, f"reading {number}".encode()), len(bots)) for number in range(games)]


@pytest.mark.parametrize("seats", whole([4, 5], [4]))
def test_one_game_tells_weighers_from_players_of_habit(seats: int) -> None:
    """Smaller tables are left out, since both play alike there.

    Cards are random, so some seats are mistaken."""
    weighers = [share for game in beliefs([GAME.bots["normal"]] * seats) for share in game]
    others = [share for game in beliefs([habitual(seats)] * seats) for share in game]
    assert mean(weighers) > 0.5
    assert mean(others) < AT_FIRST


@pytest.mark.parametrize("seats", whole([3, 4, 5], [3]))
def test_at_a_mixed_table_habit_is_seldom_taken_for_weighing(seats: int) -> None:
    bots = [habitual(seats), GAME.bots["normal"]] * 2 + [habitual(seats)]
    games = beliefs(bots[:seats])
    by_habit, weighed = (mean(share for game in games for share in game[first::2]) for first in (0, 1))
    assert by_habit < weighed
    assert by_habit < 0.3


def test_one_action_tells_little_and_many_are_never_quite_sure() -> None:
    raid = PastAction(1, Seat(1), kinds.RAIDS)
    once, often = read([raid], 4), read([raid] * 30, 4)
    assert once[0] == often[0] == pytest.approx(AT_FIRST)
    assert AT_FIRST < once[1] < 0.5
    assert 0.95 < often[1] < 1
    changed = read([raid] * 30 + [PastAction(9, Seat(1), kinds.CASTLE), PastAction(9, Seat(1), kinds.BURGLES)] * 12, 4)
    assert changed[1] < 0.5


def test_unlikely_weighing_is_ignored() -> None:
    assert read([PastAction(1, Seat(2), kinds.CASTLE)] * 20, 4)[2] == 0.0
    assert 0 < FAINT < AT_FIRST


def test_a_strong_bot_uses_deeds_and_is_reproducible() -> None:
    """Another past sometimes changes the card, with the same view and dice."""
    chance, seed = SeededChance(b"past"), b"past"
    past, differed, asked = ActionHistory(GAME), 0, 0
    strong = reduce_effort(StrongBot())
    for turn in turns(GAME, GAME.new(4, {}, chance), table_of([GAME.bots["normal"]] * 4, seed), chance):
        for seat, ask in turn.asks.items():
            if ask.kind == "location" and 10 < GAME.round(turn.before) < 20:
                view = GAME.view(turn.before, seat)
                chosen = [bot.choose(view, ask, random.Random(3)) for bot in (strong, inform(strong, list(past)))]
                assert inform(strong, list(past)).choose(view, ask, random.Random(3)) == chosen[1]
                differed += chosen[0] != chosen[1]
                asked += 1
        past.add(turn.steps, turn.after)
    assert asked > 20
    assert differed > 0
