"""The canonical texts of choices."""

import re

import pytest

from engine.core.errors import BadTextError
from engine.edel_stein_reich import GAME, choices
from engine.edel_stein_reich.choices import (
    MOST_GEMS,
    Action,
    Bid,
    Choice,
    Exchange,
    Guess,
    Return,
    Score,
    Swap,
    Take,
    Word,
)
from engine.edel_stein_reich.gems import Colour, Gems
from tests.engine.edel_stein_reich.tables import ADA, BEN, CARLA

RED, YELLOW, GREEN, BLUE = Colour

TEXTS: dict[str, Choice] = {
    "money": Action.MONEY,
    "event": Action.EVENT,
    "gems": Action.GEMS,
    "free_choice": Action.FREE_CHOICE,
    "guess money": Guess(Action.MONEY),
    "guess event": Guess(Action.EVENT),
    "guess gems": Guess(Action.GEMS),
    "bid red": Bid(Gems(red=1)),
    "bid red blue blue": Bid(Gems(red=1, blue=2)),
    "pass": Word.PASS,
    "accept": Word.ACCEPT,
    "open_card": Word.OPEN_CARD,
    "unseen_card": Word.UNSEEN_CARD,
    "decline": Word.DECLINE,
    "score red": Score(RED),
    "four_each": Word.FOUR_EACH,
    "swap 2 red blue": Swap(CARLA, RED, BLUE),
    "return_one": Word.RETURN_ONE,
    "return 1 red": Return(BEN, RED),
    "take red": Take(RED),
    "halve": Word.HALVE,
    "exchange red yellow blue": Exchange(RED, (YELLOW, BLUE)),
    "exchange blue red red": Exchange(BLUE, (RED, RED)),
    "exchange red red": Exchange(RED, (RED,)),
}

WRONG = (
    "",
    " ",
    "Money",
    "money ",
    " money",
    "free choice",
    "guess",
    "guess free_choice",
    "guess score",
    "bid",
    "bid ",
    "bid blue red",
    "bid red  blue",
    "bid red,blue",
    "bid pink",
    "bid 2 red",
    "bid" + " red" * (MOST_GEMS + 1),
    "accept red",
    "score",
    "score pink",
    "score red blue",
    "swap red blue",
    "swap 5 red blue",
    "swap 02 red blue",
    "swap ２ red blue",
    "swap 2 red",
    "return red",
    "return 1 red blue",
    "take",
    "take three",
    "exchange",
    "exchange red",
    "exchange red blue yellow",
    "exchange red yellow yellow blue",
    "castle",
    "bid red\nblue",
)


@pytest.mark.parametrize("text", TEXTS)
def test_a_choice_prints_as_its_text_and_parses_back(text: str) -> None:
    assert GAME.parse(text) == TEXTS[text]
    assert type(GAME.parse(text)) is type(TEXTS[text])
    assert GAME.text(TEXTS[text]) == text


@pytest.mark.parametrize("text", WRONG)
def test_anything_but_a_canonical_text_is_refused(text: str) -> None:
    with pytest.raises(BadTextError):
        GAME.parse(text)


def test_the_largest_bid_there_could_be_has_a_text() -> None:
    everything = Bid(Gems(22, 22, 22, 22))
    assert GAME.parse(GAME.text(everything)) == everything


def test_choices_of_different_kinds_are_never_equal() -> None:
    alike: list[Choice] = [Score(RED), Take(RED), Return(ADA, RED), Bid(Gems(red=1)), Guess(Action.GEMS), Action.GEMS]
    for place, one in enumerate(alike):
        assert [other for other in alike if other == one] == alike[place : place + 1]


def test_the_texts_of_the_table_are_texts() -> None:
    """Every text in the documented table parses, and no kind of choice is missing."""
    shown = re.findall(r"``([^`]+)``", (choices.__doc__ or "").partition("=\n")[2])
    kinds = {"action", "guess", "bid", "event_source", "event", "return_gem", "free_choice"}
    texts = [text for text in shown if text not in kinds - {"event", "free_choice"}]
    assert {type(GAME.parse(text)) for text in texts} == {type(choice) for choice in TEXTS.values()}
    assert {GAME.parse(text) for text in texts if " " not in text} >= {*Action, *Word}
