"""File of a room: its public record, and its journal under a passphrase."""

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass

import orjson

from app.records.file_bounds import TooManyItemsError, check_items
from app.records.full_journal import BadJournalError, history, journal_digest, read_history
from app.records.passphrase import MalformedSealError, max_sealed_bytes, seal, unseal
from app.records.read_record import ROOM_FORMAT
from app.rooms import events as e
from app.rooms.events import Entry
from app.rooms.model.ids import Digest, Millis, Version
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from app.rooms.schema.bounds import MOST_ENTRIES
from engine.core.plain import Plain, canonical_parts
from engine.core.seats import Seat

VERSION = 1

Line = e.Said | e.PhraseSaid | e.Reacted | e.WatcherSaid
"""Events of the chat."""

OWN_FILE = b"signet-room 1\n"
"""Prefix of the digest that a server signs. Nothing else that it signs begins so."""

KEY_BYTES = 32

MOST_BYTES = 8 * 1024 * 1024
"""The largest file that is taken in, and that is written."""


class BadRoomFileError(ValueError):
    """The file is no room that was saved; says why in one sentence."""


class RoomTooLargeError(ValueError):
    """The room would make a file that no server takes in."""


@dataclass(frozen=True, slots=True)
class RestoredRoom:
    """A room from a file."""

    entries: tuple[Entry, ...]
    room: Room
    contents: Digest
    """The digest of all that the file holds sealed, the room's code included."""
    tag: str
    """Signature of the server that wrote the file; empty in older files."""

    @property
    def digest(self) -> Digest:
        """The digest of its journal."""
        return journal_digest(self.entries)

    @property
    def saver(self) -> Seat | None:
        """Seat that saved the room, by the last event of every file; None without one."""
        last = self.entries[-1].event
        return last.seat if isinstance(last, e.TableSaved) and last.seat in self.room.persons() else None


def write_room_file(entries: Sequence[Entry], record: dict[str, Plain], passphrase: str, key: bytes) -> bytes:
    """Write the file of a whole journal.

    Raises RoomTooLargeError if it could not be read. ``record`` is its public record, ``key`` the server's own."""
    told, inside = _parts(entries, record, key)
    return orjson.dumps({**told, "sealed": seal(inside, passphrase, _open_part(told))})


def check_size(entries: Sequence[Entry], record: dict[str, Plain]) -> None:
    """Raise RoomTooLargeError for a room whose file could not be read again."""
    _parts(entries, record, bytes(KEY_BYTES))


def is_own_file(restored: RestoredRoom, key: bytes) -> bool:
    """Return whether the server with that key wrote the file and nobody changed it."""
    shown = restored.tag.encode("utf-8", "replace")
    return hmac.compare_digest(shown, _tag(key, restored.contents).encode())


def _tag(key: bytes, contents: Digest) -> str:
    return hmac.digest(key, OWN_FILE + contents.encode(), hashlib.sha256).hex()


def _contents(rows: Sequence[Plain]) -> Digest:
    """Return the digest of a journal as a file has it, of any shapes.

    It is computed row by row: one call for all would hold every other thread up."""
    made = hashlib.sha256()
    for row in rows:
        made.update(orjson.dumps(row, option=orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE))
    return Digest(made.hexdigest())


def _parts(entries: Sequence[Entry], record: dict[str, Plain], key: bytes) -> tuple[dict[str, Plain], bytes]:
    """Return the open and the secret part of a file. Raises RoomTooLargeError."""
    if len(entries) > MOST_ENTRIES:
        raise RoomTooLargeError
    told: dict[str, Plain] = {"format": ROOM_FORMAT, "version": VERSION, "record": record}
    rows = history(entries)
    inside = orjson.dumps({"journal": rows, "tag": _tag(key, _contents(rows))})
    outside = orjson.dumps(told)
    if len(outside) + max_sealed_bytes(len(inside)) > MOST_BYTES:
        raise RoomTooLargeError
    try:
        check_items(inside)
        check_items(outside)
    except TooManyItemsError as error:
        raise RoomTooLargeError from error
    return told, inside


def _open_part(told: dict[str, Plain]) -> bytes:
    """Return the open part of a file, which the encryption authenticates."""
    return b"".join(canonical_parts(told))


def drop_chat(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return the journal without its chat, on which nothing of a game rests."""
    left = (entry for entry in entries if not isinstance(entry.event, Line))
    return tuple(replace(entry, version=Version(number)) for number, entry in enumerate(left, start=1))


def read_room_file(data: bytes, passphrase: str, now: Millis) -> RestoredRoom:
    """Read the room in a file. Raises BadRoomFileError, WrongPassphraseError."""
    if len(data) > MOST_BYTES:
        raise BadRoomFileError("The file is too large for a room.")
    try:
        check_items(data)
        file = orjson.loads(data)
    except TooManyItemsError as error:
        raise BadRoomFileError("The file is too large for a room.") from error
    except orjson.JSONDecodeError as error:
        raise BadRoomFileError("The file is no saved room.") from error
    if not isinstance(file, dict) or file.get("format") != ROOM_FORMAT:
        raise BadRoomFileError("The file is no saved room.")
    if file.keys() != {"format", "version", "record", "sealed"} or file["version"] != VERSION:
        raise BadRoomFileError("The file was written by another version of the program.")
    sealed = file.pop("sealed")
    try:
        inside = unseal(sealed, passphrase, _open_part(file))
        check_items(inside)
        inner = orjson.loads(inside)
        inner = inner if isinstance(inner, dict) else {}
        rows, tag = inner.get("journal"), inner.get("tag")
        entries, room = read_history(rows, now)
    except (MalformedSealError, orjson.JSONDecodeError, RecursionError) as error:
        raise BadRoomFileError("The file is damaged.") from error
    except TooManyItemsError as error:
        raise BadRoomFileError("The file is too large for a room.") from error
    except BadJournalError as error:
        raise BadRoomFileError(str(error)) from error
    contents = _contents(rows if isinstance(rows, list) else [])
    return RestoredRoom(entries, room, contents, tag if isinstance(tag, str) else "")
