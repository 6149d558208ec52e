"""Score of the evening: the winners of its games."""

from dataclasses import dataclass

from app.rooms.views.view_types import RoomPart
from engine import registry


@dataclass(frozen=True, slots=True)
class Score:
    """Result of one name over an evening."""

    name: str
    places: tuple[int | None, ...]
    """Place by game; None if that name did not play."""
    wins: int


@dataclass(frozen=True, slots=True)
class Evening:
    """The games of a room that were played to their end."""

    games: tuple[tuple[int, str], ...]
    """Number and title of each, in order."""
    keys: tuple[str, ...]
    """The key of each, for its picture."""
    scores: tuple[Score, ...]
    """Most wins first."""


def evening(room: RoomPart) -> Evening:
    """Return the score of the evening."""
    names = dict.fromkeys(name for each in room.evening for level in each.ranking for name in level)
    scores = []
    for name in names:
        places = tuple(_place(each.ranking, name) for each in room.evening)
        scores.append(Score(name, places, places.count(1)))
    scores.sort(key=lambda score: -score.wins)
    return Evening(
        tuple((each.number, registry.find(each.game).title) for each in room.evening),
        tuple(each.game for each in room.evening),
        tuple(scores),
    )


def _place(ranking: tuple[tuple[str, ...], ...], name: str) -> int | None:
    better = 0
    for level in ranking:
        if name in level:
            return better + 1
        better += len(level)
    return None
