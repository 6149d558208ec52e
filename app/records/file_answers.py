"""Messages to and from the process that reads a room's file: bytes of plain data.

The answer comes in messages of a few entries each, so that reading one never takes long."""

import asyncio
import io
from collections.abc import Iterator
from dataclasses import fields
from typing import Any, NamedTuple

import orjson

from app.journal.codec import Coded, codec
from app.journal.errors import UnreadableError
from app.records.child_process import put, take
from app.records.passphrase import WrongPassphraseError
from app.records.room_file import BadRoomFileError, RestoredRoom, read_room_file
from app.rooms.events import Entry
from app.rooms.fold import BrokenJournalError, step
from app.rooms.model.ids import Millis, Version
from app.rooms.model.room import Room

SLICE = 32
"""Entries in a message: a few milliseconds of work."""

RESTORED, NOT_OPENED, NO_ROOM = "restored", "not opened", "no room"


class Question(NamedTuple):
    """A file to be read."""

    data: bytes
    passphrase: str
    now: Millis


class BadAnswerError(ValueError):
    """The bytes are no answer of a process that reads files."""


def pack_question(question: Question) -> bytes:
    """Encode a question."""
    head = orjson.dumps([question.now, question.passphrase.encode("utf-8", "replace").decode()])
    return head + b"\n" + question.data


def read_question(message: bytes) -> Question:
    """Decode a question. Raises ValueError."""
    head, _, data = message.partition(b"\n")
    now, passphrase = orjson.loads(head)
    return Question(data, passphrase, Millis(now))


def answer(question: Question) -> bytes:
    """Read the file. Raises whatever a file may fail by that nobody has thought of."""
    try:
        restored = read_room_file(*question)
    except WrongPassphraseError:
        return _frame([orjson.dumps([NOT_OPENED, ""])])
    except BadRoomFileError as error:
        return _frame([orjson.dumps([NO_ROOM, str(error)])])
    return _frame(_pack(restored))


async def read_answer(answered: bytes) -> RestoredRoom:
    """Decode the room in the answer, in slices that let other tasks run.

    Only what the journal's codec and fold accept is believed. Raises WrongPassphraseError, BadRoomFileError,
    BadAnswerError."""
    messages = io.BytesIO(answered)
    try:
        kind, said = orjson.loads(take(messages) or b"")
        if kind == NOT_OPENED:
            raise WrongPassphraseError
        if kind == NO_ROOM:
            raise BadRoomFileError(str(said))
        entries: list[Entry] = []
        room: Room | None = None
        while (message := take(messages)) is not None:
            for row in orjson.loads(message):
                entry = _entry(Version(len(entries) + 1), *row)
                room = step(room, entry)
                entries.append(entry)
            await asyncio.sleep(0)
        if kind != RESTORED or room is None:
            raise BadAnswerError("no room")
        return RestoredRoom(tuple(entries), room, **said)
    except (orjson.JSONDecodeError, TypeError, UnreadableError, BrokenJournalError) as error:
        raise BadAnswerError(type(error).__name__) from error


def _pack(restored: RestoredRoom) -> Iterator[bytes]:
    more = [field.name for field in fields(RestoredRoom) if field.name not in ("entries", "room")]
    yield orjson.dumps([RESTORED, {name: getattr(restored, name) for name in more}])
    for start in range(0, len(restored.entries), SLICE):
        yield orjson.dumps([_row(entry) for entry in restored.entries[start : start + SLICE]])


def _row(entry: Entry) -> list[Any]:
    return [entry.at, *codec.encode(entry.event), entry.command, entry.body]


def _entry(version: Version, at: Any, kind: str, shape: int, body: str, command: Any, command_body: Any) -> Entry:
    return Entry(version, at, codec.decode(Coded(kind, shape, body)), command, command_body)


def _frame(messages: Iterator[bytes] | list[bytes]) -> bytes:
    answered = io.BytesIO()
    for message in messages:
        put(answered, message)
    return answered.getvalue()
