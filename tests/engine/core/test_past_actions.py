"""Public actions: made of public effects, and forgotten as the table forgets."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from engine.bots.random_bot import RandomBot
from engine.bots.seating import table_of
from engine.core.asks import Ask
from engine.core.bots.past_actions import ActionHistory, inform, list_past_actions
from engine.core.chance import SeededChance
from engine.core.game import AnyGame, PastAction
from engine.core.seats import Seat
from engine.driver import Turn, turns
from engine.registry import find
from tests.engine.deals import DEALS
from tests.known import SHIPPED

ADEL = find("adel_verpflichtet")
EDEL = find("edel_stein_reich")


class Listener:
    """Bot that exposes its actions."""

    def __init__(self, past_actions: Sequence[PastAction] = ()) -> None:
        self.past_actions = past_actions

    def with_past_actions(self, past_actions: Sequence[PastAction]) -> "Listener":
        return Listener(past_actions)

    def choose(self, view: Any, ask: Ask[Any], rng: random.Random) -> Any:
        return ask.default


def story(game: AnyGame, **options: Any) -> list[Turn[Any, Any]]:
    chance = SeededChance(b"actions")
    return list(turns(game, game.new(3, options, chance), table_of([RandomBot()] * 3, b"actions"), chance))


def test_an_observer_bot_gets_new_actions() -> None:
    past = ActionHistory(ADEL)
    bot = inform(Listener(), past)
    assert isinstance(bot, Listener)
    for turn in story(ADEL)[:6]:
        past.add(turn.steps, turn.after)
    assert len(bot.past_actions) == len(past) > 3
    assert [bot.past_actions[place] for place in range(3)] == past[:3]
    other = RandomBot()
    assert inform(other, past) is other


@pytest.mark.rule("A10.3")
@pytest.mark.parametrize("open_memory", [True, False])
def test_memory_limits_the_actions(open_memory: bool) -> None:
    past, looked = ActionHistory(ADEL), 0
    for turn in story(ADEL, open_memory=open_memory):
        past.add(turn.steps, turn.after)
        now = ADEL.round(turn.after)
        rounds = {past_action.round for past_action in past}
        looked += now > 4
        assert rounds <= set(range(1, now + 1))
        if open_memory:
            assert rounds >= set(range(1, now - 1))
        elif ADEL.outcome(turn.after) is None:
            assert rounds <= {now - 1, now}
    assert looked > 10


@pytest.mark.parametrize("key", SHIPPED)
def test_private_effects_make_no_actions(key: str) -> None:
    game = find(key)
    effects = [step.effect for turn in story(game) for step in turn.steps]
    told = [effect._replace(audience=(Seat(0),)) for effect in effects]
    assert list_past_actions(game, told) == ()
    assert bool(list_past_actions(game, effects)) == (game.past_actions is not None)


@pytest.mark.rule("A3.1", "A4.0", "A6.0", "A9.1")
def test_the_actions_of_adel_are_the_choices() -> None:
    places: Mapping[str, Mapping[str, str]] = {
        "castle": {"exhibit": "exhibits", "thief": "burgles", "detective": "detects"},
        "auction_house": {"cheque": "bids", "thief": "raids"},
    }
    for deal in DEALS:
        if deal.game is not ADEL:
            continue
        chosen, told = Counter[PastAction](), Counter[PastAction]()
        for turn in deal.story():
            told.update(list_past_actions(ADEL, [step.effect for step in turn.steps]))
            now = ADEL.round(turn.before)
            for seat, choice in turn.choices.items():
                kind, words = turn.asks[seat].kind, ADEL.text(choice).split()
                if kind in ("location", "location_action"):
                    chosen[PastAction(now, seat, words[0])] += 1
                if kind == "location_action":
                    chosen[PastAction(now, seat, places[words[0]][words[1]])] += 1
                if kind == "action":
                    view = ADEL.view(turn.before, None)
                    place = view.seats[seat].location or view.place
                    chosen[PastAction(now, seat, places[place][words[0]])] += 1
        assert told == chosen
        assert told


@pytest.mark.rule("E3.2", "E10.3")
def test_the_actions_of_edel_are_open_actions_and_guesses() -> None:
    for deal in DEALS:
        if deal.game is not EDEL:
            continue
        chosen, told = Counter[PastAction](), Counter[PastAction]()
        for turn in deal.story():
            past_actions = list_past_actions(EDEL, [step.effect for step in turn.steps])
            told.update(past_actions)
            asked = {seat: ask.kind for seat, ask in turn.asks.items()}
            for seat, choice in turn.choices.items():
                what = EDEL.text(choice).replace(" ", "_").replace("guess_", "guesses_")
                if asked[seat] in ("action", "guess"):
                    chosen[PastAction(EDEL.round(turn.before), seat, what)] += 1
            # of two, what one has sealed is no past_action before the other has guessed
            assert not (deal.seats == 2 and "action" in asked.values() and past_actions)
        assert told == chosen
        assert told
