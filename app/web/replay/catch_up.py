"""Film of the reveals that a reader has missed.

It shows the weightiest stops of the replay and the stories of that stretch, and lasts 90 seconds at most."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.rooms.views.log_view import list_visible_reveals
from app.rooms.views.replay import Moment
from app.web.games import chronicle
from app.web.games.presenter import Presenter
from app.web.replay.reader import Reader
from app.web.replay.stops import Stop
from app.web.text.sentences import Part, Speech

MOST_AT_FULL_LENGTH = 2
"""Most reveals that are shown with every stop and at the film's normal pace."""

SECONDS_EACH, LONG, MOST_SECONDS = 6, 60, 90
"""Seconds of a film: ``SECONDS_EACH`` a reveal up to ``LONG``.

Above ``LONG`` each further reveal adds one second, up to ``MOST_SECONDS``."""

STOP_MS = 1_500
"""Average milliseconds for which a stop is shown."""

STORY_MS = 2_500
"""Extra milliseconds for a stop that begins a story."""

LETTERS = 40
"""Reading time of a stop without text, as a number of letters."""


@dataclass(frozen=True, slots=True)
class TimedStop:
    """Stop of the film, with its duration."""

    stop: Stop
    ms: int
    """Milliseconds it is shown, its moves included; 0: the replay's normal pace."""


@dataclass(frozen=True, slots=True)
class CatchUp:
    """Film of the reveals a reader has missed."""

    first: int
    """Number of its first reveal."""
    missed: int
    """Number of missed reveals."""
    is_whole: bool
    """True if the reader may still see all of them."""
    start: str
    """Address of the stop before the film."""
    timed_stops: tuple[TimedStop, ...]
    stories: tuple[tuple[int, tuple[Part, ...]], ...]
    """Stories, each with its reveal and its sentence."""


def catch_up(
    reader: Reader, made: Sequence[Stop], wished: str | None, presenter: Presenter, speech: Speech
) -> CatchUp | None:
    """Return the film from the requested reveal to the last one.

    Return None without a request, without new reveals, for an earlier game, and for a guest with a shared link.
    ``wished`` is the number of the first reveal as text; ``made`` are the replay's stops."""
    is_now = reader.replay.number == reader.room.games_so_far and not reader.is_guest
    if wished is None or not (wished.isascii() and wished.isdigit()) or len(wished) > 9 or not made or not is_now:
        return None
    moments = reader.moments
    first = max(int(wished), reader.replay.moments[0].ask)
    stretch = [stop for stop in made if stop.ask >= first]
    if not stretch:
        return None
    missed = moments[-1].ask - first + 1
    stories = _stories(reader, first, speech)
    before = made[max(0, len(made) - len(stretch) - 1)]
    return CatchUp(
        first=first,
        missed=missed,
        is_whole=first >= moments[0].ask,
        start=before.address,
        timed_stops=_time_stops(stretch, missed, frozenset(ask for ask, _ in stories), _weights(moments, presenter)),
        stories=stories,
    )


def _stories(reader: Reader, first: int, speech: Speech) -> tuple[tuple[int, tuple[Part, ...]], ...]:
    """Return the highlights of the game so far that lie in the stretch.

    Return none if the reader may not see the game from its beginning: highlights compare all reveals."""
    reveals = list_visible_reveals(reader.room, reader.viewer)
    if not reveals or reveals[0].ask != reader.replay.moments[0].ask:
        return ()
    found = chronicle(reader.replay.game.key).highlights(reveals, speech)
    return tuple((each.ask, each.said) for each in found if each.ask >= first)


def _weights(moments: Sequence[Moment], presenter: Presenter) -> Mapping[tuple[int, int], float]:
    """Return the weight of each step by reveal and step number."""
    return {
        (moment.ask, number): presenter.weight(step.effect)
        for moment in moments
        for number, step in enumerate(moment.steps, start=1)
    }


def _time_stops(
    stretch: Sequence[Stop], missed: int, told_of: frozenset[int], weights: Mapping[tuple[int, int], float]
) -> tuple[TimedStop, ...]:
    """Select the stops to show and their durations.

    The weightiest stop of each reveal comes before all others."""
    if missed <= MOST_AT_FULL_LENGTH:
        return tuple(TimedStop(stop, 0) for stop in stretch)
    ms = _seconds(missed) * 1_000 - len(told_of) * STORY_MS
    places = {(stop.ask, stop.step): place for place, stop in enumerate(stretch)}
    by_weight = sorted((stop for stop in stretch if stop.step), key=lambda stop: -weights[stop.ask, stop.step])
    heads = {stop.ask: stop for stop in reversed(by_weight)}
    ranked = sorted(by_weight, key=lambda stop: (heads[stop.ask] is not stop, stop.ask not in told_of))
    chosen = {places[stop.ask, stop.step] for stop in ranked[: ms // STOP_MS - 1]} | {len(stretch) - 1}
    shown = [stretch[place] for place in sorted(chosen)]
    letters = [LETTERS + sum(len(part) if isinstance(part, str) else 6 for part in stop.parts) for stop in shown]
    ms = min(ms, len(shown) * STOP_MS)
    begun: set[int] = set()
    timed_stops = []
    for stop, weight in zip(shown, letters, strict=True):
        extra = STORY_MS if stop.ask in told_of and stop.ask not in begun else 0
        begun.add(stop.ask)
        timed_stops.append(TimedStop(stop, ms * weight // sum(letters) + extra))
    return tuple(timed_stops)


def _seconds(missed: int) -> int:
    """Return the film's length in seconds for that number of reveals."""
    hurried = SECONDS_EACH * missed
    return hurried if hurried <= LONG else min(MOST_SECONDS, LONG + missed - LONG // SECONDS_EACH)
