"""Who may know of a fact. Views show states; this says who is told that something happened at all."""

from typing import Any, Literal, cast

from app.rooms import facts as f
from app.rooms.model.room import Room
from app.rooms.schema.fact import disclosure
from engine.core.seats import Seat

Audience = Seat | Literal["everybody"]


def audience(room: Room, fact: f.Fact) -> Audience:
    """Who may know that this fact came to the room as it was before it: whom the fact itself says, but for one.

    A seal changed or lifted is its owner's secret; the first seal is everybody's unless the room tells
    nothing of sealing."""
    if isinstance(fact, f.ChoiceSealed):
        is_news = room.play is not None and fact.seat not in room.play.once_sealed and room.options.tell != "nothing"
        return "everybody" if is_news else fact.seat
    return cast(Seat, cast(Any, fact).seat) if disclosure(type(fact)).for_seat else "everybody"


def is_hidden(kind: type) -> bool:
    """Whether facts of that class can be a seat's own secret: a card sealed, or what only its seat may know."""
    return kind is f.ChoiceSealed or disclosure(kind).for_seat
