"""The best stories of an evening: the highlights of all its games, of each sort the one with the most to it."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.rooms.past import PastGame
from app.web.games import chronicle
from app.web.games.chronicle import Highlight
from app.web.games.highlights import MOST
from app.web.text.sentences import Part, Speech
from engine import registry


@dataclass(frozen=True, slots=True)
class Story:
    """A moment of one of several games."""

    said: tuple[Part, ...]
    names: tuple[str, ...]
    """Who sat on each seat then."""
    number: int
    """Which game of the room it was."""
    title: str
    round: int
    ask: int
    """The reveal it happened in."""
    is_best: bool
    """Whether it is the one to tell if only one is told."""


def stories(games: Sequence[PastGame], speech: Speech) -> tuple[Story, ...]:
    """Up to six of them, in the order they happened."""
    top: dict[tuple[str, int], tuple[PastGame, Highlight]] = {}
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


def _story(game: PastGame, one: Highlight, is_best: bool) -> Story:
    reveal = next(each for each in game.reveals if each.ask == one.ask)
    title = registry.find(game.result.game).title
    return Story(one.said, reveal.names, game.result.number, title, reveal.round, one.ask, is_best)
