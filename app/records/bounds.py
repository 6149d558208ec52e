"""Events that come from outside: whether a room can have decided them. What lies beyond the bounds of their fields is
what a host, a database or a page may stumble over."""

from collections.abc import Mapping
from dataclasses import fields
from typing import get_args

from app.rooms import events as e
from app.rooms.model.ids import Millis
from app.rooms.model.room import Room
from app.rooms.own.decide import MAX_DEVICES
from app.rooms.schema.bounds import Check, check_of

MOST_MUTED, MOST_MOTIONS = 500, 16
"""Names that one player does not read, and motions that a table has ever voted on. Each event that adds one copies all
that are there, and pages show them."""


def is_sound(event: e.Event, at: Millis) -> bool:
    """Whether a room can have decided the event at that moment, as far as the event alone tells."""
    if isinstance(event, e.SeatTaken) and bool(event.holder) is bool(event.bot):
        return False
    return all(check(getattr(event, field), at) for field, check in _CHECKS[type(event)].items())


def is_bounded(room: Room, event: e.Event) -> bool:
    """Whether what the event has added to is of a size that can be. The room is the one after it."""
    match event:
        case e.Muted(seat) | e.DeviceAdded(seat):
            who = room.occupant(seat)
            return who is None or (len(who.muted) <= MOST_MUTED and len(who.devices) <= MAX_DEVICES)
        case e.VoteCast():
            return len(room.votes) <= MOST_MOTIONS
    return True


def checks_of(kind: type) -> dict[str, Check]:
    """The bounds of an event's fields. Raises TypeError for a field that has none."""
    return {field.name: check_of(field.type) for field in fields(kind)}


_CHECKS: Mapping[type, Mapping[str, Check]] = {kind: checks_of(kind) for kind in get_args(e.Event)}
