"""Admission to a room: the lock, the link and the code."""

from typing import Annotated, get_args

from app.rooms.model.ids import Millis, RoomCode
from app.rooms.model.refusals import Refusal, refuse
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from app.rooms.schema.bounds import is_key
from app.rooms.schema.command import FreshCode, FreshKey, FromSeat, On
from app.rooms.schema.event import UNTOLD, event
from app.rooms.schema.subject import Subject

__all__ = ["AdmissionCommand", "AdmissionEvent", "ChangeJoinKey", "JoinKeyChanged", "Lock", "RoomLocked"]
"""Commands and events of admission."""


class Lock(FromSeat, frozen=True, tag="lock"):
    """Let nobody new sit down, or lift that lock."""

    is_locked: On


class ChangeJoinKey(FromSeat, frozen=True, tag="new_link"):
    """Replace the key of the join link and the code that is typed in to join."""

    key: FreshKey
    code: FreshCode


AdmissionCommand = Lock | ChangeJoinKey


@event(record="is_locked")
class RoomLocked:
    """Nobody new may sit down, or the lock was lifted."""

    is_locked: bool


@event(record=UNTOLD)
class JoinKeyChanged:
    """The join link has a new key, and the old link is void.

    The old code and the old watchers' link are void too, if the event names new ones."""

    key: Annotated[str, is_key]
    code: RoomCode | None = None
    """New code to join; None: as before."""
    watch_key: Annotated[str, is_key] | None = None
    """New secret of the watchers' link; None: as before."""


AdmissionEvent = RoomLocked | JoinKeyChanged

Events = tuple[AdmissionEvent, ...]


def decide(room: Room, command: AdmissionCommand, now: Millis) -> Events | Refusal:
    """Decide on a command about admission. Only a host may give one."""
    if command.seat not in room.hosts:
        return refuse("not_host")
    match command:
        case Lock():
            return (RoomLocked(command.is_locked),) if command.is_locked != room.is_locked else ()
        case ChangeJoinKey():
            return (JoinKeyChanged(command.key, command.code),)


def fold(room: Room, event: AdmissionEvent, at: Millis) -> Room:
    """Return the room after the event."""
    match event:
        case RoomLocked(is_locked):
            return replace(room, is_locked=is_locked)
        case JoinKeyChanged(key, code, watch_key):
            changed = replace(room, join_key=key, join_code=code or room.join_code)
            return changed if watch_key is None else _with_watch_key(changed, watch_key)


def _with_watch_key(room: Room, key: str) -> Room:
    """Return the room with a new watchers' key.

    Games shown by the old key stay visible."""
    over = room.games_so_far - (room.phase in ("playing", "paused"))
    return replace(room, watch_key=key, watch_keys_before=(*room.watch_keys_before, (over, room.watch_key)))


ADMISSION = Subject(commands=get_args(AdmissionCommand), events=get_args(AdmissionEvent), decide=decide, fold=fold)
