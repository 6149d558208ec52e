"""The fold of who may come in: the lock, the link and the code."""

from app.rooms.admission.facts import AdmissionFact, JoinKeyChanged, RoomLocked
from app.rooms.model.ids import Millis
from app.rooms.model.room import Room
from app.rooms.model.values import replace


def fold(room: Room, fact: AdmissionFact, at: Millis) -> Room:
    """The room after such a fact."""
    match fact:
        case RoomLocked(is_locked):
            return replace(room, is_locked=is_locked)
        case JoinKeyChanged(key, code, watch_key):
            changed = replace(room, join_key=key, join_code=code or room.join_code)
            return changed if watch_key is None else _watched_by(changed, watch_key)


def _watched_by(room: Room, key: str) -> Room:
    """The room with that key for watchers; what was shown of games by the old one is still shown."""
    over = room.games_so_far - (room.phase in ("playing", "paused"))
    return replace(room, watch_key=key, watch_keys_before=(*room.watch_keys_before, (over, room.watch_key)))
