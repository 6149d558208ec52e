"""What was worked out of the latest states, for all who look at a table: they look at the same few within a moment."""

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
    """What everybody may see of a state, as far as anybody has asked for it."""

    view: Any = None
    picture: Picture | None = None


_public: Memoized[Any, _Public] = Memoized(lambda state: _Public(), most=512)
"""Of the present states of all rooms: a film begins where the one before ended."""


def once(play: Play, what: Hashable, make: Callable[[], _Made]) -> _Made:
    """What follows from the state of that play, worked out when it is asked for first; ``what`` names it. It is gone
    with the play: with how many tables are played makes no difference."""
    # who sees the table late looks at another state of the same play
    return play.memo.once(play.state, (what, play.ask), make)


def sight(play: Play, perspective: Viewer) -> Any:
    """The game's own view of the state of that play."""
    if perspective is None:
        return public(play.game, play.state)
    return once(play, ("view", perspective), lambda: play.game.view(play.state, perspective))


def public(game: AnyGame, state: Any) -> Any:
    """The game's own view of that state for everybody."""
    kept = _public(state)
    if kept.view is None:
        kept.view = game.view(state, None)
    return kept.view


def picture(game: AnyGame, state: Any) -> Picture:
    """What everybody may see of it, as a picture of pieces. The game has one."""
    kept = _public(state)
    if kept.picture is None:
        kept.picture = pictures_of(game).picture(public(game, state))
    return kept.picture


def passing_picture(game: AnyGame, state: Any) -> Picture:
    """The same of a state that nobody will ask for again."""
    return pictures_of(game).picture(game.view(state, None))
