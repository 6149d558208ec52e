"""The fold of what is a player's own: their devices, the links that bring one more, and their orders."""

from app.rooms.model.changes import occupant_of, with_device, with_occupant
from app.rooms.model.ids import Millis
from app.rooms.model.room import ReturnLink, Room
from app.rooms.model.values import replace
from app.rooms.own.facts import DeviceAdded, DeviceRevoked, DeviceSeen, OrdersGiven, OwnFact, ReturnLinkMade


def fold(room: Room, fact: OwnFact, at: Millis) -> Room:
    """The room after such a fact. Raises BrokenJournal."""
    if isinstance(fact, ReturnLinkMade):
        others = tuple(old for old in room.links if old.seat != fact.seat)
        return replace(room, links=(*others, ReturnLink(fact.seat, fact.link, fact.until)))
    occupant = occupant_of(room, fact.seat)
    match fact:
        case DeviceAdded(seat, holder, link, kind):
            left = tuple(old for old in room.links if old.link != link)
            return with_occupant(replace(room, links=left), seat, with_device(occupant, holder, kind, at))
        case DeviceSeen(seat, holder):
            devices = tuple(replace(d, last_seen=at) if d.holder == holder else d for d in occupant.devices)
            return with_occupant(room, seat, replace(occupant, devices=devices))
        case DeviceRevoked(seat, holder):
            # who held the device may have made the link
            left = tuple(old for old in room.links if old.seat != seat)
            devices = tuple(device for device in occupant.devices if device.holder != holder)
            return with_occupant(replace(room, links=left), seat, replace(occupant, devices=devices))
        case OrdersGiven(seat, orders):
            return with_occupant(room, seat, replace(occupant, orders=orders))
