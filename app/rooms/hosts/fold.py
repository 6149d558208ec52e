"""The fold of who the hosts are."""

from app.rooms.hosts.facts import HostAdded, HostFact, HostGone, HostPassed
from app.rooms.model.ids import Millis
from app.rooms.model.room import Room
from app.rooms.model.values import replace


def fold(room: Room, fact: HostFact, at: Millis) -> Room:
    """The room after such a fact."""
    match fact:
        case HostPassed(seat):
            return replace(room, hosts=(seat,))
        case HostAdded(seat):
            return replace(room, hosts=(*room.hosts, seat))
        case HostGone(seat):
            return replace(room, hosts=tuple(host for host in room.hosts if host != seat))
