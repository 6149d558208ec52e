"""Views without what others do while cards are sealed."""

import functools

from app.rooms.model.values import replace
from app.rooms.views.view_types import RoomView, SealState, SeatPart


@functools.lru_cache(maxsize=512)
def idle(seats: tuple[SeatPart, ...]) -> tuple[SeatPart, ...]:
    """The seats while nobody is asked anything."""
    return tuple(replace(part, state="idle") for part in seats)


@functools.lru_cache(maxsize=512)
def _still(seats: tuple[SeatPart, ...]) -> tuple[SeatPart, ...]:
    return tuple(replace(part, state=_asked_state(part), here=True) for part in seats)


@functools.lru_cache(maxsize=512)
def _waiting(seats: tuple[SeatPart, ...]) -> tuple[SeatPart, ...]:
    return tuple(replace(part, state=_asked_state(part)) for part in seats)


def _asked_state(part: SeatPart) -> SealState:
    return "idle" if part.state == "idle" else "choosing"


def make_stable_view(seen: RoomView) -> RoomView:
    """The view without all that comes and goes while cards are sealed: who has sealed, who is here, what was nudged.
    Whoever is asked is choosing in it. Before a game it says who is here."""
    room = replace(seen.room, version=0, sealed=None, reveal_at=None, is_held=False)
    seats = _waiting(seen.seats) if room.phase == "lobby" else _still(seen.seats)
    return replace(seen, room=room, nudged=None, seats=seats)
