"""Who may know of a fact. Views show states; this says who is told that something happened at all."""

from typing import Literal

from app.rooms import facts as f
from app.rooms.model.room import Room
from engine.core.seats import Seat

Audience = Seat | Literal["everybody"]


def audience(room: Room, fact: f.Fact) -> Audience:
    """Who may know that this fact came to the room as it was before it.

    A seal changed or lifted is its owner's secret (A10.2); the first seal is everybody's unless the room tells
    nothing of sealing."""
    match fact:
        case f.ChoiceSealed(seat=seat):
            is_news = room.play is not None and seat not in room.play.once_sealed and room.options.tell != "nothing"
            return "everybody" if is_news else seat
        case (
            f.ChoiceLifted(seat=seat)
            | f.AheadSealed(seat=seat)
            | f.AheadDropped(seat=seat)
            | f.ReturnLinkMade(seat=seat)
            | f.DeviceAdded(seat=seat)
            | f.DeviceSeen(seat=seat)
            | f.DeviceRevoked(seat=seat)
            | f.OrdersGiven(seat=seat)
            | f.Nudged(seat=seat)
            | f.Muted(seat=seat)
            | f.WatchersHeard(seat=seat)
        ):
            return seat
    return "everybody"
