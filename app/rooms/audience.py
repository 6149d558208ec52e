"""Who may know of a fact. Views show states; this says who is told that something happened at all."""

from typing import Literal, cast

from app.rooms import facts as f
from app.rooms.model.room import Room
from app.rooms.subjects import SUBJECTS
from engine.core.seats import Seat

Audience = Seat | Literal["everybody"]

_FOR_ALL = frozenset(kind for subject in SUBJECTS for kind in subject.for_all)


def audience(room: Room, fact: f.Fact) -> Audience:
    """Who may know that this fact came to the room as it was before it: whom its subject says, but for one.

    A seal changed or lifted is its owner's secret; the first seal is everybody's unless the room tells
    nothing of sealing."""
    if isinstance(fact, f.ChoiceSealed):
        is_news = room.play is not None and fact.seat not in room.play.once_sealed and room.options.tell != "nothing"
        return "everybody" if is_news else fact.seat
    return "everybody" if type(fact) in _FOR_ALL else cast(f.ForSeat, fact).seat
