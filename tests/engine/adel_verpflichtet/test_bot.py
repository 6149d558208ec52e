"""Bots with other editions: only the sequence of the years matters."""

import random
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import zip_longest
from typing import Any

import pytest

from engine.adel_verpflichtet import GAME
from engine.adel_verpflichtet.bot.model import box
from engine.adel_verpflichtet.bot.model.box import Box, box_of, worth
from engine.adel_verpflichtet.edition import read_shipped
from engine.adel_verpflichtet.objects import NONE
from engine.adel_verpflichtet.rules import exhibition
from engine.core.chance import SeededChance
from engine.core.plain import Plain
from tests.engine.adel_verpflichtet.tables import a_table, view

YEARS = sorted(thing.year for thing in read_shipped().objects)

RELABELLED: dict[str, Callable[[int], int]] = {
    "later": lambda year: year + 400,
    "of long ago": lambda year: year - 1460,
    "far apart": lambda year: 3 * year,
    "unevenly apart": lambda year: 10 + YEARS.index(year) ** 2,
}
"""Years in the same order."""


def an_edition(years: Callable[[int], int]) -> tuple[Plain, Mapping[str, str]]:
    """Return the shipped edition with other years, and each object's shipped id."""
    data: Any = read_shipped().data
    ids = {}
    for series in data["series"]:
        for thing in series["objects"]:
            old = f"{series['letter']}{thing['year']}"
            thing["year"] = years(thing["year"])
            ids[f"{series['letter']}{thing['year']}"] = old
    return data, ids


def a_game(seats: int, edition: Plain, ids: Mapping[str, str]) -> Iterator[str]:
    """Return the choices of bots in a game, objects by their shipped ids."""
    chance, rng = SeededChance(b"taste"), random.Random(7)
    state = GAME.new(seats, {}, chance, edition)
    while asks := GAME.asks(state):
        choices = {seat: GAME.bots["normal"].choose(GAME.view(state, seat), ask, rng) for seat, ask in asks.items()}
        for choice in choices.values():
            yield " ".join(ids.get(word, word) for word in GAME.text(choice).split())
        state = GAME.after(state, choices, chance)


@cache
def a_game_of_the_shipped_edition(seats: int) -> tuple[str, ...]:
    return tuple(a_game(seats, read_shipped().data, {}))


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("years", RELABELLED)
def test_bots_play_alike_with_other_years_in_the_same_order(years: str, seats: int) -> None:
    assert tuple(a_game(seats, *an_edition(RELABELLED[years]))) == a_game_of_the_shipped_edition(seats)


def test_a_bias_for_certain_years_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    def sort_by_last_digit(self: Box, series: Any, track: Any, rules: str) -> None:
        before(self, series, track, rules)
        names = sorted(self.bits, key=lambda name: (name[-1], name))
        self.bits = {name: 1 << place for place, name in enumerate(names)}

    before = Box.__init__
    monkeypatch.setattr(Box, "__init__", sort_by_last_digit)
    monkeypatch.setattr(box, "_box", Box)
    edition = an_edition(RELABELLED["unevenly apart"])
    both = zip_longest(a_game(4, *edition), a_game(4, read_shipped().data, {}))
    assert any(one != other for one, other in both)


@pytest.mark.rule("A5.3", "A1.6")
def test_the_oldest_object_of_an_edition_comes_first() -> None:
    bits = box_of(view(a_table(3))).bits
    assert sorted(bits, key=lambda name: bits[name]) == [thing.id for thing in read_shipped().objects]


@pytest.mark.rule("A5.1", "A5.3")
def test_the_models_best_exhibition_follows_the_rules() -> None:
    own, edition, rng = box_of(view(a_table(3))), read_shipped(), random.Random(5)
    hands = [sum(rng.sample(list(own.bits.values()), rng.randint(0, 12))) for _ in range(500)]
    best = [exhibition.best(edition, hand) for hand in hands]
    assert [own.best(hand) for hand in hands] == best
    assert best.count(NONE) not in (0, 500)
    shown = [each for each in best if each]
    pairs = [(rng.choice(shown), rng.choice(shown)) for _ in range(500)]
    by_rules = [exhibition.worth(one) > exhibition.worth(other) for one, other in pairs]
    assert [worth(one) > worth(other) for one, other in pairs] == by_rules
