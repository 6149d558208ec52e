"""Commands: who may set up the table."""

from app.rooms.model.values import Frozen
from app.rooms.schema.command import FromSeat, On, Target
from engine.core.seats import Seat


class ShareHost(FromSeat, frozen=True, tag="host"):
    """Make the target seat a host too, or no longer."""

    target: Target
    is_host: On


class HandOver(Frozen, frozen=True):
    """No host has been here for long: the target, who is here, becomes one."""

    target: Seat


HostCommand = ShareHost | HandOver
