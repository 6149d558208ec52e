"""Reader of records, as of ``GET /api/rooms/{room}/journal``."""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import cast

import orjson

from app.journal.codec import KINDS, get_stored_name
from app.journal.typed_json import field_readers, rebuild
from app.rooms import events as e
from app.rooms.model.ids import Digest, Millis
from app.rooms.schema.event import disclosure
from engine.core.plain import Plain, digest_in_parts

FORMAT = "signet-journal"
VERSION = 1

ROOM_FORMAT = "signet-room"
"""Format name in a room's file, which holds its record."""

MOST_BYTES = 32 * 1024 * 1024
"""A larger file is no record of a room."""

LATER: Mapping[type, Mapping[str, Plain]] = {
    e.Revealed: {"made_of": "dump"},
    e.GameBegun: {"revision": 0, "same_as": 0, "dealt_from": "", "dice": ""},
}
"""Fields added after the first releases, with their former meaning.

They are left out where they hold it, so that a game of an older release keeps its digest."""

_READERS = {get_stored_name(kind): (kind, field_readers(kind)) for kind in KINDS.values() if disclosure(kind).finished}
_FIRST_LEVEL = {"format", "version", "facts", "results", "digest"}

MIRRORS = "mirrors"
"""Key of the mirrors in a player's own copy.

They prove nothing and are not checked."""


class UnreadableRecordError(Exception):
    """The file is no record; says why in one sentence."""


@dataclass(frozen=True, slots=True)
class RecordedEvent:
    """One event of a record."""

    at: Millis
    event: e.Event


@dataclass(frozen=True, slots=True)
class Record:
    """Content of a record, not proven yet."""

    events: tuple[RecordedEvent, ...]
    results: Plain
    """The rankings of the games that were played to their end."""
    digest: str
    """Digest that the record states."""
    found: Digest
    """Digest that the record has."""


def digest_of(events: Plain, results: Plain) -> Digest:
    """Return a record's SHA-256 over the canonical JSON of its events and results."""
    return Digest(digest_in_parts({"facts": events, "results": results}))


def drop_later_defaults(kind: type, fields: Mapping[str, Plain]) -> dict[str, Plain]:
    """Return an event's fields without later ones that say nothing new."""
    later = LATER.get(kind, {})
    return {name: value for name, value in fields.items() if name not in later or value != later[name]}


def read_record(data: bytes) -> Record:
    """Read the record in a file, also in that of a whole room.

    Raises UnreadableRecordError."""
    if len(data) > MOST_BYTES:
        raise UnreadableRecordError("The file is too large for a record.")
    try:
        record = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        raise UnreadableRecordError(f"The file is no JSON: {error}.") from error
    is_room = isinstance(record, dict) and record.get("format") == ROOM_FORMAT
    return record_of(record.get("record") if is_room else record)


def record_of(record: Plain) -> Record:
    """Read the record in plain data. Raises UnreadableRecordError."""
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise UnreadableRecordError("The file is no record of a room.")
    if record.get("version") != VERSION:
        raise UnreadableRecordError(
            f"The record is of version {record.get('version')!r}, which this program does not know."
        )
    events, results, digest = record.get("facts"), record.get("results"), record.get("digest")
    if record.keys() - {MIRRORS} != _FIRST_LEVEL or not isinstance(events, list) or not isinstance(digest, str):
        raise UnreadableRecordError("The record is not whole: it holds facts, results and a digest, and nothing else.")
    told = tuple(_read_event(number, said) for number, said in enumerate(events, start=1))
    try:
        return Record(told, results, digest, digest_of(events, results))
    except RecursionError as error:
        raise UnreadableRecordError("The record is nested too deep.") from error


def _read_event(number: int, said: Plain) -> RecordedEvent:
    if not isinstance(said, dict):
        raise UnreadableRecordError(f"Event {number} is no event.")
    name, at = said.get("fact"), said.get("at")
    known = _READERS.get(name) if isinstance(name, str) else None
    if known is None or type(at) is not int:
        raise UnreadableRecordError(f"Event {number} is none that this program knows.")
    kind, readers = known
    fields: dict[str, Plain] = dict.fromkeys(_withheld(kind), "")
    fields |= {field: value for field, value in said.items() if field not in ("fact", "at")}
    try:
        return RecordedEvent(Millis(at), cast(e.Event, rebuild(kind, readers, fields)))
    except ValueError as error:
        raise UnreadableRecordError(f"Event {number}, {name}, cannot be read: {error}.") from error


def _withheld(kind: type) -> list[str]:
    """List the fields that a record may leave out. They are read as empty texts."""
    return [
        field.name for field in fields(kind) if field.default is MISSING and field.name not in disclosure(kind).record
    ]
