"""What the page shows of a game that is over: its course, its deeds, its best moments, and the link to share it by."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from app.rooms.model.reveal import Reveal
from app.rooms.views.page_view import PageView
from app.web.cache import PageCache
from app.web.games import chronicle
from app.web.games.chronicle import Chart, Chronicle, Deed, Deeds, Highlight, Ties
from app.web.table.charts import Drawing, drawing
from app.web.text.sentences import Speech
from engine import registry


class Player(NamedTuple):
    """Somebody who played a seat, perhaps not for the whole game."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Done:
    """Who did what, and who did it to whom: each player's own deeds, without those of who had the seat before."""

    heads: Deeds
    """What is counted, without counts."""
    counts: Mapping[Player, tuple[int, ...]]
    """A number a column, in the order of the seats, the earlier player of a seat first."""
    title: str
    by: str
    ties: Mapping[tuple[Player, Player], int]


@dataclass(frozen=True, slots=True)
class Story:
    """What is told of a finished game, the same to everybody who was told the same of its reveals."""

    chart: Chart
    drawing: Drawing
    done: Done
    highlights: Sequence[Highlight]
    names: Mapping[int, Sequence[str]]
    """Who sat on each seat at each reveal, by its ask."""


@dataclass(frozen=True, slots=True)
class Afterwards:
    """A finished game, looked back on by one viewer."""

    story: Story
    share_link: str | None
    """The path of the replay for whoever gets the link; seats alone give it away."""
    has_mirror: bool
    """Whether the viewer can see how their game looks by the computer's estimate."""


def afterwards(page: PageView, speech: Speech, kept: PageCache) -> Afterwards | None:
    """The look back; None while the game runs, and for one that the table ended early. What is told of it takes a while
    to find out: ``kept`` has it for whoever looks next."""
    seen, reveals = page.view, page.reveals
    if seen.outcome is None or not seen.outcome.ranking:
        return None
    game, seats = seen.room.game, page.players
    story = kept.again("story", (game, seats, reveals), lambda: _story(game, seats, reveals, speech), among="story")
    has_mirror = seen.you is not None and registry.find(game).judge is not None
    return Afterwards(story, page.replay, has_mirror)


def _story(game: str, seats: int, reveals: Sequence[Reveal], speech: Speech) -> Story:
    told = chronicle(game)
    chart = told.chart(reveals, seats, speech)
    return Story(
        chart=chart,
        drawing=drawing(chart),
        done=_done(told, reveals, seats, speech),
        highlights=told.highlights(reveals, speech),
        names={int(reveal.ask): reveal.names for reveal in reveals},
    )


def _done(told: Chronicle, reveals: Sequence[Reveal], seats: int, speech: Speech) -> Done:
    """The deeds of each stretch in which the same people sat there, added up by player."""
    counted: dict[Player, Counter[Deed]] = {}
    done: Counter[tuple[Player, Player]] = Counter()
    columns: tuple[Deed, ...] = ()
    ties = Ties("", "", {})
    for names, stretch in groupby(reveals, key=lambda reveal: reveal.names):
        players = [Player(seat, names[seat] if seat < len(names) else "") for seat in range(seats)]
        heard = tuple(stretch)
        deeds, ties = told.deeds(heard, seats, speech), told.ties(heard, speech)
        columns = max(columns, deeds.columns, key=len)
        for seat, counts in deeds.counts.items():
            by_deed = counted.setdefault(players[seat], Counter())
            by_deed.update(dict(zip(deeds.columns, counts, strict=True)))
        done.update({(players[by], players[to]): count for (by, to), count in ties.counts.items()})
    order = sorted(counted, key=lambda player: player.seat)
    rows = {player: tuple(counted[player][deed] for deed in columns) for player in order}
    return Done(Deeds(columns, {}), rows, ties.title, ties.by, done)
