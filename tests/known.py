"""Knowledge of the suite about single games.

A test over all games asks a game by its protocol. Tables by the game's key hold the rest, such as what a seat hides
or how strong a bot is. The shipped games need a line in every table. A test skips any other game that is missing in
its table, and says so."""

from collections.abc import Mapping
from typing import NoReturn, TypeVar

import pytest

from app.web.games import PLAIN, find_presenter, package
from app.web.games.plain.words import PlainWords
from engine import registry

T = TypeVar("T")

SHIPPED = ("adel_verpflichtet", "edel_stein_reich")
"""Keys of the shipped games.

For a registered game, skipped tests show what it lacks."""


def get_for_game(table: Mapping[str, T], game: str) -> T:
    """Return the game's entry in a test's table."""
    if game not in table:
        lacks(game, "no table of this test knows it")
    return table[game]


def lacks(game: str, why: str) -> NoReturn:
    """End a test for which the game has nothing to show.

    Raises AssertionError if it is shipped."""
    assert game not in SHIPPED, f"{game}: {why}"
    pytest.skip(f"{game}: {why}")


def least(game: str, count: int) -> int:
    """Return the minimum that a shipped game must show for a valid test; 0 for others."""
    return count if game in SHIPPED else 0


def has_presenter(game: str) -> None:
    """End a test of presenters if the game has none or has only the plain words."""
    if package(game) == PLAIN:
        lacks(game, "it has no presenter of its own")
    if find_presenter(game).words is PlainWords:
        lacks(game, "it has no words of its own")


def takes(game: str, seats: int) -> int:
    """Return the number of seats if the game allows it, else skip the test."""
    if seats not in registry.find(game).table_sizes:
        lacks(game, f"{seats} cannot play it")
    return seats


def size_near(game: str, seats: int) -> int:
    """Return the game's nearest table size, the smaller one first."""
    return min(registry.find(game).table_sizes, key=lambda size: (abs(size - seats), size))
