"""Commands: who may set up the table."""

from app.rooms.model.values import Frozen
from engine.core.seats import Seat


class ShareHost(Frozen, frozen=True):
    """Make the target seat a host too, or no longer."""

    seat: Seat
    target: Seat
    is_host: bool


class HandOver(Frozen, frozen=True):
    """No host has been here for long: the target, who is here, becomes one."""

    target: Seat


HostOfSeat = ShareHost
"""Those that only the player of their ``seat`` can give."""

HostCommand = HostOfSeat | HandOver
