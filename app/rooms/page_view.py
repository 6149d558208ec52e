"""All that the page of a room is made of for one viewer. Nothing else of the room reaches what draws.

No type in here may hold a room, a play, a state or a seed; a test walks the fields and makes sure."""

import functools
from collections.abc import Callable, Hashable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from app.rooms.film import basis
from app.rooms.late import as_seen
from app.rooms.log_view import told
from app.rooms.model.ids import Digest, RoomCode, Version
from app.rooms.model.opening import Opening
from app.rooms.model.play import AnyGame, Play
from app.rooms.model.room import Room
from app.rooms.replay import replay_key
from app.rooms.view import view
from app.rooms.view_types import RoomView
from engine.core.film.film import picture as scene_of
from engine.core.memo import Memoized
from engine.core.picture import Picture, Pictured, Piece
from engine.core.seats import Seat, Viewer


@dataclass(frozen=True, slots=True)
class Scene:
    """What lies where for one viewer."""

    picture: Picture
    """What everybody sees, but for what lies sealed for the present asks."""
    sealed: Mapping[str, Piece]
    """The closed cards of whom this viewer may know to have sealed, by id."""
    hand: Mapping[str, Piece]
    """What the viewer alone holds, by id."""
    peeks: Mapping[str, str]
    """The faces of the viewer's own closed cards, by id."""


@dataclass(frozen=True, slots=True)
class PageView:
    """What one viewer's page shows."""

    view: RoomView
    table: Any
    """The table as everybody may see it at the moment that this viewer is shown; None before the first game."""
    basis: str
    """The name of that table; empty before the first game. See ``app.rooms.film``."""
    scene: Scene | None
    """The same as a picture of pieces; None before the first game, and for games that have no picture."""
    openings: tuple[Opening, ...]
    """What the viewer may be told of what was opened."""
    ask: int
    """The number of the asks that this viewer sees open, or saw last; 0 before the first game."""
    players: int
    """How many seats play, or played last; 0 before the first game."""
    code: RoomCode
    version: Version
    """Which of its versions the room is in. It is told to nobody: what is drawn is kept by it."""
    back: str
    """The path of this viewer's page of the room."""
    replay: str | None
    """The path under which anybody may see the last game again, once it is over; for seats alone."""


def page_view(
    room: Room, viewer: Viewer, here: AbstractSet[Seat] = frozenset(), holder: Digest | None = None
) -> PageView:
    """What the page shows; ``here`` are the seats with a connected device, ``holder`` the device that looks."""
    seen = view(room, viewer, here, holder, _table)
    late = as_seen(room, viewer)
    play = late.play
    is_over = viewer is not None and play is not None and room.phase == "finished"
    return PageView(
        view=seen,
        table=None if play is None else _sight(play, None),
        basis=basis(play.number, play.ask) if play is not None else "",
        scene=_scene(play, viewer, seen),
        openings=told(room, viewer),
        ask=play.ask if play is not None else 0,
        players=play.seats if play is not None else 0,
        code=room.code,
        version=room.version,
        back=f"/r/{room.code}" if viewer is not None else f"/r/{room.code}/watch/{room.watch_key}",
        replay=f"/r/{room.code}/replay/{replay_key(room, play.number)}" if is_over and play is not None else None,
    )


def _table(room: Room, viewer: Viewer) -> Any:
    """The game's own view, None before the first game. Who sat down after the game began has no hand in it."""
    play = room.play
    return None if play is None else _sight(play, viewer if viewer is not None and viewer < play.seats else None)


def _scene(play: Play | None, viewer: Viewer, seen: RoomView) -> Scene | None:
    if play is None or not _is_pictured(type(play.game)):
        return None
    told = tuple(part.seat for part in seen.seats if part.state == "sealed")
    own = viewer if viewer is not None and viewer < play.seats else None
    return Scene(_picture(play), _closed(play, told), _hand(play, own), _peeks(play, own))


@functools.cache
def _is_pictured(kind: type[AnyGame]) -> bool:
    # to ask that of a game each time takes as long as much of what is drawn
    return issubclass(kind, Pictured)


def _picture(play: Play) -> Picture:
    return _once(play.state, "picture", lambda: scene_of(play.game, play.state))


def _closed(play: Play, seats: tuple[Seat, ...]) -> Mapping[str, Piece]:
    """What those seats have laid down closed."""
    if not play.asks or not seats:
        return {}
    kind, picture = next(iter(play.asks.values())).kind, _picture(play)

    def lie() -> Mapping[str, Piece]:
        pieces = cast(Pictured, play.game).with_sealed(picture, kind, seats).pieces
        return {id: piece for id, piece in pieces.items() if id not in picture.pieces}

    return _once(play.state, ("closed", seats), lie)


def _hand(play: Play, seat: Viewer) -> Mapping[str, Piece]:
    if seat is None:
        return {}
    open = _picture(play).pieces

    def held() -> Mapping[str, Piece]:
        pieces = cast(Pictured, play.game).hand(_sight(play, seat))
        return {id: piece for id, piece in pieces.items() if id not in open}

    return _once(play.state, ("hand", seat), held)


def _peeks(play: Play, seat: Viewer) -> Mapping[str, str]:
    card = play.sealed.get(seat) if seat is not None else None
    if card is None or seat is None:
        return {}
    return cast(Pictured, play.game).peek(play.game.parse(card.choice), seat)


_worked: Memoized[Any, dict[Hashable, Any]] = Memoized(lambda state: {}, most=256)
"""What was worked out of the latest states: all at a table look at the same few ones within a moment."""

_Made = TypeVar("_Made")


def _once(state: Any, what: Hashable, make: Callable[[], _Made]) -> _Made:
    kept = _worked(state)
    if what not in kept:
        kept[what] = make()
    return cast(_Made, kept[what])


def _sight(play: Play, eyes: Viewer) -> Any:
    return _once(play.state, ("view", eyes), lambda: play.game.view(play.state, eyes))
