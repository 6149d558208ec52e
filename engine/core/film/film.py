"""Film of a reveal: the first picture, and the moves of each effect."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from engine.core.effects import Effect, Step
from engine.core.film.moves import Move, difference
from engine.core.game import AnyGame
from engine.core.picture import Picture, Pictures


class FilmStep(NamedTuple):
    """Effect and what it moves."""

    effect: Effect
    moves: tuple[Move, ...]


class Film(NamedTuple):
    """Reveal as everybody may see it."""

    before: Picture
    """Picture before anybody sealed."""
    start: Picture
    """The same picture with all sealed cards lying closed."""
    steps: tuple[FilmStep, ...]
    end: Picture


class NoPicturesError(TypeError):
    """Game whose table is no picture of pieces."""


def film(
    game: AnyGame,
    before: Any,
    steps: Sequence[Step[Any]],
    picture: Callable[[AnyGame, Any], Picture] | None = None,
) -> Film:
    """Make the film of the steps that began at the state ``before``.

    ``picture`` may return a cached picture of a state. Raises NoPicturesError."""
    pictures, asks, shown = pictures_of(game), game.asks(before), picture or picture_of
    first = shown(game, before)
    at = start = pictures.add_sealed(first, next(iter(asks.values())).kind if asks else "", asks)
    told, state = [], before
    for effect, after in steps:
        now = at if after is state else shown(game, after)
        told.append(FilmStep(effect, difference(at, now)))
        at, state = now, after
    return Film(first, start, tuple(told), at)


def picture_of(game: AnyGame, state: Any) -> Picture:
    """Return the table as everybody may see it. Raises NoPicturesError."""
    return pictures_of(game).picture(game.view(state, None))


def pictures_of(game: AnyGame) -> Pictures[Any, Any]:
    """Return the game's functions for pictures. Raises NoPicturesError."""
    if game.pictures is None:
        raise NoPicturesError(game.key)
    return game.pictures
