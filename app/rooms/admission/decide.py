"""Decisions about who may come in: the lock, the link and the code."""

from app.rooms.admission.commands import AdmissionCommand, ChangeJoinKey, Lock
from app.rooms.admission.facts import AdmissionFact, JoinKeyChanged, RoomLocked
from app.rooms.model.ids import Millis
from app.rooms.model.refusals import Refusal, refuse
from app.rooms.model.room import Room

Facts = tuple[AdmissionFact, ...]


def decide(room: Room, command: AdmissionCommand, now: Millis) -> Facts | Refusal:
    """What the room answers to a command about who may come in: only a host may say so."""
    if command.seat not in room.hosts:
        return refuse("not_host")
    match command:
        case Lock():
            return (RoomLocked(command.is_locked),) if command.is_locked != room.is_locked else ()
        case ChangeJoinKey():
            return (JoinKeyChanged(command.key, command.code),)
