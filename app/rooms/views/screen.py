"""View for a screen that shows the table to everybody in a room.

It shows what all players may know, and no hand. It is never delayed, as players admitted it."""

from collections.abc import Set as AbstractSet

from app.rooms.delayed import lift_delay
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from app.rooms.views.page_view import PageView, page_view
from engine.core.seats import Seat


def make_screen(room: Room, here: AbstractSet[Seat] = frozenset()) -> PageView:
    """Build the page of a screen.

    It invites as the players do, unless they hide the code."""
    page = page_view(lift_delay(room), None, here)
    is_open = not (room.screens.hides_code or room.is_locked)
    shown = replace(
        page.view.room,
        join_code=room.join_code if is_open else None,
        join_link=f"/r/{room.code}/join/{room.join_key}" if is_open else None,
    )
    return replace(
        page,
        view=replace(page.view, room=shown, watchers_said=(), hears_watchers=None),
        back=f"/r/{room.code}/screen",
        is_curtain=True,
        is_screen=True,
    )
