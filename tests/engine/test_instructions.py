"""Instructions: one contract for every game, and the effect of each."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from engine.bots.random_bot import RandomBot
from engine.bots.seating import RANDOM, bot_of
from engine.core.asks import Ask
from engine.core.bots.instructions import apply_instructions
from engine.core.game import AnyGame
from engine.driver import Turn
from engine.registry import GAMES
from tests.engine.deals import DEALS, Deal
from tests.engine.haste import bots_in_turn
from tests.whole import WHOLE

INSTRUCTED = [key for key, game in GAMES.items() if game.instructions]
"""The games whose bots take instructions."""

EVERY = pytest.mark.parametrize("deal", [deal for deal in DEALS if deal.key in INSTRUCTED], ids=str)


def all_asks(deal: Deal) -> Iterator[tuple[Any, Ask[Any]]]:
    """Return every ask of a whole game with the view of the asked seat."""
    for turn in deal.story():
        yield from view_of(deal.game, turn)


def view_of(game: AnyGame, turn: Turn[Any, Any]) -> Iterator[tuple[Any, Ask[Any]]]:
    for seat, ask in turn.asks.items():
        yield game.view(turn.before, seat), ask


def some_instructions(game: AnyGame, rng: random.Random) -> frozenset[str]:
    """Return some of the game's instructions, and an unknown key."""
    keys = sorted(game.instructions)
    return frozenset({*rng.sample(keys, rng.randint(1, len(keys))), "no_such_instruction"})


@EVERY
def test_instructions_leave_legal_choices_and_never_none(deal: Deal) -> None:
    rng = random.Random(f"{deal}")
    for view, ask in all_asks(deal):
        left = apply_instructions(deal.game, some_instructions(deal.game, rng), view, ask)
        assert left.kind == ask.kind
        assert left.default in left and left.default in left.choices
        assert 0 < len(left.choices) == len(set(left.choices))
        assert all(choice in ask and choice in left for choice in left.choices)
        assert [choice for choice in ask.choices if choice in set(left.choices)] == list(left.choices)


@EVERY
def test_an_instruction_is_obeyed_whenever_something_obeys_it(deal: Deal) -> None:
    for view, ask in all_asks(deal):
        for key, instruction in deal.game.instructions.items():
            obeying = instruction(view, ask.choices)
            left = apply_instructions(deal.game, {key}, view, ask).choices
            assert left == (obeying or ask.choices)
            assert instruction(view, left) in (left, ()), "what is left obeys the instruction, or nothing did"


@EVERY
def test_choices_that_obey_all_instructions_are_left(deal: Deal) -> None:
    rng = random.Random(f"{deal}")
    together = 0
    for view, ask in all_asks(deal):
        given = some_instructions(deal.game, rng)
        instructions = [instruction for key, instruction in deal.game.instructions.items() if key in given]
        both = [
            choice
            for choice in ask.choices
            if all(choice in instruction(view, ask.choices) for instruction in instructions)
        ]
        if both:
            together += 1
            left = apply_instructions(deal.game, given, view, ask).choices
            assert set(both) <= set(left)
            assert all(all(choice in instruction(view, left) for instruction in instructions) for choice in left)
    assert together


@EVERY
def test_every_bot_obeys_whatever_it_is_told(deal: Deal) -> None:
    """Each ask is answered by one level, in turn."""
    rng = random.Random(f"{deal}")
    bots = {**bots_in_turn(deal.game.bots, deal.place), RANDOM: bot_of(deal.game, RANDOM)}
    for number, (view, ask) in enumerate(all_asks(deal)):
        left = apply_instructions(deal.game, some_instructions(deal.game, rng), view, ask)
        for place, (level, bot) in enumerate(bots.items()):
            if WHOLE or place == number % len(bots):
                assert bot.choose(view, left, random.Random(1)) in left.choices, level


@EVERY
def test_without_instructions_the_ask_is_unchanged(deal: Deal) -> None:
    for view, ask in all_asks(deal):
        assert apply_instructions(deal.game, (), view, ask) is ask
        assert apply_instructions(deal.game, {"no_such_instruction"}, view, ask) is ask


@pytest.mark.parametrize("key", INSTRUCTED)
def test_every_instruction_makes_a_difference_somewhere(key: str) -> None:
    game = GAMES[key]
    idle = set(game.instructions)
    assert idle
    for deal in DEALS:
        for view, ask in all_asks(deal) if deal.key == key else ():
            idle -= {
                instruction for instruction in idle if apply_instructions(game, {instruction}, view, ask) is not ask
            }
    assert not idle


def test_a_game_that_knows_no_instructions_needs_nothing() -> None:
    deal = DEALS[0]
    game = replace(deal.game, instructions={})
    view, ask = next(all_asks(deal))
    assert apply_instructions(game, {"careful"}, view, ask) is ask
    assert RandomBot().choose(view, apply_instructions(game, {"careful"}, view, ask), random.Random(1)) in ask


OBEYED: dict[str, dict[str, Callable[[str, Any], bool]]] = {
    "adel_verpflichtet": {
        "no_thief": lambda text, mine: "thief" not in text,
        "no_exhibit": lambda text, mine: "exhibit" not in text,
        "keep_best_cheque": lambda text, mine: not text.endswith(f"cheque {mine.cheques[0] if mine.cheques else '-'}"),
        "careful": lambda text, mine: "thief" not in text,
    },
    "edel_stein_reich": {
        "no_events": lambda text, mine: text != "event",
        "no_bids": lambda text, mine: not text.startswith("bid"),
        "low_bids": lambda text, mine: True,
        "careful": lambda text, mine: text != "unseen_card",
    },
}
"""Promise of an instruction about a choice's text, if another choice keeps it."""


@EVERY
def test_instructions_do_what_they_say(deal: Deal) -> None:
    assert OBEYED[deal.key].keys() == deal.game.instructions.keys()
    for view, ask in all_asks(deal):
        texts = [deal.game.text(choice) for choice in ask.choices]
        for key, promise in OBEYED[deal.key].items():
            if any(promise(text, view.mine) for text in texts) and ask.kind != "location":
                left = apply_instructions(deal.game, {key}, view, ask).choices
                assert all(promise(deal.game.text(choice), view.mine) for choice in left), (key, texts)


def least(key: str, instruction: str, prefix: str, size: Callable[[str], Any]) -> int:
    """Return how often only the least of the choices with that prefix was left.

    Fails if another one was left."""
    times = 0
    for deal in DEALS:
        for view, ask in all_asks(deal) if deal.key == key else ():
            sizes = [size(text) for text in map(deal.game.text, ask.choices) if text.startswith(prefix)]
            left = map(deal.game.text, apply_instructions(deal.game, {instruction}, view, ask).choices)
            kept = [size(text) for text in left if text.startswith(prefix)]
            if len(set(sizes)) > 1:
                assert set(kept) == {min(sizes)}
                times += 1
    return times


def test_careful_exhibits_the_fewest_objects_and_plays_the_lowest_cheque() -> None:
    assert least("adel_verpflichtet", "careful", "show ", lambda text: len(text.split()))
    assert least("adel_verpflichtet", "careful", "cheque ", lambda text: int(text.split()[1]))
    assert least("adel_verpflichtet", "careful", "auction_house cheque ", lambda text: int(text.split()[2]))


@pytest.mark.parametrize("instruction", ["low_bids", "careful"])
def test_only_the_lowest_bid_is_left(instruction: str) -> None:
    assert least("edel_stein_reich", instruction, "bid ", lambda text: len(text.split()))


def test_no_thief_avoids_locations_with_only_thieves() -> None:
    stuck = 0
    for deal in DEALS:
        for view, ask in all_asks(deal) if deal.key == "adel_verpflichtet" else ():
            if ask.kind == "location" and not view.mine.cheques:
                left = apply_instructions(deal.game, {"no_thief"}, view, ask).choices
                assert [deal.game.text(choice) for choice in left] == ["castle"]
                stuck += len(ask.choices) > 1
    assert stuck
