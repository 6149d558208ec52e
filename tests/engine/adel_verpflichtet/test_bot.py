"""The bot's taste for old objects: what is old is told by the edition's own years, and by their order alone."""

import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from engine.adel_verpflichtet import GAME
from engine.adel_verpflichtet.bot import normal
from engine.adel_verpflichtet.bot.values import Taste, taste_for
from engine.adel_verpflichtet.edition import shipped
from engine.core.chance import SeededChance
from engine.core.plain import Plain
from tests.engine.adel_verpflichtet.tables import a_table, view

YEARS = sorted(thing.year for thing in shipped().objects)

RELABELLED: dict[str, Callable[[int], int]] = {
    "later": lambda year: year + 400,
    "of long ago": lambda year: year - 1460,
    "far apart": lambda year: 3 * year,
    "unevenly apart": lambda year: 10 + YEARS.index(year) ** 2,
}
"""Years in the same order."""


def an_edition(years: Callable[[int], int]) -> tuple[Plain, Mapping[str, str]]:
    """The shipped edition with other years, and the shipped id of each of its objects."""
    data: Any = shipped().data
    ids = {}
    for series in data["series"]:
        for thing in series["objects"]:
            old = f"{series['letter']}{thing['year']}"
            thing["year"] = years(thing["year"])
            ids[f"{series['letter']}{thing['year']}"] = old
    return data, ids


def a_game(seats: int, edition: Plain, ids: Mapping[str, str]) -> list[str]:
    """What bots choose in a game, objects by their shipped ids."""
    chance, rng = SeededChance(b"taste"), random.Random(7)
    state = GAME.new(seats, {}, chance, edition)
    chosen = []
    while asks := GAME.asks(state):
        choices = {seat: GAME.bots["normal"].choose(GAME.view(state, seat), ask, rng) for seat, ask in asks.items()}
        chosen += [" ".join(ids.get(word, word) for word in GAME.text(choice).split()) for choice in choices.values()]
        state = GAME.after(state, choices, chance)
    return chosen


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("years", RELABELLED)
def test_bots_play_alike_with_other_years_in_the_same_order(years: str, seats: int) -> None:
    assert a_game(seats, *an_edition(RELABELLED[years])) == a_game(seats, shipped().data, {})


def test_a_taste_for_the_shipped_years_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    ages = {f"{letter}{year}": (1951 - year) / (1951 - 1468) for letter in "ABCDEF" for year in range(9999)}
    monkeypatch.setattr(normal, "taste_for", lambda _: Taste(ages))
    assert a_game(4, *an_edition(RELABELLED["far apart"])) != a_game(4, shipped().data, {})


@pytest.mark.rule("A5.3", "A1.6")
def test_the_oldest_object_of_an_edition_is_liked_best_and_the_youngest_least() -> None:
    age = taste_for(view(a_table(3)).series).age
    assert (age["C1468"], age["D1951"]) == (1.0, 0.0)
    assert [name for name, _ in sorted(age.items(), key=lambda item: -item[1])] == [o.id for o in shipped().objects]


def test_an_old_object_is_worth_more_than_a_young_one_in_the_same_place() -> None:
    taste = taste_for(view(a_table(3)).series)
    collection = ("B1660", "B1703")
    assert taste.gain(collection, ["C1468"]) > taste.gain(collection, ["C1911"]) >= 1
    assert taste.loss((*collection, "C1468"), ["C1468"]) == pytest.approx(taste.gain(collection, ["C1468"]))
