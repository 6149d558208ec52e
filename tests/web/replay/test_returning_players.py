"""Returning players: the same person in several games, by device or name.

Two seats at one table are never the same person."""

import pytest

from app.rooms.finished_games import Sitter
from app.rooms.model.ids import Digest
from app.web.replay.returning_players import ReturningPlayers


def sitter(name: str, *devices: str, is_bot: bool = False) -> Sitter:
    """Return a person with these devices."""
    return Sitter(name, is_bot, frozenset(map(Digest, devices)))


@pytest.mark.parametrize(
    ("first", "then", "who"),
    [
        ([sitter("Ada", "a"), sitter("Ben", "b")], [sitter("Ben", "b"), sitter("Ada", "a")], (1, 0)),
        ([sitter("Ada", "a"), sitter("Ben", "b")], [sitter("Adele", "a"), sitter("BEN", "c")], (0, 1)),
        # a player who gave the seat up early has no device there
        ([sitter("Ada", "a"), sitter("Ben")], [sitter("Ada", "a"), sitter("Ben", "b")], (0, 1)),
        # a lent device
        ([sitter("Ada", "a"), sitter("Ben", "b")], [sitter("Ben", "a"), sitter("Ada", "c")], (1, 0)),
        ([sitter("Ada", "a"), sitter("Ben", "b")], [sitter("Carla", "a"), sitter("Ada", "a")], (2, 0)),
        # a bot is no person, whatever its name
        ([sitter("Ada", "a"), sitter("Ben", is_bot=True)], [sitter("Ben", "b"), sitter("Ben", is_bot=True)], (2, 1)),
    ],
)
def test_a_person_is_known_again(first: list[Sitter], then: list[Sitter], who: tuple[int, ...]) -> None:
    players = ReturningPlayers()
    assert players.identify_sitters(first) == (0, 1)
    assert players.identify_sitters(then) == who
    assert [players.all[each].name for each in who] == [each.name for each in then]
