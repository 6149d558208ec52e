"""Compressed form of a journal at rest, about a tenth of its size.

Versions and the chain are left out: the ones are counted, the other is calculated anew. The room's head proves the
result. What remains is a JSON list for each column, compressed by zlib. Behind it come the digests in the text, 32
bytes each, which nothing makes smaller. zlib is there in every Python, which cannot be said of bz2 and lzma."""

import re
import zlib
from collections.abc import Sequence
from itertools import accumulate, pairwise

import orjson

from app.journal.chain import Head, beginning, digest
from app.journal.codec import Coded
from app.journal.errors import UnreadableError
from app.journal.rows import Row
from app.rooms.model.ids import Millis, RoomCode, Version

LEVEL = 9

DIGEST = re.compile(rb"[0-9a-f]{64}")
DIGEST_BYTES = 32
PLACE = b"\x01"
"""Byte in the place of a digest. JSON text has no such byte."""


def compress_rows(room: RoomCode, rows: Sequence[Row]) -> bytes:
    """Return a room's whole journal in its compressed form.

    Raises ValueError for rows that would not come back the same."""
    try:
        data = _compress(rows)
        is_same = decompress_rows(room, data, Head(rows[-1].version, rows[-1].chain)) == tuple(rows)
    except (TypeError, AttributeError, UnreadableError) as error:
        raise ValueError(f"the rows are not as a store writes them: {error}") from error
    if not is_same:
        raise ValueError("the rows are not as a store writes them")
    return data


def decompress_rows(room: RoomCode, data: bytes, head: Head) -> tuple[Row, ...]:
    """Return all rows of a room from their compressed form, with their chain.

    Raises UnreadableError unless they end in ``head``."""
    try:
        rows = _decompress(room, data)
    except (zlib.error, ValueError, TypeError) as error:
        raise UnreadableError(f"The compressed journal cannot be read: {error}.") from error
    if not rows or Head(rows[-1].version, rows[-1].chain) != head:
        raise UnreadableError("The compressed journal is not what was written there.")
    return rows


def _compress(rows: Sequence[Row]) -> bytes:
    times = [rows[0].at, *(after.at - before.at for before, after in pairwise(rows))]
    columns = orjson.dumps([times, *zip(*((*row.coded, row.command, row.body) for row in rows), strict=True)])
    digests = b"".join(bytes.fromhex(digest.decode()) for digest in DIGEST.findall(columns))
    return zlib.compress(DIGEST.sub(PLACE, columns), LEVEL) + digests


def _decompress(room: RoomCode, data: bytes) -> tuple[Row, ...]:
    stream = zlib.decompressobj()
    first, *parts = stream.decompress(data).split(PLACE)
    digests = stream.unused_data
    if len(digests) != DIGEST_BYTES * len(parts):
        raise ValueError("it has another number of digests")
    pieces = [first]
    for number, part in enumerate(parts):
        pieces += [digests[DIGEST_BYTES * number :][:DIGEST_BYTES].hex().encode(), part]
    times, kinds, shapes, bodies, commands, command_bodies = orjson.loads(b"".join(pieces))
    columns = zip(accumulate(times), kinds, shapes, bodies, commands, command_bodies, strict=True)
    rows: list[Row] = []
    before = beginning(room).chain
    for version, (at, kind, shape, body, command, command_body) in enumerate(columns, start=1):
        row = Row(Version(version), Millis(at), Coded(kind, shape, body), command, command_body)
        before = digest(before, room, row)
        rows.append(row._replace(chain=before))
    return tuple(rows)
