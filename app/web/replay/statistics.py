"""The statistics of a room: what all its finished games come to, a kind of game at a time."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.rooms.past import Past, PastGame, Stretch
from app.web.games import chronicle, find_presenter
from app.web.games.chronicle import Deed, Deeds, Ties
from app.web.replay.regulars import Regular, Regulars
from app.web.replay.stories import stories
from app.web.text.languages import ENGLISH
from app.web.text.sentences import Speech
from engine import registry

WIDEST = 8
"""So many persons are set against each other, those with the most games: more are no table that can be read."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What somebody has come to in one kind of game."""

    who: Regular
    games: int
    wins: int
    place: str
    """On average, with one decimal."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Who did something to whom."""

    title: str
    by: str
    said: str
    """What is counted, in a sentence."""
    people: tuple[Regular, ...]
    rows: tuple[tuple[int | None, ...], ...]
    """By who did it, then by whom it was done to; None for oneself."""


@dataclass(frozen=True, slots=True)
class KindOfGame:
    """All finished games of one kind."""

    key: str
    title: str
    games: int
    rounds: str
    """How many rounds one took on average, with one decimal."""
    editions: tuple[tuple[str, int], ...]
    """How many were played by rules that are not the usual ones."""
    standings: tuple[Standing, ...]
    """The most wins first."""
    deeds: Deeds
    """The heads of what is counted; the counts are in ``averages``."""
    averages: tuple[tuple[Regular, tuple[str, ...]], ...]
    """How often each did each thing, on average a game."""
    grids: tuple[Grid, ...]


def statistics_page(past: Past, evening_from: int, speech: Speech) -> Mapping[str, Any]:
    """What the template ``pages/statistics.html`` knows of the games; the evening begins with that number."""
    regulars = Regulars()
    seated = {game.result.number: [regulars.seated(each.sitters) for each in game.stretches] for game in past.games}
    kinds: dict[str, list[PastGame]] = defaultdict(list)
    for game in past.games:
        kinds[game.result.game].append(game)
    return {
        "evening_stories": stories([game for game in past.games if game.result.number >= evening_from], speech),
        "kinds": [_kind(games, seated, regulars.all, speech) for games in kinds.values()],
    }


def _kind(
    games: Sequence[PastGame], seated: Mapping[int, list[tuple[int, ...]]], people: Sequence[Regular], speech: Speech
) -> KindOfGame:
    key = games[0].result.game
    told = chronicle(key)
    stretches = [
        (game, stretch, who)
        for game in games
        for stretch, who in zip(game.stretches, seated[game.result.number], strict=True)
    ]
    places: dict[int, list[int]] = defaultdict(list)
    for game in games:
        for seat, place in _places(game).items():
            places[seated[game.result.number][-1][seat]].append(place)
    order = sorted(places, key=lambda one: (-places[one].count(1), sum(places[one]) / len(places[one])))
    heads, averages = _averages(stretches, key, speech)
    most = set(sorted(places, key=lambda one: -len(places[one]))[:WIDEST])
    shown = [one for one in order if one in most]
    grids = (_grid(stretches, tell, shown, people, speech) for tell in (told.ties, told.reads))
    return KindOfGame(
        key=key,
        title=registry.find(key).title,
        games=len(games),
        rounds=_decimal(sum(game.reveals[-1].round for game in games) / len(games), speech),
        editions=tuple(Counter(edition for game in games if (edition := _edition(game, speech))).items()),
        standings=tuple(
            Standing(
                people[one],
                len(places[one]),
                places[one].count(1),
                _decimal(sum(places[one]) / len(places[one]), speech),
            )
            for one in order
        ),
        deeds=Deeds(heads, {}),
        averages=tuple((people[one], averages[one]) for one in order if one in averages),
        grids=tuple(grid for grid in grids if grid is not None),
    )


def _edition(game: PastGame, speech: Speech) -> str:
    return find_presenter(game.result.game).edition(dict(game.options), speech)


def _places(game: PastGame) -> Mapping[int, int]:
    """The place of each seat; those that share one have the better of theirs."""
    places: dict[int, int] = {}
    for level in game.ranking:
        places |= dict.fromkeys(map(int, level), len(places) + 1)
    return places


_Seated = Sequence[tuple[PastGame, Stretch, tuple[int, ...]]]
"""What was played while the same people sat there, with who they were by seat."""


def _averages(stretches: _Seated, key: str, speech: Speech) -> tuple[tuple[Deed, ...], dict[int, tuple[str, ...]]]:
    """Everything that somebody did in these games, and how often each person did it, on average a game."""
    counted: Counter[tuple[int, Deed]] = Counter()
    played: dict[int, set[int]] = defaultdict(set)
    heads: tuple[Deed, ...] = ()
    for game, stretch, who in stretches:
        deeds = chronicle(key).deeds(stretch.reveals, len(who), speech)
        heads = max(heads, deeds.columns, key=len)
        for seat, counts in deeds.counts.items():
            played[who[seat]].add(game.result.number)
            counted.update({(who[seat], deed): count for deed, count in zip(deeds.columns, counts, strict=True)})
    return heads, {
        one: tuple(_decimal(counted[one, deed] / len(numbers), speech) for deed in heads)
        for one, numbers in played.items()
    }


def _grid(
    stretches: _Seated,
    tell: Callable[..., Ties],
    shown: Sequence[int],
    people: Sequence[Regular],
    speech: Speech,
) -> Grid | None:
    """Who did it to whom; None where the game tells of nothing like that."""
    counted: Counter[tuple[int, int]] = Counter()
    ties = Ties("", "", {})
    for _, stretch, who in stretches:
        ties = tell(stretch.reveals, speech)
        for (by, to), count in ties.counts.items():
            counted[who[by], who[to]] += count
    if not ties.title:
        return None
    rows = tuple(tuple(None if by == to else counted[by, to] for to in shown) for by in shown)
    return Grid(ties.title, ties.by, ties.said, tuple(people[one] for one in shown), rows)


def _decimal(value: float, speech: Speech) -> str:
    """With one decimal, behind the sign of the language."""
    text = f"{value:.1f}"
    return text if speech.language == ENGLISH else text.replace(".", ",")
