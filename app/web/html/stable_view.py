"""Views without others' actions while cards are sealed."""

import functools

from app.rooms.model.values import replace
from app.rooms.views.view_types import RoomView, SealState, SeatPart


@functools.lru_cache(maxsize=512)
def without_asks(seats: tuple[SeatPart, ...]) -> tuple[SeatPart, ...]:
    """Return the seats as if no seat were asked anything."""
    return tuple(replace(part, state="idle") for part in seats)


@functools.lru_cache(maxsize=512)
def _still(seats: tuple[SeatPart, ...]) -> tuple[SeatPart, ...]:
    return tuple(replace(part, state=_hide_seal(part), here=True) for part in seats)


@functools.lru_cache(maxsize=512)
def _waiting(seats: tuple[SeatPart, ...]) -> tuple[SeatPart, ...]:
    return tuple(replace(part, state=_hide_seal(part)) for part in seats)


def _hide_seal(part: SeatPart) -> SealState:
    return "idle" if part.state == "idle" else "choosing"


def make_stable_view(seen: RoomView) -> RoomView:
    """Return the view without what changes while cards are sealed.

    These are seals, presence and nudges. Every asked seat is choosing in it. Before a game it keeps presence."""
    room = replace(seen.room, version=0, sealed=None, reveal_at=None, is_held=False)
    seats = _waiting(seen.seats) if room.phase == "lobby" else _still(seen.seats)
    return replace(seen, room=room, nudged=None, seats=seats)
