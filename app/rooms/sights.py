"""What was worked out of the latest states, for all who look at a table: they look at the same few within a moment."""

import functools
from collections.abc import Callable, Hashable
from typing import Any, TypeVar, cast

from app.rooms.model.play import AnyGame
from engine.core.memo import Memoized
from engine.core.picture import Picture, Pictured
from engine.core.seats import Viewer

_worked: Memoized[Any, dict[Hashable, Any]] = Memoized(lambda state: {}, most=256)

_Made = TypeVar("_Made")


def once(state: Any, what: Hashable, make: Callable[[], _Made]) -> _Made:
    """What follows from that state, worked out when it is asked for first; ``what`` names it."""
    kept = _worked(state)
    if what not in kept:
        kept[what] = make()
    return cast(_Made, kept[what])


def sight(game: AnyGame, state: Any, eyes: Viewer) -> Any:
    """The game's own view of that state."""
    return once(state, ("view", eyes), lambda: game.view(state, eyes))


def picture(game: AnyGame, state: Any) -> Picture:
    """What everybody may see of it, as a picture of pieces. The game has one."""
    return once(state, "picture", lambda: cast(Pictured, game).picture(sight(game, state, None)))


def is_pictured(game: AnyGame) -> bool:
    """Whether a game's table is a picture of pieces."""
    return _is_pictured(type(game))


@functools.cache
def _is_pictured(kind: type[AnyGame]) -> bool:
    # to ask that of a game each time takes as long as much of what is drawn
    return issubclass(kind, Pictured)
