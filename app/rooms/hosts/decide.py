"""Decisions about hosts."""

from app.rooms.hosts.commands import HandOver, HostCommand, ShareHost
from app.rooms.hosts.facts import HostAdded, HostFact, HostGone, HostPassed
from app.rooms.model.ids import Millis
from app.rooms.model.refusals import Refusal, refuse
from app.rooms.model.room import Room

Facts = tuple[HostFact, ...]


def decide(room: Room, command: HostCommand, now: Millis) -> Facts | Refusal:
    """What the room answers to a command about hosts."""
    match command:
        case ShareHost():
            return share_host(room, command)
        case HandOver():
            return hand_over(room, command)


def share_host(room: Room, command: ShareHost) -> Facts | Refusal:
    """One host more or less; the last one stays."""
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


def hand_over(room: Room, command: HandOver) -> Facts:
    """A new host in place of all who have not been here for long."""
    if not room.is_held(command.target) or command.target in room.hosts:
        return ()
    return (HostPassed(command.target),)
