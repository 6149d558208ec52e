"""Public actions: made of public effects, and forgotten as the table forgets."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from engine.bots.random_bot import RandomBot
from engine.bots.seating import table_of
from engine.core.asks import Ask
from engine.core.bots.deeds import Past, deeds_of, inform
from engine.core.chance import SeededChance
from engine.core.game import AnyGame, Deed
from engine.core.seats import Seat
from engine.driver import Turn, turns
from engine.registry import find
from tests.engine.deals import DEALS
from tests.known import SHIPPED

ADEL = find("adel_verpflichtet")
EDEL = find("edel_stein_reich")


class Listener:
    """Bot that exposes its actions."""

    def __init__(self, deeds: Sequence[Deed] = ()) -> None:
        self.deeds = deeds

    def knowing(self, deeds: Sequence[Deed]) -> "Listener":
        return Listener(deeds)

    def choose(self, view: Any, ask: Ask[Any], rng: random.Random) -> Any:
        return ask.default


def story(game: AnyGame, **options: Any) -> list[Turn[Any, Any]]:
    chance = SeededChance(b"deeds")
    return list(turns(game, game.new(3, options, chance), table_of([RandomBot()] * 3, b"deeds"), chance))


def test_an_observer_bot_gets_new_deeds() -> None:
    past = Past(ADEL)
    bot = inform(Listener(), past)
    assert isinstance(bot, Listener)
    for turn in story(ADEL)[:6]:
        past.add(turn.steps, turn.after)
    assert len(bot.deeds) == len(past) > 3
    assert [bot.deeds[place] for place in range(3)] == past[:3]
    other = RandomBot()
    assert inform(other, past) is other


@pytest.mark.rule("A10.3")
@pytest.mark.parametrize("open_memory", [True, False])
def test_memory_limits_the_deeds(open_memory: bool) -> None:
    past, looked = Past(ADEL), 0
    for turn in story(ADEL, open_memory=open_memory):
        past.add(turn.steps, turn.after)
        now = ADEL.round(turn.after)
        rounds = {deed.round for deed in past}
        looked += now > 4
        assert rounds <= set(range(1, now + 1))
        if open_memory:
            assert rounds >= set(range(1, now - 1))
        elif ADEL.outcome(turn.after) is None:
            assert rounds <= {now - 1, now}
    assert looked > 10


@pytest.mark.parametrize("key", SHIPPED)
def test_private_effects_make_no_deeds(key: str) -> None:
    game = find(key)
    effects = [step.effect for turn in story(game) for step in turn.steps]
    told = [effect._replace(audience=(Seat(0),)) for effect in effects]
    assert deeds_of(game, told) == ()
    assert bool(deeds_of(game, effects)) == (game.deeds is not None)


@pytest.mark.rule("A3.1", "A4.0", "A6.0", "A9.1")
def test_the_deeds_of_adel_are_the_choices() -> None:
    places: Mapping[str, Mapping[str, str]] = {
        "castle": {"exhibit": "exhibits", "thief": "burgles", "detective": "detects"},
        "auction_house": {"cheque": "bids", "thief": "raids"},
    }
    for deal in DEALS:
        if deal.game is not ADEL:
            continue
        chosen, told = Counter[Deed](), Counter[Deed]()
        for turn in deal.story():
            told.update(deeds_of(ADEL, [step.effect for step in turn.steps]))
            now = ADEL.round(turn.before)
            for seat, choice in turn.choices.items():
                kind, words = turn.asks[seat].kind, ADEL.text(choice).split()
                if kind in ("location", "location_action"):
                    chosen[Deed(now, seat, words[0])] += 1
                if kind == "location_action":
                    chosen[Deed(now, seat, places[words[0]][words[1]])] += 1
                if kind == "action":
                    view = ADEL.view(turn.before, None)
                    place = view.seats[seat].location or view.place
                    chosen[Deed(now, seat, places[place][words[0]])] += 1
        assert told == chosen
        assert told


@pytest.mark.rule("E3.2", "E10.3")
def test_the_deeds_of_edel_are_open_actions_and_guesses() -> None:
    for deal in DEALS:
        if deal.game is not EDEL:
            continue
        chosen, told = Counter[Deed](), Counter[Deed]()
        for turn in deal.story():
            deeds = deeds_of(EDEL, [step.effect for step in turn.steps])
            told.update(deeds)
            asked = {seat: ask.kind for seat, ask in turn.asks.items()}
            for seat, choice in turn.choices.items():
                what = EDEL.text(choice).replace(" ", "_").replace("guess_", "guesses_")
                if asked[seat] in ("action", "guess"):
                    chosen[Deed(EDEL.round(turn.before), seat, what)] += 1
            # of two, what one has sealed is no deed before the other has guessed
            assert not (deal.seats == 2 and "action" in asked.values() and deeds)
        assert told == chosen
        assert told
