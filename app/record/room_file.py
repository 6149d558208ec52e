"""A room as a file: its record, which anybody may read, and its whole journal, sealed under a passphrase."""

from collections.abc import Sequence
from dataclasses import dataclass

import orjson

from app.record.history import NoHistory, history, journal_digest, read_history
from app.record.reading import ROOM_FORMAT
from app.record.sealing import Malformed, seal, unseal
from app.rooms.facts import Entry
from app.rooms.ids import Digest, Millis
from app.rooms.room import Room
from engine.core.plain import Plain, canonical

VERSION = 1

MOST_BYTES = 2 * 1024 * 1024
"""The largest file that is taken in."""


class NoRoomFile(ValueError):
    """The file is no room that was saved; says why in one sentence."""


@dataclass(frozen=True, slots=True)
class Restored:
    """A room from a file."""

    entries: tuple[Entry, ...]
    room: Room

    @property
    def digest(self) -> Digest:
        """The digest of its journal."""
        return journal_digest(self.entries)


def write_room_file(entries: Sequence[Entry], record: dict[str, Plain], passphrase: str) -> bytes:
    """The file of the room whose whole journal the entries are; ``record`` is what everybody may know of it."""
    told: dict[str, Plain] = {"format": ROOM_FORMAT, "version": VERSION, "record": record}
    sealed = seal(orjson.dumps({"journal": history(entries)}), passphrase, canonical(told))
    return orjson.dumps({**told, "sealed": sealed})


def read_room_file(data: bytes, passphrase: str, now: Millis) -> Restored:
    """The room in a file. Raises NoRoomFile, NotOpened."""
    if len(data) > MOST_BYTES:
        raise NoRoomFile("The file is too large for a room.")
    try:
        file = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        raise NoRoomFile("The file is no saved room.") from error
    if not isinstance(file, dict) or file.get("format") != ROOM_FORMAT:
        raise NoRoomFile("The file is no saved room.")
    if file.keys() != {"format", "version", "record", "sealed"} or file["version"] != VERSION:
        raise NoRoomFile("The file was written by another version of the program.")
    sealed = file.pop("sealed")
    try:
        inner = orjson.loads(unseal(sealed, passphrase, canonical(file)))
        rows = inner.get("journal") if isinstance(inner, dict) else None
        entries, room = read_history(rows, now)
    except (Malformed, orjson.JSONDecodeError, RecursionError) as error:
        raise NoRoomFile("The file is damaged.") from error
    except NoHistory as error:
        raise NoRoomFile(str(error)) from error
    return Restored(entries, room)
