"""Views without what others do while cards are sealed, and how a view is changed."""

import dataclasses
import functools
import operator
from collections.abc import Mapping
from typing import Any, TypeVar

from app.rooms.view_types import RoomPart, RoomView, SealState, SeatPart

View = TypeVar("View", RoomView, RoomPart, SeatPart)


@functools.lru_cache(maxsize=512)
def idle(seats: tuple[SeatPart, ...]) -> tuple[SeatPart, ...]:
    """The seats while nobody is asked anything."""
    return tuple(changed(part, state="idle") for part in seats)


@functools.lru_cache(maxsize=512)
def _still(seats: tuple[SeatPart, ...]) -> tuple[SeatPart, ...]:
    return tuple(changed(part, state=_asked_state(part), here=True) for part in seats)


@functools.lru_cache(maxsize=512)
def _waiting(seats: tuple[SeatPart, ...]) -> tuple[SeatPart, ...]:
    return tuple(changed(part, state=_asked_state(part)) for part in seats)


def _asked_state(part: SeatPart) -> SealState:
    return "idle" if part.state == "idle" else "choosing"


_NAMES: Mapping[type, tuple[str, ...]] = {
    kind: tuple(field.name for field in dataclasses.fields(kind)) for kind in (RoomView, RoomPart, SeatPart)
}
_READ = {kind: operator.attrgetter(*names) for kind, names in _NAMES.items()}


def changed(view: View, **fields: Any) -> View:
    """The view with these fields instead: ``dataclasses.replace``, which takes twice as long for as many fields as
    views have."""
    kind = type(view)
    return kind(**dict(zip(_NAMES[kind], _READ[kind](view), strict=True)) | fields)


def calm(seen: RoomView) -> RoomView:
    """The view without all that comes and goes while cards are sealed: who has sealed, who is here, what was nudged.
    Whoever is asked is choosing in it. Before a game it says who is here."""
    room = changed(seen.room, version=0, sealed=None, opens_at=None, is_held=False)
    seats = _waiting(seen.seats) if room.phase == "lobby" else _still(seen.seats)
    return changed(seen, room=room, nudged=None, seats=seats)
