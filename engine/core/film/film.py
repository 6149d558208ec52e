"""The film of an opening: the picture from which it starts, and the moves that each of its happenings makes."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from engine.core.film.moves import Move, difference
from engine.core.game import AnyGame
from engine.core.happenings import Happening, Step
from engine.core.picture import Picture, Pictured


class FilmStep(NamedTuple):
    """A happening and what it moves."""

    happening: Happening
    moves: tuple[Move, ...]


class Film(NamedTuple):
    """An opening as everybody may see it."""

    before: Picture
    """While nobody had sealed yet."""
    start: Picture
    """The same with all cards that were sealed lying closed."""
    steps: tuple[FilmStep, ...]
    end: Picture


class NoPicturesError(TypeError):
    """A game whose table is no picture of pieces."""


def film(
    game: AnyGame,
    before: Any,
    steps: Sequence[Step[Any]],
    picture: Callable[[AnyGame, Any], Picture] | None = None,
) -> Film:
    """The film of the steps that began at the state ``before``. ``picture`` is what may know a state's picture already.
    Raises NoPicturesError."""
    pictured, asks, shown = pictured_of(game), game.asks(before), picture or picture_of
    first = shown(game, before)
    at = start = pictured.with_sealed(first, next(iter(asks.values())).kind if asks else "", asks)
    told, state = [], before
    for happening, after in steps:
        now = at if after is state else shown(game, after)
        told.append(FilmStep(happening, difference(at, now)))
        at, state = now, after
    return Film(first, start, tuple(told), at)


def picture_of(game: AnyGame, state: Any) -> Picture:
    """The table as everybody may see it. Raises NoPicturesError."""
    return pictured_of(game).picture(game.view(state, None))


def pictured_of(game: AnyGame) -> Pictured[Any, Any]:
    """How the game's table is a picture. Raises NoPicturesError."""
    if game.pictured is None:
        raise NoPicturesError(game.key)
    return game.pictured
