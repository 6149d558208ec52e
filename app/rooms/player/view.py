"""View of a player's own seat, which nobody else sees."""

from app.rooms.model.devices import HOUR, DeviceKind
from app.rooms.model.ids import Digest, Millis
from app.rooms.model.play import Plan
from app.rooms.model.room import Room
from app.rooms.model.values import Frozen
from engine.core.seats import Seat, Viewer


class DevicePart(Frozen, frozen=True, gc=False):
    """Device that holds the seat. Its times are whole hours."""

    device: int
    """Number of the device at this seat."""
    kind: DeviceKind
    first_seen: Millis
    last_seen: Millis
    """Hour of its last recorded use. Use is recorded once an hour."""
    is_this: bool
    """True if it is the viewer's device."""


class AskerPart(Frozen, frozen=True, gc=False):
    """Person who claims to be a seat's player and asks to come back on another device."""

    seat: Seat
    number: int
    """Number by which the answer names them."""
    kind: DeviceKind
    until: Millis
    """End of the time to answer."""


def asker_parts(room: Room, viewer: Viewer) -> tuple[AskerPart, ...]:
    """Return the people who wait for the table's answer, for every seat."""
    if viewer is None:
        return ()
    waiting = [each for each in room.askers if not each.is_refused]
    return tuple([AskerPart(each.seat, each.number, each.kind, each.until) for each in waiting])


def device_parts(room: Room, viewer: Viewer, holder: Digest | None) -> tuple[DevicePart, ...]:
    """Return the devices of the viewer's seat; ``holder`` is the viewer's."""
    occupant = room.occupant(viewer) if viewer is not None else None
    if occupant is None:
        return ()
    return tuple(
        [
            DevicePart(each.number, each.kind, _hour(each.first_seen), _hour(each.last_seen), each.holder == holder)
            for each in occupant.devices
        ]
    )


def find_instructions(room: Room, viewer: Viewer) -> tuple[str, ...]:
    """Return the viewer's instructions to a stand-in."""
    occupant = room.occupant(viewer) if viewer is not None else None
    return occupant.instructions if occupant is not None else ()


def find_plan(room: Room, viewer: Viewer) -> Plan | None:
    """Return the viewer's plan for the next ask, if any."""
    return room.play.plans.get(viewer) if room.play is not None and viewer is not None else None


def _hour(at: Millis) -> Millis:
    return Millis(at - at % HOUR)
