"""The reveals somebody has missed, as a short film of the replay's stops: the weightiest of them, with the stories of
that stretch, in a minute and a half at most."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.rooms.views.log_view import told
from app.rooms.views.replay import Moment
from app.web.games import chronicle
from app.web.games.presenter import Presenter
from app.web.replay.reader import Reader
from app.web.replay.stops import Stop
from app.web.text.sentences import Part, Speech

MOST_AT_FULL_LENGTH = 2
"""So many reveals are shown whole and at the film's own pace."""

SECONDS_EACH, LONG, MOST_SECONDS = 6, 60, 90
"""A film of several reveals has so many seconds for each of them; one more for each above ``LONG``."""

BEAT_MS = 1_500
"""How long a stop stands on average."""

STORY_MS = 2_500
"""How much longer one stands that begins a story."""

LETTERS = 40
"""What a stop without a word takes, in letters that are read."""


@dataclass(frozen=True, slots=True)
class Beat:
    """A stop of the film."""

    stop: Stop
    ms: int
    """How long it stands, the way there included; 0: for as long as the replay lets it."""


@dataclass(frozen=True, slots=True)
class CatchUp:
    """The film of what somebody has missed."""

    first: int
    """The first reveal of it."""
    missed: int
    """How many reveals there were."""
    is_whole: bool
    """Whether all of them may be told still."""
    start: str
    """The address of the stop before it."""
    beats: tuple[Beat, ...]
    stories: tuple[tuple[int, tuple[Part, ...]], ...]
    """The reveal that each story is told at, and its sentence."""


def catch_up(
    reader: Reader, made: Sequence[Stop], wished: str | None, presenter: Presenter, speech: Speech
) -> CatchUp | None:
    """The film from the reveal that the reader wished for to the last one; None where none was wished for or has come
    since, for a game that is not the room's last, and for who came by a shared link. ``made``: the replay's stops."""
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
        beats=_beats(stretch, missed, frozenset(ask for ask, _ in stories), _weights(moments, presenter)),
        stories=stories,
    )


def _stories(reader: Reader, first: int, speech: Speech) -> tuple[tuple[int, tuple[Part, ...]], ...]:
    """The best moments of the game so far that lie in the stretch. Where a game is not told from its beginning on,
    nobody could say what was the greatest in it."""
    reveals = told(reader.room, reader.viewer)
    if not reveals or reveals[0].ask != reader.replay.moments[0].ask:
        return ()
    found = chronicle(reader.replay.game.key).highlights(reveals, speech)
    return tuple((each.ask, each.said) for each in found if each.ask >= first)


def _weights(moments: Sequence[Moment], presenter: Presenter) -> Mapping[tuple[int, int], float]:
    """How much each step matters."""
    return {
        (moment.ask, number): presenter.weight(step.effect)
        for moment in moments
        for number, step in enumerate(moment.steps, start=1)
    }


def _beats(
    stretch: Sequence[Stop], missed: int, told_of: frozenset[int], weights: Mapping[tuple[int, int], float]
) -> tuple[Beat, ...]:
    """The stops that are shown, each reveal's weightiest before the others, and how long they stand."""
    if missed <= MOST_AT_FULL_LENGTH:
        return tuple(Beat(stop, 0) for stop in stretch)
    ms = _seconds(missed) * 1_000 - len(told_of) * STORY_MS
    places = {(stop.ask, stop.step): place for place, stop in enumerate(stretch)}
    by_weight = sorted((stop for stop in stretch if stop.step), key=lambda stop: -weights[stop.ask, stop.step])
    heads = {stop.ask: stop for stop in reversed(by_weight)}
    ranked = sorted(by_weight, key=lambda stop: (heads[stop.ask] is not stop, stop.ask not in told_of))
    chosen = {places[stop.ask, stop.step] for stop in ranked[: ms // BEAT_MS - 1]} | {len(stretch) - 1}
    shown = [stretch[place] for place in sorted(chosen)]
    letters = [LETTERS + sum(len(part) if isinstance(part, str) else 6 for part in stop.parts) for stop in shown]
    ms = min(ms, len(shown) * BEAT_MS)
    begun: set[int] = set()
    beats = []
    for stop, weight in zip(shown, letters, strict=True):
        extra = STORY_MS if stop.ask in told_of and stop.ask not in begun else 0
        begun.add(stop.ask)
        beats.append(Beat(stop, ms * weight // sum(letters) + extra))
    return tuple(beats)


def _seconds(missed: int) -> int:
    """How long the film of so many reveals is."""
    hurried = SECONDS_EACH * missed
    return hurried if hurried <= LONG else min(MOST_SECONDS, LONG + missed - LONG // SECONDS_EACH)
