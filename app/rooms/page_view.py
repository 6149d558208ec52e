"""All that the page of a room is made of for one viewer. Nothing else of the room reaches what draws.

No type in here may hold a room, a play, a state or a seed; a test walks the fields and makes sure."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

from app.rooms.late import as_seen
from app.rooms.log_view import told
from app.rooms.model.ids import Digest, RoomCode, Version
from app.rooms.model.opening import Opening
from app.rooms.model.play import Play
from app.rooms.model.room import Room
from app.rooms.replay import replay_key
from app.rooms.view import view
from app.rooms.view_types import RoomView
from engine.core.film import picture as scene_of
from engine.core.happenings import Happening
from engine.core.memo import Memoized
from engine.core.picture import Picture, Pictured, Piece
from engine.core.seats import Seat, Viewer


@dataclass(frozen=True, slots=True)
class Scene:
    """What lies where for one viewer."""

    basis: str
    """Which table it is: the number of the game and of its asks. Two scenes of one basis have the same picture."""
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


@dataclass(frozen=True, slots=True)
class FilmStep:
    """One thing that the last opening brought, and the table right after it."""

    happening: Happening
    own: Any
    """The table as the viewer saw it."""
    table: Any
    """The table as everybody saw it."""


def page_view(
    room: Room, viewer: Viewer, here: AbstractSet[Seat] = frozenset(), holder: Digest | None = None
) -> PageView:
    """What the page shows; ``here`` are the seats with a connected device, ``holder`` the device that looks."""
    seen = view(room, viewer, here, holder)
    late = as_seen(room, viewer)
    play = late.play
    is_over = viewer is not None and play is not None and room.phase == "finished"
    return PageView(
        view=seen,
        table=None if play is None else _sight(play, play.state, None),
        scene=_scene(play, viewer, seen),
        openings=told(room, viewer),
        ask=play.ask if play is not None else 0,
        players=play.seats if play is not None else 0,
        code=room.code,
        version=room.version,
        back=f"/r/{room.code}" if viewer is not None else f"/r/{room.code}/watch/{room.watch_key}",
        replay=f"/r/{room.code}/replay/{replay_key(room, play.number)}" if is_over and play is not None else None,
    )


def film(room: Room, viewer: Viewer) -> tuple[FilmStep, ...]:
    """The steps of the last opening, as far as the viewer may know of them."""
    play = as_seen(room, viewer).play
    if play is None:
        return ()
    # who sat down after the game began has no hand in it
    eyes = viewer if viewer is not None and viewer < play.seats else None
    return tuple(
        FilmStep(step.happening, _sight(play, step.state, eyes), _sight(play, step.state, None))
        for step in play.film
        if step.happening.is_for(viewer)
    )


def _scene(play: Play | None, viewer: Viewer, seen: RoomView) -> Scene | None:
    if play is None or not isinstance(play.game, Pictured):
        return None
    picture = play.memo.once(play.state, "picture", lambda: scene_of(play.game, play.state))
    told = [part.seat for part in seen.seats if part.state == "sealed"]
    kind = next(iter(play.asks.values())).kind if play.asks else ""
    own = viewer if viewer is not None and viewer < play.seats else None
    closed = play.game.with_sealed(picture, kind, told).pieces
    hand = play.game.hand(_sight(play, play.state, own)) if own is not None else {}
    return Scene(
        basis=f"{play.number}/{play.ask}",
        picture=picture,
        sealed={id: piece for id, piece in closed.items() if id not in picture.pieces},
        hand={id: piece for id, piece in hand.items() if id not in picture.pieces},
        peeks=_peeks(play.game, play, own),
    )


def _peeks(game: Pictured, play: Play, seat: Viewer) -> Mapping[str, str]:
    card = play.sealed.get(seat) if seat is not None else None
    return game.peek(play.game.parse(card.choice), seat) if card is not None and seat is not None else {}


_seen: Memoized[Any, dict[Viewer, Any]] = Memoized(lambda state: {}, most=256)
"""What was seen of the latest states: all at a table look at the same few ones within a moment."""


def _sight(play: Play, state: Any, eyes: Viewer) -> Any:
    kept = _seen(state)
    if eyes not in kept:
        kept[eyes] = play.game.view(state, eyes)
    return kept[eyes]
