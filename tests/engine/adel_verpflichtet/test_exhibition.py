"""Exhibitions (A5)."""

import pytest

from engine.adel_verpflichtet import GAME
from engine.adel_verpflichtet.edition import read_shipped
from engine.adel_verpflichtet.rules.exhibition import best, is_valid, worth
from tests.engine.adel_verpflichtet.tables import ADA, BEN, a_table, play

SOME = {
    "A": ["A1598", "A1621", "A1655", "A1689"],
    "B": ["B1534", "B1602", "B1660"],
    "C": ["C1468", "C1517", "C1571"],
    "D": ["D1737", "D1784"],
    "E": ["E1583", "E1644"],
    "F": ["F1672", "F1733"],
}


def objects(letters: str) -> int:
    """Return objects of these letters.

    ``AAB`` is two pipe bowls and a chamber pot."""
    return read_shipped().set_of(SOME[letter][letters[:place].count(letter)] for place, letter in enumerate(letters))


def set_of(ids: str) -> int:
    """Return the objects with these ids."""
    return read_shipped().set_of(ids.split())


@pytest.mark.rule("A5.1")
@pytest.mark.parametrize("letters", ["AAA", "AAB", "BCD", "AABBC", "AABBCC", "CCD", "CDEF", "DEF", "ABCDEF", "FFE"])
def test_three_objects_in_an_unbroken_run_are_valid(letters: str) -> None:
    assert is_valid(read_shipped(), objects(letters))


@pytest.mark.rule("A5.1")
@pytest.mark.parametrize("letters", ["", "A", "AB", "DE", "BCF", "AACD", "AACE", "EFA", "FAB", "AFF", "ABCEF"])
def test_too_few_gaps_or_wrapped_letters_are_invalid(letters: str) -> None:
    assert not is_valid(read_shipped(), objects(letters))


@pytest.mark.rule("A5.2")
def test_the_owner_may_hold_objects_back() -> None:
    table = a_table(3, hands={ADA: "A1598 A1621 A1655 B1534", BEN: ""})
    story = play(table, "castle | castle | castle", "exhibit | detective | detective")
    ask = GAME.asks(story.state)[ADA]
    assert GAME.parse("show A1598 A1621 A1655") in ask
    assert GAME.parse("show A1598 A1655 B1534") in ask
    assert GAME.parse("show A1598 A1621 A1655 B1534") in ask
    assert {GAME.text(choice) for choice in ask.choices} == {
        "show A1598 A1621 A1655",
        "show A1598 A1621 B1534",
        "show A1598 A1655 B1534",
        "show A1621 A1655 B1534",
        "show A1598 A1621 A1655 B1534",
    }
    assert ask.complete


@pytest.mark.rule("A5.2")
def test_only_valid_exhibitions_of_own_objects_are_legal() -> None:
    table = a_table(3, hands={ADA: "A1598 A1621 A1655 B1534 D1737", BEN: "A1689 A1712"})
    story = play(table, "castle | castle | castle", "exhibit | detective | detective")
    ask = GAME.asks(story.state)[ADA]
    for text in ("show A1598 A1621", "show A1598 B1534 D1737", "show A1598 A1621 A1689", "steal A1598", "castle"):
        assert GAME.parse(text) not in ask
    assert "show A1598 A1621 A1655" not in ask, "a text is no choice yet"


@pytest.mark.rule("A5.3")
def test_more_objects_are_more_valuable_than_older_ones() -> None:
    assert worth(set_of("F1840 F1879 F1914 F1948")) > worth(set_of("C1468 C1517 B1534"))


@pytest.mark.rule("A5.3")
def test_of_as_many_the_oldest_single_object_decides() -> None:
    assert worth(set_of("C1468 D1951 E1937")) > worth(set_of("C1517 B1534 A1598"))


@pytest.mark.rule("A5.3")
def test_two_exhibitions_are_never_worth_the_same() -> None:
    oldest = {read_shipped().bits[name] for name in read_shipped().bits}
    assert len({worth(thing) for thing in oldest}) == 45


@pytest.mark.rule("A5.3", "A8.2")
@pytest.mark.parametrize(
    ("hand", "shown"),
    [
        ("AAABBCDEF", "AAABBCDEF"),
        ("AAACC", "AAA"),
        ("AABDEEF", "DEEF"),
        ("AACCDD", "CCDD"),
        ("AACCEE", ""),
        ("", ""),
    ],
)
def test_the_best_exhibition_of_a_hand_is_its_largest_run(hand: str, shown: str) -> None:
    assert best(read_shipped(), objects(hand)) == objects(shown)


@pytest.mark.rule("A5.3", "A8.2")
def test_of_two_runs_as_large_the_older_is_the_best() -> None:
    assert best(read_shipped(), set_of("A1598 A1621 A1655 C1911 C1832 D1951")) == set_of("A1598 A1621 A1655")
    assert best(read_shipped(), set_of("A1801 A1743 A1867 C1468 C1832 D1951")) == set_of("C1468 C1832 D1951")
