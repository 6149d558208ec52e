"""Strong bot, its characters, and the easy bot."""

import random
from collections.abc import Mapping
from statistics import mean
from typing import Any

import pytest

from engine.adel_verpflichtet import GAME
from engine.adel_verpflichtet.bot.characters import LEANINGS, NEARLY, CharacterBot
from engine.adel_verpflichtet.bot.model.position import Position
from engine.adel_verpflichtet.bot.model.usual import UsualShares
from engine.adel_verpflichtet.bot.regrets import Moment
from engine.adel_verpflichtet.choices import DETECTIVE, EXHIBIT, Choice, Pick, Verb, cheque, thief
from engine.bots.random_bot import RandomBot
from engine.bots.seating import table_of
from engine.core.bots.instructions import apply_instructions
from engine.core.bots.levels import CHARACTERS
from engine.core.chance import SeededChance
from engine.core.game import Bot
from engine.driver import turns
from tests.engine.haste import reduce_effort
from tests.whole import whole

TABLES: list[tuple[int, Mapping[str, Any]]] = [
    (2, {"variant": "surprise"}),
    (2, {"variant": "confrontation", "open_memory": False}),
    (3, {"open_memory": False}),
    (4, {}),
    (5, {}),
]
NOWHERE = Position([0, 0], [0, 0], [0, 0], [0, 0], [], 0, (0, 0))


@pytest.mark.parametrize(("seats", "options"), whole(TABLES, TABLES[:2]), ids=str)
def test_a_strong_bot_plays_whole_games_by_the_rules(seats: int, options: Mapping[str, Any]) -> None:
    """Games with full effort against random bots.

    In haste it plays at every table in test_game_contract."""
    bots: list[Bot[Any, Any]] = [GAME.bots["strong"], *[RandomBot()] * (seats - 1)]
    chance = SeededChance(b"strong")
    state = GAME.new(seats, options, chance)
    for turn in turns(GAME, state, table_of(bots, b"strong"), chance):
        state = turn.after
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert 0 in outcome.ranking[0]


def play_matches(payoff: list[list[float]], rounds: int) -> list[float]:
    """Return how often the first of two seats takes each of two options.

    It is a zero-sum game."""
    moment = Moment(
        2,
        lambda position, seat: [0, 1],
        lambda position, chosen, learn: (payoff[chosen[0]][chosen[1]], -payoff[chosen[0]][chosen[1]]),
        random.Random(1),
    )
    for _ in range(rounds):
        moment.play(NOWHERE)
    return moment.mix(0, [0, 1])


def test_regrets_find_the_mix_that_cannot_be_exploited() -> None:
    """Matching pennies with a double payoff for heads: two in five are heads.

    Source: von Neumann 1928."""
    assert play_matches([[2, -1], [-1, 1]], 6_000) == pytest.approx([0.4, 0.6], abs=0.04)


def test_regrets_find_what_is_better_whatever_the_other_does() -> None:
    assert play_matches([[3, 2], [1, 0]], 300)[0] > 0.97


def test_a_lone_learner_answers_the_belief() -> None:
    payoff = [[1.0, 0.0], [0.0, 1.0]]
    moment = Moment(
        2,
        lambda position, seat: [0, 1],
        lambda position, chosen, learn: (payoff[chosen[0]][chosen[1]], 0.0),
        random.Random(2),
    )
    for _ in range(200):
        moment.play(NOWHERE, 0, lambda position, seat, options: [0.1, 0.9])
    assert moment.mix(0, [0, 1])[1] > 0.9
    assert moment.get_mean_value(0, 1) == pytest.approx(0.9, abs=0.1)
    assert moment.get_mean_value(1, 0) is None


def test_a_character_leans_between_nearly_equal_choices_alone() -> None:
    choices: list[Choice] = [EXHIBIT, thief(8), DETECTIVE]
    mix, chances = [0.5, 0.3, 0.2], [0.30, 0.30 - NEARLY / 2, 0.30 - 2 * NEARLY]
    assert CharacterBot("crook").leaning(choices, mix, [0.3, 0.1, 0.1]) == pytest.approx(mix)
    crook = CharacterBot("crook").leaning(choices, mix, chances)
    assert crook[1] > mix[1]
    assert crook[2] == mix[2]
    careful = CharacterBot("careful").leaning(choices, mix, chances)
    assert careful[1] < mix[1]
    assert sum(careful) == pytest.approx(1)


def test_a_leaning_looks_at_kinds_of_cards_alone() -> None:
    bot = CharacterBot("greedy")
    for one, other in (([cheque(5), thief(1)], [cheque(50), thief(9)]),):
        assert bot.leaning(one, [0.5, 0.5], [0.2, 0.2]) == bot.leaning(other, [0.5, 0.5], [0.2, 0.2])


def test_every_character_has_its_leaning() -> None:
    assert tuple(LEANINGS) == CHARACTERS
    assert [level for level in GAME.bots if level.startswith("strong_")] == [f"strong_{each}" for each in CHARACTERS]


@pytest.mark.parametrize("level", ["easy", "normal", "strong", "strong_crook"])
def test_a_bot_keeps_to_its_instructions(level: str) -> None:
    chance, bots = SeededChance(b"orders"), [GAME.bots["normal"]] * 3
    state = GAME.new(3, {}, chance)
    obeyed, bot = 0, reduce_effort(GAME.bots[level])
    for turn in list(turns(GAME, state, table_of(bots, b"orders"), chance))[:30]:
        for seat, ask in turn.asks.items():
            view = GAME.view(turn.before, seat)
            narrowed = apply_instructions(GAME, ["no_thief", "keep_best_cheque"], view, ask)
            obeyed += narrowed is not ask
            assert bot.choose(view, narrowed, random.Random(1)) in narrowed
    assert obeyed > 5


def test_an_easy_bot_never_forgets_what_it_wants_to_show() -> None:
    chance, bots = SeededChance(b"easy"), [GAME.bots["normal"]] * 4
    state = GAME.new(4, {}, chance)
    shown, listed = [], []
    for turn in turns(GAME, state, table_of(bots, b"easy"), chance):
        for seat, ask in turn.asks.items():
            first = ask.choices[0]
            if isinstance(first, Pick) and first.verb is Verb.SHOW and len(ask.choices) > 4:
                view = GAME.view(turn.before, seat)
                shown += [_size(GAME.bots["easy"].choose(view, ask, random.Random(dice))) for dice in range(12)]
                listed += [mean(map(_size, ask.choices))] * 12
    assert len(shown) > 36
    assert mean(shown) > mean(listed) + 0.3


def _size(choice: Choice) -> int:
    return len(choice.objects) if isinstance(choice, Pick) else 0


def test_usual_shares_add_up() -> None:
    usual = UsualShares(castle=0.6, exhibit=0.3, burgle=0.4, raid=0.25, low=0.5, high=0.3)
    cards = [30_000, 30_001, 20_008, 20_003, 5, 10, 25, 10_003]
    shares = usual.cards(cards)
    assert sum(shares[:4]) == pytest.approx(0.6)
    assert shares[1] == pytest.approx(0.6 * 0.3)
    assert shares[2] == shares[3] == pytest.approx(0.6 * 0.2)
    assert shares[7] == pytest.approx(0.4 * 0.25)
    assert shares[4] == pytest.approx(0.4 * 0.75 * 0.5)
    assert usual.cards([5, 10]) == pytest.approx([0.625, 0.375])
    assert usual.locations([1]) == [1]
