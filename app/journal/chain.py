"""Hash chain over a room's journal.

Each row carries the SHA-256 of itself and of the digest before it. So a row that was changed, added, removed or
moved is found. The last digest, the head, also stands in the room's own row: it shows a journal that was cut off at
its end.

Whoever can write the database can compute the whole chain anew. Players hold the record of their room and its digest
against that (see ``app.records``)."""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

import orjson

from app.journal.errors import UnreadableError
from app.journal.rows import Row
from app.rooms.model.ids import Digest, RoomCode, Version

SCHEME = "signet-journal-1"


class Head(NamedTuple):
    """Last version and digest of a room's journal."""

    version: Version
    chain: Digest | None


class ChainBreak(NamedTuple):
    """The first row that does not follow from those before it."""

    number: Version
    """Number of the row that is missing or wrong."""
    why: str
    """Reason, in words that follow a colon."""


def beginning(room: RoomCode) -> Head:
    """Return the head before a room's first row."""
    return Head(Version(0), Digest(hashlib.sha256(orjson.dumps([SCHEME, room])).hexdigest()))


def digest(before: Digest | None, room: RoomCode, row: Row) -> Digest:
    """Return the digest of a row that follows the digest ``before``."""
    version, at, (kind, shape, body), command, command_body, _ = row
    told = orjson.dumps([before, room, version, at, kind, shape, body, command, command_body])
    return Digest(hashlib.sha256(told).hexdigest())


def first_unchained(room: RoomCode, rows: Sequence[Row], head: Head | None = None) -> ChainBreak | None:
    """Return where the rows break the chain after ``head``, or None.

    Without ``head`` they start at the room's beginning."""
    version, before = head or beginning(room)
    for row in rows:
        version = Version(version + 1)
        if row.version != version:
            return ChainBreak(version, "it is missing")
        if row.chain != _digest_of_any(before, room, row):
            return ChainBreak(version, "it is not what was written there, or does not follow the entry before it")
        before = row.chain
    return None


def following(room: RoomCode, rows: Sequence[Row], after: Version) -> Sequence[Row]:
    """Check the chain and return the rows after ``after``.

    Unless ``after`` is 0, the first of ``rows`` is the row of that number. Raises UnreadableError."""
    if after == 0:
        new, wrong = rows, first_unchained(room, rows)
    elif rows and rows[0].version == after:
        new = rows[1:]
        wrong = first_unchained(room, new, Head(after, rows[0].chain))
    else:
        new, wrong = (), ChainBreak(after, "it is missing") if rows else None
    if wrong is not None:
        raise UnreadableError(f"Entry {wrong.number} of the journal: {wrong.why}.")
    return new


def _digest_of_any(before: Digest | None, room: RoomCode, row: Row) -> Digest | None:
    """Return the digest of a row that may be forged; None for values of a wrong type."""
    try:
        return digest(before, room, row)
    except TypeError:
        return None
