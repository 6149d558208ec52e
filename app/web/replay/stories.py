"""Best stories of an evening: the weightiest highlight of each sort."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.rooms.finished_games import FinishedGame
from app.web.games import chronicle
from app.web.games.chronicle import Highlight
from app.web.games.highlights import MOST
from app.web.text.sentences import Part, Speech
from engine import registry


@dataclass(frozen=True, slots=True)
class Story:
    """Highlight of one of several games."""

    said: tuple[Part, ...]
    names: tuple[str, ...]
    """Players' names by seat, as they were then."""
    number: int
    """Number of the game in its room."""
    title: str
    round: int
    ask: int
    """Number of its reveal."""
    is_best: bool
    """True if it is the best story of all."""


def stories(games: Sequence[FinishedGame], speech: Speech) -> tuple[Story, ...]:
    """Return up to six stories, in the order of their reveals."""
    top: dict[tuple[str, int], tuple[FinishedGame, Highlight]] = {}
    for game in games:
        key = game.result.game
        for one in chronicle(key).highlights(game.reveals, speech):
            before = top.get((key, one.rank))
            if before is None or before[1].weight < one.weight:
                top[key, one.rank] = game, one
    kept = sorted(top.values(), key=lambda found: found[1].rank)[:MOST]
    best = kept[0][1] if kept else None
    kept.sort(key=lambda found: found[1].ask)
    return tuple(_story(game, one, one is best) for game, one in kept)


def _story(game: FinishedGame, one: Highlight, is_best: bool) -> Story:
    reveal = next(each for each in game.reveals if each.ask == one.ask)
    title = registry.find(game.result.game).title
    return Story(one.said, reveal.names, game.result.number, title, reveal.round, one.ask, is_best)
