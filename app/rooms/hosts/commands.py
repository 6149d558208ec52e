"""Commands: who may set up the table."""

from dataclasses import dataclass

from engine.core.seats import Seat


@dataclass(frozen=True, slots=True)
class ShareHost:
    """Make the target seat a host too, or no longer."""

    seat: Seat
    target: Seat
    is_host: bool


@dataclass(frozen=True, slots=True)
class HandOver:
    """No host has been here for long: the target, who is here, becomes one."""

    target: Seat


HostOfSeat = ShareHost
"""Those that only the player of their ``seat`` can give."""

HostCommand = HostOfSeat | HandOver
