"""Statistics of a room: its finished games, grouped by game."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.rooms.finished_games import FinishedGame, FinishedGames, Stretch
from app.web.games import chronicle, find_presenter
from app.web.games.chronicle import Tally, TallyColumn, Ties
from app.web.replay.returning_players import ReturningPlayer, ReturningPlayers
from app.web.replay.stories import stories
from app.web.text.languages import ENGLISH
from app.web.text.sentences import Speech
from engine import registry

WIDEST = 8
"""Most persons in a grid, those with the most games; a wider table is unreadable."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Record of one person in one game."""

    who: ReturningPlayer
    games: int
    wins: int
    place: str
    """Average place, with one decimal."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Table of counts, by acting person and target."""

    title: str
    by: str
    said: str
    """Sentence that says what is counted."""
    people: tuple[ReturningPlayer, ...]
    rows: tuple[tuple[int | None, ...], ...]
    """Counts by acting person, then by target; None for oneself."""


@dataclass(frozen=True, slots=True)
class KindOfGame:
    """Statistics of one game's finished plays."""

    key: str
    title: str
    games: int
    rounds: str
    """Average number of rounds a game, with one decimal."""
    editions: tuple[tuple[str, int], ...]
    """Editions other than the usual rules, each with its number of games."""
    standings: tuple[Standing, ...]
    """Records, the most wins first."""
    tally: Tally
    """Heads of the columns in ``averages``; it holds no counts."""
    averages: tuple[tuple[ReturningPlayer, tuple[str, ...]], ...]
    """Average number of each column a game, by person."""
    grids: tuple[Grid, ...]


def statistics_page(past: FinishedGames, evening_from: int, speech: Speech) -> Mapping[str, Any]:
    """Return the games' part of the context of ``pages/statistics.html``.

    The evening begins with game number ``evening_from``."""
    players = ReturningPlayers()
    seated = {
        game.result.number: [players.identify_sitters(each.sitters) for each in game.stretches] for game in past.games
    }
    kinds: dict[str, list[FinishedGame]] = defaultdict(list)
    for game in past.games:
        kinds[game.result.game].append(game)
    return {
        "evening_stories": stories([game for game in past.games if game.result.number >= evening_from], speech),
        "kinds": [_kind(games, seated, players.all, speech) for games in kinds.values()],
    }


def _kind(
    games: Sequence[FinishedGame],
    seated: Mapping[int, list[tuple[int, ...]]],
    people: Sequence[ReturningPlayer],
    speech: Speech,
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
        tally=Tally(heads, {}),
        averages=tuple((people[one], averages[one]) for one in order if one in averages),
        grids=tuple(grid for grid in grids if grid is not None),
    )


def _edition(game: FinishedGame, speech: Speech) -> str:
    return find_presenter(game.result.game).edition(dict(game.options), speech)


def _places(game: FinishedGame) -> Mapping[int, int]:
    """Return the place of each seat; seats that share one have the better of theirs."""
    places: dict[int, int] = {}
    for level in game.ranking:
        places |= dict.fromkeys(map(int, level), len(places) + 1)
    return places


_Seated = Sequence[tuple[FinishedGame, Stretch, tuple[int, ...]]]
"""Stretches with the same players throughout, with the person of each seat."""


def _averages(
    stretches: _Seated, key: str, speech: Speech
) -> tuple[tuple[TallyColumn, ...], dict[int, tuple[str, ...]]]:
    """Return the tally of these games and each person's average number a game."""
    counted: Counter[tuple[int, TallyColumn]] = Counter()
    played: dict[int, set[int]] = defaultdict(set)
    heads: tuple[TallyColumn, ...] = ()
    for game, stretch, who in stretches:
        tally = chronicle(key).tally(stretch.reveals, len(who), speech)
        heads = max(heads, tally.columns, key=len)
        for seat, counts in tally.counts.items():
            played[who[seat]].add(game.result.number)
            counted.update({(who[seat], column): count for column, count in zip(tally.columns, counts, strict=True)})
    return heads, {
        one: tuple(_decimal(counted[one, column] / len(numbers), speech) for column in heads)
        for one, numbers in played.items()
    }


def _grid(
    stretches: _Seated,
    tell: Callable[..., Ties],
    shown: Sequence[int],
    people: Sequence[ReturningPlayer],
    speech: Speech,
) -> Grid | None:
    """Return the grid of who did it to whom; None if the game counts no such thing."""
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
    """Format a number with one decimal and the language's decimal sign."""
    text = f"{value:.1f}"
    return text if speech.language == ENGLISH else text.replace(".", ",")
