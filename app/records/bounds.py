"""Bounds of events that come from outside.

An event is refused that no room can have decided: a host, a database or a page might fail on it."""

from collections.abc import Mapping
from dataclasses import fields
from typing import get_args

from app.rooms import events as e
from app.rooms.dates.decide import MOST_DATES
from app.rooms.model.ids import Millis
from app.rooms.model.room import Room
from app.rooms.player.decide import MAX_DEVICES
from app.rooms.schema.bounds import Check, check_of

MOST_MUTED, MOST_MOTIONS = 500, 16
"""Most names one player can mute, and most motions of a table.

Each event that adds one copies all that are there, and pages show them."""


def is_sound(event: e.Event, at: Millis) -> bool:
    """Return whether a room can have decided the event at that moment."""
    if isinstance(event, e.SeatTaken) and bool(event.holder) is bool(event.bot):
        return False
    return all(check(getattr(event, field), at) for field, check in _CHECKS[type(event)].items())


def is_bounded(room: Room, event: e.Event) -> bool:
    """Return whether the part of the room that the event added to has a possible size.

    ``room`` is the one after the event."""
    match event:
        case e.Muted(seat) | e.DeviceAdded(seat):
            who = room.occupant(seat)
            return who is None or (len(who.muted) <= MOST_MUTED and len(who.devices) <= MAX_DEVICES)
        case e.VoteCast():
            return len(room.votes) <= MOST_MOTIONS
        case e.DateProposed():
            return len(room.dates) <= MOST_DATES
    return True


def checks_of(kind: type) -> dict[str, Check]:
    """Return the bounds of an event's fields.

    Raises TypeError for a field without any."""
    return {field.name: check_of(field.type) for field in fields(kind)}


_CHECKS: Mapping[type, Mapping[str, Check]] = {kind: checks_of(kind) for kind in get_args(e.Event)}
