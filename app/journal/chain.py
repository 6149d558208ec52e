"""The chain over a room's journal. Each row carries the SHA-256 over itself and over the digest of the row before it,
so that no row can be changed, put in, left out or moved without everybody seeing where. The last digest, the head,
stands in the room's own row as well: so a journal that was cut off at its end is known too.

Whoever can write the database can write the whole chain anew. What players hold in their hands is the record of their
room and its digest, see ``app.records``."""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

import orjson

from app.journal.errors import UnreadableError
from app.journal.rows import Row
from app.rooms.model.ids import Digest, RoomCode, Version

SCHEME = "signet-journal-1"


class Head(NamedTuple):
    """How far a room's journal has come."""

    version: Version
    chain: Digest | None


class Unchained(NamedTuple):
    """The first row that does not follow from those before it."""

    number: Version
    """Which row there should be."""
    why: str
    """In words that follow a colon."""


def beginning(room: RoomCode) -> Head:
    """What a room's first row follows."""
    return Head(Version(0), Digest(hashlib.sha256(orjson.dumps([SCHEME, room])).hexdigest()))


def digest(before: Digest | None, room: RoomCode, row: Row) -> Digest:
    """The digest of a row that follows the one with the digest ``before``."""
    version, at, (kind, shape, body), command, command_body, _ = row
    told = orjson.dumps([before, room, version, at, kind, shape, body, command, command_body])
    return Digest(hashlib.sha256(told).hexdigest())


def first_unchained(room: RoomCode, rows: Sequence[Row], head: Head | None = None) -> Unchained | None:
    """Where the rows break the chain; None: nowhere. They follow ``head``, or the room's beginning."""
    version, before = head or beginning(room)
    for row in rows:
        version = Version(version + 1)
        if row.version != version:
            return Unchained(version, "it is missing")
        if row.chain != _digest_of_any(before, room, row):
            return Unchained(version, "it is not what was written there, or does not follow the entry before it")
        before = row.chain
    return None


def following(room: RoomCode, rows: Sequence[Row], after: Version) -> Sequence[Row]:
    """The rows beyond ``after``, looked over; unless that is 0, the row of that number comes before them. Raises
    UnreadableError."""
    if after == 0:
        new, wrong = rows, first_unchained(room, rows)
    elif rows and rows[0].version == after:
        new = rows[1:]
        wrong = first_unchained(room, new, Head(after, rows[0].chain))
    else:
        new, wrong = (), Unchained(after, "it is missing") if rows else None
    if wrong is not None:
        raise UnreadableError(f"Entry {wrong.number} of the journal: {wrong.why}.")
    return new


def _digest_of_any(before: Digest | None, room: RoomCode, row: Row) -> Digest | None:
    """The digest of a row that may have been tampered with; None when it holds what is no text or number."""
    try:
        return digest(before, room, row)
    except TypeError:
        return None
