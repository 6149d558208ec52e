"""Canonical texts of choices."""

import pytest

from engine.adel_verpflichtet import GAME
from engine.adel_verpflichtet.choices import (
    DETECTIVE,
    EXHIBIT,
    Choice,
    Location,
    LocationAction,
    buy,
    cheque,
    show,
    steal,
    thief,
)
from engine.core.errors import BadTextError

TEXTS: dict[str, Choice] = {
    "castle": Location.CASTLE,
    "auction_house": Location.AUCTION_HOUSE,
    "cheque 25": cheque(25),
    "thief 8": thief(8),
    "detective": DETECTIVE,
    "exhibit": EXHIBIT,
    "castle thief 8": LocationAction(Location.CASTLE, thief(8)),
    "castle exhibit": LocationAction(Location.CASTLE, EXHIBIT),
    "auction_house cheque 25": LocationAction(Location.AUCTION_HOUSE, cheque(25)),
    "buy C1468": buy("C1468"),
    "show A1468 A1660 B1755": show("B1755", "A1660", "A1468"),
    "steal A1517 C1468": steal("C1468", "A1517"),
}

WRONG = (
    "",
    " ",
    "Castle",
    "castle ",
    " castle",
    "auction house",
    "cheque",
    "cheque 0",
    "cheque 05",
    "cheque -5",
    "cheque 25 ",
    "cheque  25",
    "cheque ２５",
    "thief",
    "thief 8 9",
    "detective 0",
    "exhibit A1468",
    "castle castle",
    "auction_house buy C1468",
    "buy",
    "buy ",
    "buy C1468 C1517",
    "buy c1468",
    "buy G1468",
    "buy C01468",
    "show",
    "show A1468 A1468",
    "show A1660 A1468 B1755",
    "show B1755 A1468 A1660",
    "show A1468  A1660 B1755",
    "show A1468,A1660,B1755",
    "steal C1468 A1517",
    "steal\nC1468",
    "bid red",
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


def test_objects_are_named_by_letter_then_year_as_numbers() -> None:
    assert GAME.text(show("B900", "A1468", "B1200")) == "show A1468 B900 B1200"
    assert GAME.parse("show A1468 B900 B1200") == show("A1468", "B900", "B1200")


def test_choices_of_different_kinds_are_never_equal() -> None:
    kinds = [*TEXTS.values(), show("C1468"), steal("C1468")]
    assert len(set(kinds)) == len(kinds)
