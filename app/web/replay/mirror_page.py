"""The page of a mirror: one player's finished game as the computer's estimate sees it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.live.mirrors import Making
from app.rooms.mirror.mirror import Mirror, Standing, Weighed
from app.web.games import find_presenter
from app.web.games.chronicle import Chart
from app.web.html.regions import Regions
from app.web.replay.chances import Bar, bars_of, percent
from app.web.replay.reader import SHOWS_CHANCES, Reader
from app.web.replay.replay_page import past_view
from app.web.table.charts import drawing
from app.web.text.sentences import Part, Speech, parts_of

ENOUGH = 5
"""From so many moments on it is told how readable each was."""


@dataclass(frozen=True, slots=True)
class Dear:
    """A choice that cost much."""

    round: int
    path: str
    """Where the replay shows it."""
    bars: tuple[Bar, ...]
    """What was chosen, and what would have been better."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """A round whose reveal brought much, or cost much."""

    round: int
    path: str
    points: int
    """Of a hundred: below 0 it cost them."""


@dataclass(frozen=True, slots=True)
class Readable:
    """How far everybody's choices could be expected."""

    bars: tuple[Bar, ...]
    said: tuple[Part, ...]


def mirror_page(regions: Regions, reader: Reader, shown: Mirror | Making) -> Mapping[str, Any]:
    """What the template ``pages/mirror.html`` knows, of a reader who has a seat."""
    known = regions.context(past_view(reader, None, reader.viewer)) | {"reader": reader}
    if isinstance(shown, Making):
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
    """Everybody's chances in hundredths, a column a round or a turn, and one for the end."""
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
    """The round of each column, where it begins."""
    return [
        str(each.round) if place == 0 or course[place - 1].round != each.round else ""
        for place, each in enumerate(course)
    ]


def _path(reader: Reader, ask: int) -> str:
    return f"{reader.replay_path}?{reader.of_game}{SHOWS_CHANCES}perspective={reader.viewer}&at={ask}.0"


def _dear(reader: Reader, choice: Weighed, speech: Speech) -> Dear:
    presenter = find_presenter(reader.replay.game.key)
    bars = bars_of(choice, (choice.chosen, choice.best), presenter, speech)
    return Dear(choice.round, _path(reader, choice.ask), bars)


def _luck(reader: Reader, mirror: Mirror) -> tuple[Reveal, ...]:
    """The round that brought most, and the one that cost most."""
    found = [Reveal(each.round, _path(reader, each.ask), round(100 * each.brought)) for each in mirror.luck]
    best = max(found, key=lambda each: each.points, default=None)
    worst = min(found, key=lambda each: each.points, default=None)
    lucky = (best,) if best is not None and best.points > 0 else ()
    return (*lucky, worst) if worst is not None and worst.points < 0 else lucky


def _readable(mirror: Mirror, speech: Speech) -> Readable | None:
    """How readable each was; None after too few choices to tell."""
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
        said = _("You were the easiest to read, %(who)s the hardest.") % {"who": speech.who(least)}
    elif least == mirror.seat:
        said = _("%(who)s was the easiest to read, and you were the hardest.") % {"who": speech.who(most)}
    else:
        names = {"who": speech.who(most), "other": speech.who(least)}
        said = _("%(who)s was the easiest to read, %(other)s the hardest.") % names
    return Readable(bars, parts_of(said))
