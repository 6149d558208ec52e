"""Audience of an event: who may know that it happened. Views show states instead."""

from typing import Any, Literal, cast

from app.rooms import events as e
from app.rooms.model.room import Room
from app.rooms.schema.event import disclosure
from engine.core.seats import Seat

Audience = Seat | Literal["everybody", "nobody"]


def audience(room: Room, event: e.Event) -> Audience:
    """Return who may know that this event came to ``room``, the state before it.

    The event's own disclosure decides, with one exception. A seal changed or lifted is its owner's secret. The first
    seal is public unless the room hides who has sealed."""
    if isinstance(event, e.ChoiceSealed):
        is_news = room.play is not None and event.seat not in room.play.once_sealed and room.options.tell != "nothing"
        return "everybody" if is_news else event.seat
    told = disclosure(type(event))
    if told.for_nobody:
        return "nobody"
    return cast(Seat, cast(Any, event).seat) if told.for_seat else "everybody"


def is_hidden(kind: type) -> bool:
    """Return whether events of this class can be somebody's secret.

    Examples are a sealed card and an event that only its seat may know."""
    told = disclosure(kind)
    return kind is e.ChoiceSealed or told.for_seat or told.for_nobody
