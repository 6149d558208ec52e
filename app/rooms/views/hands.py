"""Views for a device that several people share.

One hand is open at a time, or none: the curtain is the page between two hands. It shows what everybody at the table
may know."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from app.rooms.delayed import lift_delay
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from app.rooms.views.page_view import PageView, page_view
from app.rooms.views.view import ask_part
from app.rooms.views.view_types import HandPart
from engine.core.seats import Seat


def list_hand_parts(room: Room, seats: Sequence[Seat]) -> tuple[HandPart, ...]:
    """Return the people on these seats, in seat order."""
    taken = ((seat, room.occupant(seat)) for seat in sorted(seats))
    return tuple(HandPart(who.person, seat, _owes(room, seat)) for seat, who in taken if who is not None)


def _owes(room: Room, seat: Seat) -> bool:
    ask, occupant = ask_part(room, seat), room.occupant(seat)
    has_stand_in = occupant is not None and occupant.stand_in is not None
    return room.phase == "playing" and ask is not None and ask.sealed is None and not has_stand_in


def add_hands(page: PageView, room: Room, seats: Sequence[Seat]) -> PageView:
    """Return a player's page with the others at the device; as it is without any."""
    return replace(page, hands=list_hand_parts(room, seats)) if len(seats) > 1 else page


def make_curtain(room: Room, seats: Sequence[Seat], here: AbstractSet[Seat] = frozenset()) -> PageView:
    """Build the curtain of a device that holds these seats; there is at least one.

    Players are never delayed, so neither is their curtain."""
    page = page_view(lift_delay(room), None, here)
    seen = page.view
    version = room.get_visible_version(seats[0])
    return replace(
        page,
        view=replace(seen, room=replace(seen.room, version=version), watchers_said=(), hears_watchers=None),
        back=f"/r/{room.code}/hands",
        hands=list_hand_parts(room, seats),
        is_curtain=True,
    )
