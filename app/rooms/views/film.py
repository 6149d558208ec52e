"""Films of a room's latest reveals: their public part, as moves of pieces.

Each is made once."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from app.rooms.delayed import apply_delay
from app.rooms.model.reveal import RecentReveal
from app.rooms.model.room import Room
from app.rooms.views.view_cache import find_picture, make_picture
from engine.core.effects import Effect
from engine.core.film.film import film
from engine.core.film.moves import Move, difference
from engine.core.game import AnyGame
from engine.core.memo import Memoized
from engine.core.picture import Picture
from engine.core.seats import Viewer


class FilmStep(NamedTuple):
    """Effect and the moves of pieces that it caused."""

    effect: Effect | None
    """Effect of the step; None if it is not for that perspective."""
    moves: tuple[Move, ...]


class RevealFilm(NamedTuple):
    """Public film of one reveal: the same for all viewers, without words."""

    game: str
    start: str
    """Id of the table at its start: see ``format_table_id``."""
    end: str
    """Id of the table at its end."""
    seals: tuple[Move, ...]
    """Moves that lay down all sealed cards. The first step begins after them."""
    steps: tuple[FilmStep, ...]


def format_table_id(number: int, ask: int) -> str:
    """Return the id of the table at an ask of a game.

    Tables with the same id show the same pieces."""
    return f"{number}/{ask}"


def films(room: Room, viewer: Viewer, start: str) -> Sequence[RevealFilm]:
    """Return the films from the table ``start`` to the viewer's table, in order.

    Each ends where the next one begins. It is empty if the latest reveals do not reach back so far."""
    play = apply_delay(room, viewer).play
    latest = play.latest if play is not None else ()
    names = [format_table_id(passed.number, passed.ask) for passed in latest]
    return [_film(passed) for passed in latest[names.index(start) :]] if start in names else []


def film_of(passed: RecentReveal, perspective: Viewer, picture: Callable[[AnyGame, Any], Picture]) -> RevealFilm:
    """Build the film of a reveal for that perspective.

    ``picture`` gives the public picture of a state. A game without pictures has films without moves."""
    game = passed.game
    start, end = format_table_id(passed.number, passed.ask), format_table_id(passed.number, passed.ask + 1)
    heard = [step.effect if step.effect.is_for(perspective) else None for step in passed.steps]
    if game.pictures is None:
        return RevealFilm(game.key, start, end, (), tuple(FilmStep(each, ()) for each in heard))
    shown = film(game, passed.before, passed.steps, picture)
    moved = tuple(FilmStep(each, step.moves) for each, step in zip(heard, shown.steps, strict=True))
    return RevealFilm(game.key, start, end, difference(shown.before, shown.start), moved)


def _build_public_film(passed: RecentReveal) -> RevealFilm:
    ends = (passed.before, passed.steps[-1].state)

    def choose_picture(game: AnyGame, state: Any) -> Picture:
        return find_picture(game, state) if any(state is end for end in ends) else make_picture(game, state)

    return film_of(passed, None, choose_picture)


_film: Memoized[RecentReveal, RevealFilm] = Memoized(_build_public_film, most=256)
"""Films of the latest reveals of all rooms.

All viewers of a table need the same ones at once."""
