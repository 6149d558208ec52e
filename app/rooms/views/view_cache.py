"""Cache of public views of the latest states.

All viewers of a table need the same few."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, TypeVar

from app.rooms.model.play import Play
from engine.core.film.film import pictures_of
from engine.core.game import AnyGame
from engine.core.memo import Memoized
from engine.core.picture import Picture
from engine.core.seats import Viewer

_Made = TypeVar("_Made")


@dataclass(slots=True)
class _Public:
    """Public view and picture of a state, as far as they were needed."""

    view: Any = None
    picture: Picture | None = None


_public: Memoized[Any, _Public] = Memoized(lambda state: _Public(), most=512)
"""Views of the present states of all rooms.

A film begins where the last one ended."""


def compute_once(play: Play, what: Hashable, make: Callable[[], _Made]) -> _Made:
    """Return a value that follows from the play's state, computed once.

    ``what`` is its key. The play itself holds it, so the number of tables does not matter."""
    # the ask is part of the key: delayed watchers see another state of the same play
    return play.memo.once(play.state, (what, play.ask), make)


def find_view(play: Play, perspective: Viewer) -> Any:
    """Return the game's view of the play's state."""
    if perspective is None:
        return find_public_view(play.game, play.state)
    return compute_once(play, ("view", perspective), lambda: play.game.view(play.state, perspective))


def find_public_view(game: AnyGame, state: Any) -> Any:
    """Return the game's public view of that state."""
    kept = _public(state)
    if kept.view is None:
        kept.view = game.view(state, None)
    return kept.view


def find_picture(game: AnyGame, state: Any) -> Picture:
    """Return the public picture of that state. The game must have pictures."""
    kept = _public(state)
    if kept.picture is None:
        kept.picture = pictures_of(game).picture(find_public_view(game, state))
    return kept.picture


def make_picture(game: AnyGame, state: Any) -> Picture:
    """Return the public picture of a state that nobody needs again, without caching."""
    return pictures_of(game).picture(game.view(state, None))
