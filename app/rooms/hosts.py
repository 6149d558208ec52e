"""Hosts: the players who may set up the table."""

from typing import get_args

from app.rooms.model.ids import Millis
from app.rooms.model.refusals import Refusal, refuse
from app.rooms.model.room import Room
from app.rooms.model.values import Frozen, replace
from app.rooms.schema.command import FromSeat, On, Target
from app.rooms.schema.event import event
from app.rooms.schema.subject import Subject
from engine.core.seats import Seat

__all__ = ["HandOver", "HostAdded", "HostCommand", "HostEvent", "HostGone", "HostPassed", "ShareHost"]
"""Commands and events about hosts."""


class ShareHost(FromSeat, frozen=True, tag="host"):
    """Make the target seat a host too, or end that."""

    target: Target
    is_host: On


class HandOver(Frozen, frozen=True):
    """Make the target the host: no host has been present for long."""

    target: Seat


HostCommand = ShareHost | HandOver


@event(record="seat")
class HostPassed:
    """One seat is the only host now."""

    seat: Seat


@event(record="seat")
class HostAdded:
    """One more seat is a host."""

    seat: Seat
    by: Seat | None = None
    """Seat that made this player a host; None for older events, which do not say it."""


@event(record="seat")
class HostGone:
    """Seat is a host no longer; others are."""

    seat: Seat
    by: Seat | None = None
    """Seat that decided it; None if the host left, or for older events."""


HostEvent = HostPassed | HostAdded | HostGone

Events = tuple[HostEvent, ...]


def decide(room: Room, command: HostCommand, now: Millis) -> Events | Refusal:
    """Decide on a command about hosts."""
    match command:
        case ShareHost():
            return share_host(room, command)
        case HandOver():
            return hand_over(room, command)


def share_host(room: Room, command: ShareHost) -> Events | Refusal:
    """Make a player a host, or end that; the last host stays."""
    if command.seat not in room.hosts:
        return refuse("not_host")
    if not room.is_held(command.target):
        return refuse("bad_field", "Nobody is in that seat.")
    is_host = command.target in room.hosts
    if command.is_host == is_host:
        return ()
    if command.is_host:
        return (HostAdded(command.target, command.seat),)
    if len(room.hosts) == 1:
        return refuse("bad_field", "The table needs at least one host.")
    return (HostGone(command.target, command.seat),)


def hand_over(room: Room, command: HandOver) -> Events:
    """Replace all hosts, who have been absent for long, by a new one."""
    if not room.is_held(command.target) or command.target in room.hosts:
        return ()
    return (HostPassed(command.target),)


def fold(room: Room, event: HostEvent, at: Millis) -> Room:
    """Return the room after the event."""
    match event:
        case HostPassed(seat):
            return replace(room, hosts=(seat,))
        case HostAdded(seat):
            return replace(room, hosts=(*room.hosts, seat))
        case HostGone(seat):
            return replace(room, hosts=tuple(host for host in room.hosts if host != seat))


HOSTS = Subject(commands=get_args(HostCommand), events=get_args(HostEvent), decide=decide, fold=fold)
