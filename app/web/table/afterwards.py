"""What the page shows of a game that is over: its course, its deeds, its best moments, and the link to share it by."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.rooms.model.opening import Opening
from app.rooms.page_view import PageView
from app.web.cache import PageCache
from app.web.games import chronicle
from app.web.games.chronicle import Chart, Deeds, Highlight, Ties
from app.web.table.charts import Drawing, drawing
from app.web.text.sentences import Speech
from engine import registry
from engine.core.bots.judging import Estimated


@dataclass(frozen=True, slots=True)
class Story:
    """What is told of a finished game, the same to everybody who was told the same of its openings."""

    chart: Chart
    drawing: Drawing
    deeds: Deeds
    ties: Ties
    highlights: Sequence[Highlight]
    names: Mapping[int, Sequence[str]]
    """Who sat on each seat at each opening, by its ask."""


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
    seen, openings = page.view, page.openings
    if seen.outcome is None or not seen.outcome.ranking:
        return None
    game, seats = seen.room.game, page.players
    story = kept.again("story", (game, seats, openings), lambda: _story(game, seats, openings, speech), among="story")
    has_mirror = seen.you is not None and isinstance(registry.find(game), Estimated)
    return Afterwards(story, page.replay, has_mirror)


def _story(game: str, seats: int, openings: Sequence[Opening], speech: Speech) -> Story:
    told = chronicle(game)
    chart = told.chart(openings, seats, speech)
    return Story(
        chart=chart,
        drawing=drawing(chart),
        deeds=told.deeds(openings, seats, speech),
        ties=told.ties(openings, speech),
        highlights=told.highlights(openings, speech),
        names={int(opening.ask): opening.names for opening in openings},
    )
