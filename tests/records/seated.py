"""Evenings whose players can show their tokens to a server."""

import dataclasses

from app.rooms.events import Entry, SeatTaken
from app.rooms.model.values import replace
from app.web.http.identity import Holder, holder
from tests.rooms.evening import Evening


def device(name: str) -> Holder:
    """Return the device of a player of that name."""
    return holder(name.ljust(43, "0"))


def assign_devices(evening: Evening) -> tuple[Entry, ...]:
    """Return the evening's journal, each person's seat held by :func:`device`."""
    return tuple(
        replace(entry, event=dataclasses.replace(entry.event, holder=device(entry.event.name).digest))
        if isinstance(entry.event, SeatTaken) and entry.event.holder
        else entry
        for entry in evening.entries
    )
