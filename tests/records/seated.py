"""Evenings whose players can show their tokens to a server."""

import dataclasses

from app.rooms.facts import Entry, SeatTaken
from app.rooms.model.values import replace
from app.web.http.identity import Holder, holder
from tests.rooms.evening import Evening


def device(name: str) -> Holder:
    """The device of a player of that name."""
    return holder(name.ljust(43, "0"))


def with_tokens(evening: Evening) -> tuple[Entry, ...]:
    """The journal of the evening, each person's seat held by :func:`device`."""
    return tuple(
        replace(entry, fact=dataclasses.replace(entry.fact, holder=device(entry.fact.name).digest))
        if isinstance(entry.fact, SeatTaken) and entry.fact.holder
        else entry
        for entry in evening.entries
    )
