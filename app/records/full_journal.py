"""Whole journal as plain data, secrets included. Nothing from outside is trusted."""

import re
from collections.abc import Sequence
from dataclasses import replace

import orjson

from app.journal.codec import Coded, codec
from app.journal.errors import UnreadableError
from app.records.bounds import is_bounded, is_sound
from app.records.check_record import VerificationError, fold_checked
from app.records.read_record import drop_later_defaults
from app.rooms import events as e
from app.rooms.model.ids import CommandKey, Digest, Millis, RoomCode, Version
from app.rooms.model.room import Room
from app.rooms.schema.bounds import MOST_ENTRIES, is_sha256
from app.rooms.views.view import view
from engine.core.plain import Plain, digest_in_parts
from engine.core.seats import Seat

LATEST_MS = 24 * 3600 * 1000
"""Milliseconds that another server's clock may be ahead."""

_COMMAND = re.compile(r"[!-~]{1,128}")

_FIELDS = {"at", "kind", "shape", "body", "command", "command_body"}


class BadJournalError(ValueError):
    """Data that no journal of this program can be. The message is one sentence."""


def history(entries: Sequence[e.Entry]) -> list[Plain]:
    """Return the journal as plain data."""
    rows: list[Plain] = []
    for entry in entries:
        kind, shape, body = codec.encode(entry.event)
        event: Plain = orjson.loads(body)
        rows.append(
            {
                "at": entry.at,
                "kind": kind,
                "shape": shape,
                "body": event,
                "command": entry.command,
                "command_body": entry.body,
            }
        )
    return rows


def journal_digest(entries: Sequence[e.Entry]) -> Digest:
    """Return the SHA-256 over the canonical JSON of a journal's events and times.

    The room's code does not count, as a moved room may get another one."""
    told: list[Plain] = []
    for entry in entries:
        event = replace(entry.event, code=RoomCode("")) if isinstance(entry.event, e.RoomOpened) else entry.event
        kind, shape, body = codec.encode(event)
        fields = drop_later_defaults(type(event), orjson.loads(body))
        told.append([entry.at, kind, shape, fields])
    return Digest(digest_in_parts(told))


def read_history(rows: Plain, now: Millis) -> tuple[tuple[e.Entry, ...], Room]:
    """Read a journal and the room it makes, and check both. Raises BadJournalError.

    Every event is read strictly, every game dealt and replayed, and the room viewed from every seat."""
    if not isinstance(rows, list) or not 0 < len(rows) <= MOST_ENTRIES:
        raise BadJournalError("The file holds no journal of a room.")
    entries = tuple(_entry(Version(number), row, now) for number, row in enumerate(rows, start=1))
    commands = [entry.command for entry in entries if entry.command is not None]
    if len(set(commands)) != len(commands):
        raise BadJournalError("The journal carries the same command out twice.")
    try:
        room = fold_checked(entries, is_bounded)
        for viewer in (None, *map(Seat, range(len(room.seats)))):
            view(room, viewer)
    except VerificationError as error:
        raise BadJournalError(f"The journal does not hold: {error}.") from error
    except Exception as error:
        # whatever it is that a made-up journal makes the rules and the fold stumble over
        raise BadJournalError("The journal comes to a room that cannot be.") from error
    if any(room.occupant(host) is None for host in room.hosts):
        raise BadJournalError("The journal comes to a room whose host is nobody.")
    return entries, room


def _entry(version: Version, row: Plain, now: Millis) -> e.Entry:
    if not isinstance(row, dict) or row.keys() != _FIELDS:
        raise BadJournalError(f"Entry {version} of the journal is not whole.")
    at, kind, shape, command, body = (row[key] for key in ("at", "kind", "shape", "command", "command_body"))
    if type(at) is not int or not 0 <= at <= now + LATEST_MS:
        raise BadJournalError(f"Entry {version} of the journal is of no time that has been.")
    if not isinstance(kind, str) or type(shape) is not int or shape < 1:
        raise BadJournalError(f"Entry {version} of the journal is not whole.")
    is_command = command is None or (isinstance(command, str) and _COMMAND.fullmatch(command))
    is_body = body is None or (isinstance(body, str) and is_sha256(body))
    if not is_command or not is_body:
        raise BadJournalError(f"Entry {version} of the journal was brought by no command.")
    try:
        event = codec.decode(Coded(kind, shape, orjson.dumps(row["body"]).decode()))
    except (UnreadableError, orjson.JSONEncodeError) as error:
        raise BadJournalError(
            f"Entry {version} of the journal cannot be read by this version of the program."
        ) from error
    if not is_sound(event, Millis(at)):
        raise BadJournalError(f"Entry {version} of the journal says what nobody can have said.")
    return e.Entry(
        version,
        Millis(at),
        event,
        CommandKey(command) if isinstance(command, str) else None,
        Digest(body) if isinstance(body, str) else None,
    )
