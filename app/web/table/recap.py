"""Recap of a finished game: its course, tally, best moments and share link."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from app.rooms.model.reveal import Reveal
from app.rooms.views.page_view import PageView
from app.web.cache import PageCache
from app.web.games import chronicle
from app.web.games.chronicle import Chart, Chronicle, Highlight, Tally, TallyColumn, Ties
from app.web.games.highlights import Laughs, find_most_laughed, with_most_laughed
from app.web.table.charts import Drawing, drawing
from app.web.text.sentences import Speech
from engine import registry


class Player(NamedTuple):
    """Player of a seat, perhaps not for the whole game."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class ActionTable:
    """Table of tally by player and target; a seat's earlier players count apart."""

    heads: Tally
    """Column headings, without counts."""
    counts: Mapping[Player, tuple[int, ...]]
    """Counts per column.

    Rows follow the order of the seats; the earlier player of a seat comes first."""
    title: str
    by: str
    ties: Mapping[tuple[Player, Player], int]


@dataclass(frozen=True, slots=True)
class Story:
    """Story of a finished game, equal for viewers who saw the same reveals."""

    chart: Chart
    drawing: Drawing
    done: ActionTable
    highlights: Sequence[Highlight]
    names: Mapping[int, Sequence[str]]
    """Names on each seat at each reveal, by its ask."""


@dataclass(frozen=True, slots=True)
class Recap:
    """Recap of a finished game for one viewer."""

    story: Story
    share_link: str | None
    """Path of the shared replay; only players may share it."""
    has_mirror: bool
    """True if the viewer can see the computer's estimate of their game."""


def make_recap(page: PageView, speech: Speech, kept: PageCache) -> Recap | None:
    """Return the recap; None while the game runs or if the table ended it early.

    The story takes a while to compute: ``kept`` caches it for the next viewer."""
    seen, reveals = page.view, page.reveals
    if seen.outcome is None or not seen.outcome.ranking:
        return None
    game, seats = seen.room.game, page.players
    laughs = find_most_laughed(page.reactions)
    story = kept.get_or_compute(
        "story", (game, seats, reveals, laughs), lambda: _story(game, seats, reveals, laughs, speech), among="story"
    )
    has_mirror = seen.you is not None and registry.find(game).judge is not None
    return Recap(story, page.replay, has_mirror)


def _story(game: str, seats: int, reveals: Sequence[Reveal], laughs: Laughs | None, speech: Speech) -> Story:
    told = chronicle(game)
    chart = told.chart(reveals, seats, speech)
    return Story(
        chart=chart,
        drawing=drawing(chart),
        done=_count_deeds(told, reveals, seats, speech),
        highlights=with_most_laughed(told.highlights(reveals, speech), laughs, reveals, speech),
        names={int(reveal.ask): reveal.names for reveal in reveals},
    )


def _count_deeds(told: Chronicle, reveals: Sequence[Reveal], seats: int, speech: Speech) -> ActionTable:
    """Add up tally by player, over stretches in which the same people sat there."""
    counted: dict[Player, Counter[TallyColumn]] = {}
    done: Counter[tuple[Player, Player]] = Counter()
    columns: tuple[TallyColumn, ...] = ()
    ties = Ties("", "", {})
    for names, stretch in groupby(reveals, key=lambda reveal: reveal.names):
        players = [Player(seat, names[seat] if seat < len(names) else "") for seat in range(seats)]
        heard = tuple(stretch)
        tally, ties = told.tally(heard, seats, speech), told.ties(heard, speech)
        columns = max(columns, tally.columns, key=len)
        for seat, counts in tally.counts.items():
            by_column = counted.setdefault(players[seat], Counter())
            by_column.update(dict(zip(tally.columns, counts, strict=True)))
        done.update({(players[by], players[to]): count for (by, to), count in ties.counts.items()})
    order = sorted(counted, key=lambda player: player.seat)
    rows = {player: tuple(counted[player][column] for column in columns) for player in order}
    return ActionTable(Tally(columns, {}), rows, ties.title, ties.by, done)
