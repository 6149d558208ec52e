"""Answers beside a room's own work: to requests that change nothing in it, as it is committed.

That an append is on its way, and how long it takes, may be another seat's secret: who waited for it could tell that a
card is being changed. So nobody waits who does not append. The answer is as if the request had come before what is on
its way, which it may have; only never before anything of the same asker."""

from collections.abc import Sequence

from app.live.host.batch import Batch
from app.live.host.requests import Answer, Request
from app.rooms.model.room import Room


def answered_aside(batch: Batch, request: Request, before: Sequence[Request]) -> Answer | None:
    """The answer that can be given at once; None to a request that has to take its turn. ``before`` are those that
    have not been answered yet."""
    if before and _has_asked(batch.room, request, before):
        return None
    try:
        return batch.unchanged(request)
    except Exception:
        # whatever it is: the host fails by it in its turn, and tells
        return None


def _has_asked(room: Room, request: Request, before: Sequence[Request]) -> bool:
    """Whether any of these came of the same asker. A seat's devices are one asker; so are all who show no token."""
    seat = request.seat_in(room)
    occupant = room.seats[seat] if seat is not None else None
    askers = (request.holder,) if occupant is None else occupant.holders
    return any([other.holder in askers for other in before])
