"""The fold of what concerns one seat alone: its devices, and the orders its player gives."""

from dataclasses import replace

from app.rooms import facts as f
from app.rooms.model.devices import Device
from app.rooms.model.ids import Digest, Millis
from app.rooms.model.room import Occupant, Room
from app.rooms.table.fold import occupant_of, with_occupant

OwnFact = f.DeviceAdded | f.DeviceSeen | f.DeviceRevoked | f.OrdersGiven


def own(room: Room, fact: OwnFact, at: Millis) -> Room:
    """The room after such a fact. Raises BrokenJournal."""
    occupant = occupant_of(room, fact.seat)
    match fact:
        case f.DeviceAdded(seat, holder, link, kind):
            left = tuple(old for old in room.links if old.link != link)
            return with_occupant(replace(room, links=left), seat, with_device(occupant, holder, kind, at))
        case f.DeviceSeen(seat, holder):
            devices = tuple(replace(d, last_seen=at) if d.holder == holder else d for d in occupant.devices)
            return with_occupant(room, seat, replace(occupant, devices=devices))
        case f.DeviceRevoked(seat, holder):
            # who held the device may have made the link
            left = tuple(old for old in room.links if old.seat != seat)
            devices = tuple(device for device in occupant.devices if device.holder != holder)
            return with_occupant(replace(room, links=left), seat, replace(occupant, devices=devices))
        case f.OrdersGiven(seat, orders):
            return with_occupant(room, seat, replace(occupant, orders=orders))


def with_device(occupant: Occupant, holder: Digest, kind: f.DeviceKind, at: Millis) -> Occupant:
    """The occupant with one more device."""
    number = occupant.devices_so_far + 1
    device = Device(number, holder, kind, at, at)
    return replace(occupant, devices=(*occupant.devices, device), devices_so_far=number)
