"""What a seat sees of what is its own: nobody else is shown any of it."""

from app.rooms.model.devices import HOUR, DeviceKind
from app.rooms.model.ids import Digest, Millis
from app.rooms.model.play import Plan
from app.rooms.model.room import Room
from app.rooms.model.values import Frozen
from engine.core.seats import Seat, Viewer


class DevicePart(Frozen, frozen=True, gc=False):
    """A device that holds the seat. Moments are whole hours."""

    device: int
    """Its number at this seat."""
    kind: DeviceKind
    first_seen: Millis
    last_seen: Millis
    """The hour in which it was noticed last, which is done once an hour."""
    is_this: bool
    """Whether it is the one that looks."""


class AskerPart(Frozen, frozen=True, gc=False):
    """Somebody who says to be the player of a seat, and asks to come back on another device."""

    seat: Seat
    number: int
    """By which they are answered."""
    kind: DeviceKind
    until: Millis
    """When the question is over."""


def asker_parts(room: Room, viewer: Viewer) -> tuple[AskerPart, ...]:
    """Who waits for the table's answer, as every seat sees it."""
    if viewer is None:
        return ()
    waiting = [each for each in room.askers if not each.is_refused]
    return tuple([AskerPart(each.seat, each.number, each.kind, each.until) for each in waiting])


def device_parts(room: Room, viewer: Viewer, holder: Digest | None) -> tuple[DevicePart, ...]:
    """The devices of the viewer's own seat, in the order they came; ``holder`` is the one that looks."""
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
    """What the viewer tells a stand-in."""
    occupant = room.occupant(viewer) if viewer is not None else None
    return occupant.instructions if occupant is not None else ()


def find_plan(room: Room, viewer: Viewer) -> Plan | None:
    """What the viewer said to seal when asked next, if anything."""
    return room.play.plans.get(viewer) if room.play is not None and viewer is not None else None


def _hour(at: Millis) -> Millis:
    return Millis(at - at % HOUR)
