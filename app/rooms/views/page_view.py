"""Data of a room's page for one viewer. Rendering gets nothing else of the room.

No type in here may hold a room, a play, a state or a seed; a test checks all fields."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Any

from app.rooms.delayed import apply_delay
from app.rooms.model.announcement import Announcement
from app.rooms.model.clocks import compute_ask_deadline
from app.rooms.model.ids import Digest, Millis, RoomCode, Version
from app.rooms.model.play import Play, own_card
from app.rooms.model.reveal import Reaction, Reveal
from app.rooms.model.room import Room
from app.rooms.model.values import Frozen
from app.rooms.views.film import format_table_id
from app.rooms.views.log_view import list_visible_reveals
from app.rooms.views.replay import replay_key
from app.rooms.views.view import view
from app.rooms.views.view_cache import compute_once, find_picture, find_view
from app.rooms.views.view_types import HandPart, RoomView
from engine.core.picture import Picture, Pictures, Piece
from engine.core.seats import Seat, Viewer


class Scene(Frozen, frozen=True):
    """Scene on the table for one viewer."""

    picture: Picture
    """Public picture, without cards that are sealed for the present asks."""
    sealed: Mapping[str, Piece]
    """Closed cards of the seats that the viewer may know to have sealed, by id."""
    hand: Mapping[str, Piece]
    """Pieces that only the viewer holds, by id."""
    peeks: Mapping[str, str]
    """Faces of the viewer's own closed cards, by id."""
    seats: int
    """Number of players."""


class PageView(Frozen, frozen=True):
    """Page of one viewer."""

    view: RoomView
    table: Any
    """Public view of the table that this viewer is shown; None before the first game."""
    table_id: str
    """Id of that table; empty before the first game. See ``app.rooms.views.film``."""
    scene: Scene | None
    """Table as a picture of pieces.

    None before the first game, and for games without pictures."""
    reveals: tuple[Reveal, ...]
    """Reveals that the viewer may see."""
    ask: int
    """Number of the viewer's present or last ask; 0 before the first game."""
    person: int
    """Number of the viewer among all who ever sat down here; 0 for the public.

    It is never sent."""
    per_ask_until: Millis | None
    """End of the time per choice; None without a clock or for bots alone."""
    players: int
    """Number of seats in the present or last game; 0 before the first."""
    code: RoomCode
    version: Version
    """Version of the room. It is never sent; it is the cache key of rendered pages."""
    back: str
    """Path of this viewer's page of the room."""
    announcements: tuple[Announcement, ...]
    """Latest announcements."""
    reactions: tuple[Reaction, ...]
    """Reactions to the last game's reveals; empty until it is over."""
    replay: str | None
    """Path of the last game's public replay once it is over; for seats alone."""
    hands: tuple[HandPart, ...] = ()
    """People who share the viewer's device; empty if nobody shares it."""
    is_curtain: bool = False
    """True for the page between two hands, and for a screen."""
    is_screen: bool = False
    """True for a screen that shows the table to everybody in a room."""


def page_view(
    room: Room, viewer: Viewer, here: AbstractSet[Seat] = frozenset(), holder: Digest | None = None
) -> PageView:
    """Build the page.

    ``here`` are the seats with a connected device, ``holder`` is the viewer's device."""
    seen = view(room, viewer, here, holder)
    late = apply_delay(room, viewer)
    play = late.play
    is_over = viewer is not None and play is not None and room.phase == "finished"
    return PageView(
        view=seen,
        table=None if play is None else find_view(play, None),
        table_id=format_table_id(play.number, play.ask) if play is not None else "",
        scene=_scene(play, viewer, seen),
        reveals=list_visible_reveals(room, viewer),
        ask=play.ask if play is not None else 0,
        person=_person(room, viewer),
        per_ask_until=compute_ask_deadline(late),
        players=play.seats if play is not None else 0,
        code=room.code,
        version=room.version,
        back=f"/r/{room.code}" if viewer is not None else f"/r/{room.code}/watch/{room.watch_key}",
        announcements=late.announcements,
        reactions=play.reactions if play is not None and room.phase == "finished" else (),
        replay=f"/r/{room.code}/replay/{replay_key(room, play.number)}" if is_over and play is not None else None,
    )


def _person(room: Room, viewer: Viewer) -> int:
    occupant = room.occupant(viewer) if viewer is not None else None
    return occupant.person if occupant is not None else 0


def _scene(play: Play | None, viewer: Viewer, seen: RoomView) -> Scene | None:
    if play is None or play.game.pictures is None:
        return None
    told = tuple(part.seat for part in seen.seats if part.state == "sealed")
    own = viewer if viewer is not None and viewer < play.seats else None
    pictures, shown = play.game.pictures, find_picture(play.game, play.state)
    hand, peeks = _hand(play, pictures, own), _peeks(play, pictures, own)
    return Scene(shown, _collect_closed_cards(play, pictures, told), hand, peeks, play.seats)


def _collect_closed_cards(play: Play, pictures: Pictures[Any, Any], seats: tuple[Seat, ...]) -> Mapping[str, Piece]:
    """Return the closed cards of these seats."""
    if not play.asks or not seats:
        return {}
    kind, shown = next(iter(play.asks.values())).kind, find_picture(play.game, play.state)

    def collect() -> Mapping[str, Piece]:
        pieces = pictures.add_sealed(shown, kind, seats).pieces
        return {id: piece for id, piece in pieces.items() if id not in shown.pieces}

    return compute_once(play, ("closed", seats), collect)


def _hand(play: Play, pictures: Pictures[Any, Any], seat: Viewer) -> Mapping[str, Piece]:
    if seat is None:
        return {}
    open = find_picture(play.game, play.state).pieces

    def collect() -> Mapping[str, Piece]:
        pieces = pictures.hand(find_view(play, seat))
        return {id: piece for id, piece in pieces.items() if id not in open}

    return compute_once(play, ("hand", seat), collect)


def _peeks(play: Play, pictures: Pictures[Any, Any], seat: Viewer) -> Mapping[str, str]:
    if seat is None:
        return {}
    card = own_card(play, seat)
    known = compute_once(play, ("known", seat), lambda: pictures.private_faces(find_view(play, seat)))
    return known if card is None else {**known, **pictures.peek(play.game.parse(card.choice), seat)}
