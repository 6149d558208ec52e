"""The films of a room's latest openings: what everybody may see of each, as moves of pieces. Each is made once."""

from collections.abc import Sequence
from typing import NamedTuple

from app.rooms.late import as_seen
from app.rooms.model.opening import Passed
from app.rooms.model.room import Room
from app.rooms.sights import is_pictured, picture
from engine.core.film.film import film
from engine.core.film.moves import Move, difference
from engine.core.happenings import Happening
from engine.core.memo import Memoized
from engine.core.seats import Viewer


class FilmStep(NamedTuple):
    """What happened, and what it moved."""

    happening: Happening | None
    """None for what is not for everybody: it is told to nobody here."""
    moves: tuple[Move, ...]


class OpeningFilm(NamedTuple):
    """One opening as everybody may see it: the same for all viewers, and in no language."""

    game: str
    start: str
    """The basis of the table from which it leads: see ``basis``."""
    end: str
    """The basis of the table to which it leads."""
    seals: tuple[Move, ...]
    """What makes all cards lie closed that were sealed: where the first step begins."""
    steps: tuple[FilmStep, ...]


def basis(number: int, ask: int) -> str:
    """The name of the table at one ask of one game of a room: two tables of one name show the same pieces."""
    return f"{number}/{ask}"


def films(room: Room, viewer: Viewer) -> Sequence[OpeningFilm]:
    """The films of the latest openings that the viewer may know of, the newest last: each leads to where the next one
    begins."""
    play = as_seen(room, viewer).play
    return [_film(passed) for passed in play.latest] if play is not None else []


def _public(happening: Happening) -> Happening | None:
    return happening if happening.audience is None else None


def _made(passed: Passed) -> OpeningFilm:
    game = passed.game
    start, end = basis(passed.number, passed.ask), basis(passed.number, passed.ask + 1)
    if not is_pictured(game):
        return OpeningFilm(
            game.key, start, end, (), tuple(FilmStep(_public(step.happening), ()) for step in passed.steps)
        )
    shown = film(game, passed.before, passed.steps, picture)
    seals = difference(shown.before, shown.start)
    return OpeningFilm(
        game.key, start, end, seals, tuple(FilmStep(_public(it.happening), it.moves) for it in shown.steps)
    )


_film: Memoized[Passed, OpeningFilm] = Memoized(_made, most=256)
"""Of the latest openings of all rooms: all at a table are shown the same ones within a moment."""
