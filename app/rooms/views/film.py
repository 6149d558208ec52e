"""The films of a room's latest reveals: what everybody may see of each, as moves of pieces. Each is made once."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from app.rooms.late import as_seen
from app.rooms.model.reveal import Passed
from app.rooms.model.room import Room
from app.rooms.views.sights import passing_picture, picture
from engine.core.effects import Effect
from engine.core.film.film import film
from engine.core.film.moves import Move, difference
from engine.core.game import AnyGame
from engine.core.memo import Memoized
from engine.core.picture import Picture
from engine.core.seats import Viewer


class FilmStep(NamedTuple):
    """What happened, and what it moved."""

    effect: Effect | None
    """None for what is not for that perspective: it is told to nobody here."""
    moves: tuple[Move, ...]


class RevealFilm(NamedTuple):
    """One reveal as everybody may see it: the same for all viewers, and in no language."""

    game: str
    start: str
    """Id of the table from which it leads: see ``format_table_id``."""
    end: str
    """Id of the table to which it leads."""
    seals: tuple[Move, ...]
    """What makes all cards lie closed that were sealed: where the first step begins."""
    steps: tuple[FilmStep, ...]


def format_table_id(number: int, ask: int) -> str:
    """The name of the table at one ask of one game of a room: two tables of one name show the same pieces."""
    return f"{number}/{ask}"


def films(room: Room, viewer: Viewer, start: str) -> Sequence[RevealFilm]:
    """The films that lead from the table named ``start`` to the one that the viewer is shown, the newest last: each
    leads to where the next one begins. None where the latest reveals do not reach back so far."""
    play = as_seen(room, viewer).play
    latest = play.latest if play is not None else ()
    names = [format_table_id(passed.number, passed.ask) for passed in latest]
    return [_film(passed) for passed in latest[names.index(start) :]] if start in names else []


def film_of(passed: Passed, perspective: Viewer, picture: Callable[[AnyGame, Any], Picture]) -> RevealFilm:
    """The film of a reveal for that perspective; ``picture`` is what everybody may see of a state. A film without
    moves of a game that has no pictures."""
    game = passed.game
    start, end = format_table_id(passed.number, passed.ask), format_table_id(passed.number, passed.ask + 1)
    heard = [step.effect if step.effect.is_for(perspective) else None for step in passed.steps]
    if game.pictures is None:
        return RevealFilm(game.key, start, end, (), tuple(FilmStep(each, ()) for each in heard))
    shown = film(game, passed.before, passed.steps, picture)
    moved = tuple(FilmStep(each, step.moves) for each, step in zip(heard, shown.steps, strict=True))
    return RevealFilm(game.key, start, end, difference(shown.before, shown.start), moved)


def _of_all(passed: Passed) -> RevealFilm:
    ends = (passed.before, passed.steps[-1].state)

    def seen(game: AnyGame, state: Any) -> Picture:
        return picture(game, state) if any(state is end for end in ends) else passing_picture(game, state)

    return film_of(passed, None, seen)


_film: Memoized[Passed, RevealFilm] = Memoized(_of_all, most=256)
"""Of the latest reveals of all rooms: all at a table are shown the same ones within a moment."""
