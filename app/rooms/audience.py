"""Who may know of an event. Views show states; this says who is told that something happened at all."""

from typing import Any, Literal, cast

from app.rooms import events as e
from app.rooms.model.room import Room
from app.rooms.schema.event import disclosure
from engine.core.seats import Seat

Audience = Seat | Literal["everybody"]


def audience(room: Room, event: e.Event) -> Audience:
    """Who may know that this event came to the room as it was before it: whom the event itself says, but for one.

    A seal changed or lifted is its owner's secret; the first seal is everybody's unless the room tells
    nothing of sealing."""
    if isinstance(event, e.ChoiceSealed):
        is_news = room.play is not None and event.seat not in room.play.once_sealed and room.options.tell != "nothing"
        return "everybody" if is_news else event.seat
    return cast(Seat, cast(Any, event).seat) if disclosure(type(event)).for_seat else "everybody"


def is_hidden(kind: type) -> bool:
    """Whether events of that class can be a seat's own secret: a card sealed, or what only its seat may know."""
    return kind is e.ChoiceSealed or disclosure(kind).for_seat
