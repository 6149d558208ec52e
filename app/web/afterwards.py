"""What the page shows of a game that is over: its course, its deeds, its best moments, and the link to share it by."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.rooms.play import Opening
from app.rooms.replay import replay_key
from app.rooms.room import Room
from app.rooms.view import RoomView
from app.web.charts import Drawing, drawing
from app.web.chronicle import Chart, Deeds, Highlight, Ties, chronicle
from app.web.sentences import Speech


@dataclass(frozen=True, slots=True)
class Afterwards:
    """A finished game, looked back on."""

    chart: Chart
    drawing: Drawing
    deeds: Deeds
    ties: Ties
    highlights: Sequence[Highlight]
    share_link: str | None
    """The path of the replay for whoever gets the link; seats alone give it away."""


def afterwards(room: Room, seen: RoomView, openings: Sequence[Opening], speech: Speech) -> Afterwards | None:
    """The look back; None while the game runs, and for one that the table ended early. ``openings`` are all of the
    game's."""
    if seen.outcome is None or not seen.outcome.ranking or room.play is None:
        return None
    told, seats = chronicle(room.game.key), room.play.seats
    chart = told.chart(openings, seats, speech)
    key = replay_key(room, room.play.number)
    return Afterwards(
        chart=chart,
        drawing=drawing(chart),
        deeds=told.deeds(openings, seats, speech),
        ties=told.ties(openings, speech),
        highlights=told.highlights(openings, speech),
        share_link=f"/r/{room.code}/replay/{key}" if seen.you is not None else None,
    )
