"""What the suite knows of single games. A test over all games asks a game by its protocol; what no protocol tells, as
what a seat hides or how strong a bot is, stands in a table by the game's key. The games that were shipped owe a line in
every table; a test skips any other game of which its table knows nothing, and says so."""

from collections.abc import Mapping
from typing import NoReturn, TypeVar

import pytest

from app.web.games import PLAIN, find_presenter, package
from app.web.games.plain.words import PlainWords
from engine import registry

T = TypeVar("T")

SHIPPED = ("adel_verpflichtet", "edel_stein_reich")
"""The games that are shipped. For one that is only registered, what these tests skip is what it still lacks."""


def known(table: Mapping[str, T], game: str) -> T:
    """What a test's table knows of the game."""
    if game not in table:
        lacks(game, "no table of this test knows it")
    return table[game]


def lacks(game: str, why: str) -> NoReturn:
    """Ends a test for which the game has nothing to show. Raises AssertionError for one that is shipped."""
    assert game not in SHIPPED, f"{game}: {why}"
    pytest.skip(f"{game}: {why}")


def least(game: str, count: int) -> int:
    """How much a shipped game has to show for a test to prove anything. Of another one that is not known: 0."""
    return count if game in SHIPPED else 0


def has_presenter(game: str) -> None:
    """Ends a test of presenters for a game that has none of its own, or that says everything as the plain one does."""
    if package(game) == PLAIN:
        lacks(game, "it has no presenter of its own")
    if find_presenter(game).words is PlainWords:
        lacks(game, "it has no words of its own")


def takes(game: str, seats: int) -> int:
    """The number of seats, at which the game can be played; a test of another table skips the game."""
    if seats not in registry.find(game).table_sizes:
        lacks(game, f"{seats} cannot play it")
    return seats


def size_near(game: str, seats: int) -> int:
    """The table size of the game that is nearest to this one, the smaller one first."""
    return min(registry.find(game).table_sizes, key=lambda size: (abs(size - seats), size))
