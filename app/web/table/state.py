"""State of the table for scripts and styles, with the status of its seats."""

from typing import Literal

from app.rooms.views.page_view import PageView
from app.rooms.views.view_types import RoomView, SeatPart
from engine.core.plain import Plain

Doing = Literal["choosing", "late", "sealed", "idle", "finished"]
Presence = Literal["left", "stand-in", "bot", "here", "away", "offline"]


def state(page: PageView) -> dict[str, Plain]:
    """Return the page's state of its table, by name."""
    seen, room = page.view, page.view.room
    by, at = seen.nudged or (None, None)
    return {
        "phase": room.phase,
        "game": room.game,
        "person": page.person,
        "screens": bool(room.screens.shown),
        "turn": seen.ask is not None and seen.ask.sealed is None and room.phase == "playing",
        "ask": seen.ask.ask if seen.ask is not None else None,
        "round": room.round,
        "reveal": page.reveals[-1].ask if page.reveals else None,
        "reveal_at": None if room.is_held else room.reveal_at,
        "grace": room.options["grace"],
        "announced": page.announcements[-1].number if page.announcements else 0,
        "nudge": at,
        "nudge_by": by,
        "title": f"{room.join_code or room.code} · Signet",
    }


def format_state(page: PageView) -> dict[str, str]:
    """Return the state as data attributes of the page's element.

    None is an empty text, a flag is ``yes`` or ``no``."""
    return {name.replace("_", "-"): _format_value(value) for name, value in state(page).items()}


def seat_states(seen: RoomView) -> tuple[tuple[int, Doing, Presence], ...]:
    """Return each taken seat's status, as far as visible, and its presence."""
    return tuple((int(part.seat), doing(part, seen.room.phase), presence(part)) for part in seen.seats)


def doing(part: SeatPart, phase: str) -> Doing:
    """Return a seat's status; late means that its time ran out."""
    if phase == "finished":
        return "finished"
    if part.state != "choosing":
        return part.state
    return "idle" if phase == "paused" else "late" if part.ran_out else "choosing"


def presence(part: SeatPart) -> Presence:
    """Return the presence at a seat.

    Away: the player said so. Offline: the page is not connected."""
    if part.has_left:
        return "left"
    if part.stand_in:
        return "stand-in"
    if part.bot:
        return "bot"
    return "away" if part.is_away else "here" if part.here else "offline"


def offline(seen: RoomView) -> frozenset[int]:
    """Return the seats of players who are disconnected without being away."""
    return frozenset(int(part.seat) for part in seen.seats if presence(part) == "offline")


def _format_value(value: Plain) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
