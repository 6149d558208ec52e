"""Page of a mirror: the computer's estimate of one player's finished game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.live.mirrors import PendingMirror
from app.rooms.mirror.mirror import Mirror, Standing, WeighedChoice
from app.web.games import find_presenter
from app.web.games.chronicle import Chart
from app.web.html.regions import Regions
from app.web.replay.chances import Bar, bars_of, percent
from app.web.replay.reader import SHOWS_CHANCES, Reader
from app.web.replay.replay_page import build_view_at_stop
from app.web.table.charts import drawing
from app.web.text.sentences import Part, Speech, parts_of

ENOUGH = 5
"""Fewest choices from which predictability is shown."""


@dataclass(frozen=True, slots=True)
class CostlyChoice:
    """Costly choice."""

    round: int
    path: str
    """Address of the replay at that choice."""
    bars: tuple[Bar, ...]
    """Bars of the player's choice and of the best one."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """Round whose reveal gained or lost much."""

    round: int
    path: str
    points: int
    """Change of the chance to win in percentage points; below 0 is a loss."""


@dataclass(frozen=True, slots=True)
class Predictability:
    """Predictability of each player's choices."""

    bars: tuple[Bar, ...]
    said: tuple[Part, ...]


def mirror_page(regions: Regions, reader: Reader, shown: Mirror | PendingMirror) -> Mapping[str, Any]:
    """Return the context of ``pages/mirror.html`` for a reader with a seat."""
    known = regions.context(build_view_at_stop(reader, None, reader.viewer)) | {"reader": reader}
    if isinstance(shown, PendingMirror):
        return known | {"making": shown, "mirror": None}
    speech = regions.speech
    chart = chances_chart(shown, speech)
    return known | {
        "making": None,
        "mirror": shown,
        "chart": chart,
        "drawing": drawing(chart),
        "dearest": tuple(_dear(reader, each, speech) for each in shown.dearest),
        "luck": _luck(reader, shown),
        "readable": _readable(shown, speech),
    }


def chances_chart(mirror: Mirror, speech: Speech) -> Chart:
    """Return the chart of all players' chances in percent.

    It has one column a round or a turn, and one for the end."""
    _ = speech.words.gettext
    course = mirror.course
    columns = [*_columns(course[:-1]), _("End")]
    return Chart(
        title=_("Chances to win in percent, round by round"),
        unit="%",
        across=_("Round"),
        columns=tuple(columns),
        marks={len(columns) - 1: _("End")},
        lines={
            seat: tuple(round(100 * each.chances[seat]) for each in course) for seat in range(len(course[-1].chances))
        },
    )


def _columns(course: Sequence[Standing]) -> list[str]:
    """Return the columns' heads: the round at its first column, else ""."""
    return [
        str(each.round) if place == 0 or course[place - 1].round != each.round else ""
        for place, each in enumerate(course)
    ]


def _path(reader: Reader, ask: int) -> str:
    return f"{reader.replay_path}?{reader.of_game}{SHOWS_CHANCES}perspective={reader.viewer}&at={ask}.0"


def _dear(reader: Reader, choice: WeighedChoice, speech: Speech) -> CostlyChoice:
    presenter = find_presenter(reader.replay.game.key)
    bars = bars_of(choice, (choice.chosen, choice.best), presenter, speech)
    return CostlyChoice(choice.round, _path(reader, choice.ask), bars)


def _luck(reader: Reader, mirror: Mirror) -> tuple[Reveal, ...]:
    """Return the round that gained most and the one that lost most."""
    found = [Reveal(each.round, _path(reader, each.ask), round(100 * each.brought)) for each in mirror.luck]
    best = max(found, key=lambda each: each.points, default=None)
    worst = min(found, key=lambda each: each.points, default=None)
    lucky = (best,) if best is not None and best.points > 0 else ()
    return (*lucky, worst) if worst is not None and worst.points < 0 else lucky


def _readable(mirror: Mirror, speech: Speech) -> Predictability | None:
    """Return the players' predictability; None after too few choices."""
    shares = mirror.readable
    if len(shares) < 2 or sum(bool(choice.expected) for choice in mirror.choices) < ENOUGH:
        return None
    bars = tuple(
        Bar((int(seat),), round(100 * share), percent(share, speech), seat == mirror.seat)
        for seat, share in shares.items()
    )
    most, *_between, least = shares
    _ = speech.words.gettext
    if most == mirror.seat:
        said = _("You were the easiest to read, %(who)s the hardest.") % {"who": speech.name_seat(least)}
    elif least == mirror.seat:
        said = _("%(who)s was the easiest to read, and you were the hardest.") % {"who": speech.name_seat(most)}
    else:
        names = {"who": speech.name_seat(most), "other": speech.name_seat(least)}
        said = _("%(who)s was the easiest to read, %(other)s the hardest.") % names
    return Predictability(bars, parts_of(said))
