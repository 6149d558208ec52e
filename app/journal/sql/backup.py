"""All rooms as one file, from and to either kind of database.

The file is JSON by lines, compressed with gzip. The first line names the format and the schema, the key to room files
and the devices that were taken off their seats. Then comes each room with its holdings, and behind it its journal, a
row a line. The last line counts rooms and rows and has the SHA-256 of all lines before it, so that half a file is none.
A backup holds hidden hands: it is made for its owner's eyes only."""

import gzip
import hashlib
import os
import sys
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, NamedTuple

import orjson
from sqlalchemy import Connection, Table, delete, func, insert, inspect, select, text
from sqlalchemy.exc import DBAPIError

from app.journal.contacts import FILE_KEY
from app.journal.errors import StoreDownError, StoreError
from app.journal.rows import StoredRoom
from app.journal.sql.database import Database, open_database
from app.journal.sql.games import fill, running
from app.journal.sql.migrate import current, earlier, upgrade_database
from app.journal.sql.older_backup import open_upgraded
from app.journal.sql.snapshot import TIMEOUT_SETTINGS, Snapshot, snapshot
from app.journal.sql.sqlite_file import PRIVATE
from app.journal.sql.tables import holdings, journal, revoked_devices, rooms, server_keys
from app.journal.sql.writing import beat
from app.rooms.model.ids import Digest, RoomCode

FORMAT = "signet-backup"
VERSION = 1
MOST_AT_ONCE = 500
"""Rows of one statement."""

_HOLDING = ("holder", "seat", "seen_at")
"""Columns of a holding, in this order. Backups before 0007 lack the last."""

_JOURNAL = ("version", "at", "kind", "shape", "body", "command", "command_body", "chain")


class BadBackupError(StoreError):
    """The file cannot be written, or is no whole backup; says why in one sentence."""


class Count(NamedTuple):
    """Numbers of rooms and rows in a backup."""

    rooms: int
    entries: int


def back_up(url: str, path: Path) -> Count:
    """Write all rooms of a database into a new file, also while a server runs.

    Raises BadBackupError when the file exists or cannot be written, and the errors of ``snapshot``."""
    if path.exists():
        raise BadBackupError(f"{path} is there already; name a new file.")
    part = path.with_name(f"{path.name}.part")
    with snapshot(url) as all_rooms, _describe(str(path)):
        try:
            with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, PRIVATE), "wb") as file:
                count = _write(file, all_rooms)
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)
            _keep_names(path.absolute().parent)
        finally:
            part.unlink(missing_ok=True)
    return count


def back_up_into(url: str, stream: IO[bytes]) -> Count:
    """Write all rooms of a database into a stream.

    A broken-off stream is not accepted as a backup. Raises BadBackupError when the stream cannot be written, and the
    errors of ``snapshot``."""
    with snapshot(url) as all_rooms, _describe("The output"):
        count = _write(stream, all_rooms)
        stream.flush()
    return count


def _keep_names(folder: Path) -> None:
    """Flush a folder's entries to disk.

    Windows opens no folders and does so by itself."""
    if sys.platform != "win32":
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


@contextmanager
def _describe(what: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise BadBackupError(f"{what} cannot be written: {error.strerror}.") from error
    except TypeError as error:
        raise BadBackupError(
            "A row of the database is damaged and can be kept in no file; `check` names it."
        ) from error


def restore(url: str, path: Path, *, trust_disk_off: bool = False) -> Count:
    """Restore a backup of this or an earlier release, wholly or not at all.

    The database is created if need be.

    Raises BadBackupError, StoreError when the database holds rooms already, NotWritableError, DatabaseInUseError,
    NewerDatabaseError, NotDurableError, StoreDownError."""
    try:
        with path.open("rb") as file:
            return restore_from(url, file, str(path), trust_disk_off=trust_disk_off)
    except FileNotFoundError as error:
        raise BadBackupError(f"There is no file {path}.") from error
    except OSError as error:
        raise BadBackupError(f"{path} cannot be read: {error.strerror}.") from error


def restore_from(url: str, stream: IO[bytes], name: str = "The input", *, trust_disk_off: bool = False) -> Count:
    """Restore a backup from a stream named ``name``, as :func:`restore` does.

    Raises BadBackupError when the stream is no backup or was damaged, StoreError when the database holds rooms
    already, NotWritableError, DatabaseInUseError, NewerDatabaseError, NotDurableError, StoreDownError."""
    try:
        with gzip.open(stream) as file:
            # before the database is touched: most wrong files are found out here
            lines = _Lines(file)
            first = lines.first()
            if first["schema"] != current():
                return _restore_older(url, lines, first, trust_disk_off=trust_disk_off)
            database = open_database(url, trust_disk_off=trust_disk_off)
            try:
                upgrade_database(database)
                return _fill(database, lines, first)
            finally:
                database.close()
    except DBAPIError as error:
        raise StoreDownError(f"the database failed: {error.orig}") from error
    except (OSError, EOFError, zlib.error, ValueError, TypeError, LookupError) as error:
        raise BadBackupError(f"{name} is no backup, or was damaged.") from error


def _write(file: IO[bytes], all_rooms: Snapshot) -> Count:
    digest, number, entries = hashlib.sha256(), 0, 0
    with gzip.GzipFile("", "wb", fileobj=file) as packed:

        def say(value: object) -> None:
            line = orjson.dumps(value) + b"\n"
            digest.update(line)
            packed.write(line)

        head = {"format": FORMAT, "version": VERSION, "schema": current(), "beat": all_rooms.last_beat()}
        say({**head, "file_key": all_rooms.file_key(), "revoked": all_rooms.load_revoked()})
        for room in all_rooms.rooms():
            if room.damage:
                raise BadBackupError(f"Room {room.code} can be kept in no file: {room.damage}")
            say(_explain(room))
            for row in room.rows:
                say([row.version, row.at, *row.coded, row.command, row.body, row.chain])
            number, entries = number + 1, entries + len(room.rows)
        say({"rooms": number, "entries": entries, "digest": digest.hexdigest()})
    return Count(number, entries)


def _explain(room: StoredRoom) -> dict[str, object]:
    return {
        "code": room.code,
        "game": room.game,
        "phase": room.phase,
        "version": room.version,
        "wake_at": room.wake_at,
        "updated_at": room.updated_at,
        "head": room.head,
        "join_code": room.join_code,
        "holdings": room.holdings,
    }


class _Lines:
    """The lines of a backup, each looked at as it comes."""

    def __init__(self, file: Iterable[bytes]) -> None:
        self._file = iter(file)
        self._digest = hashlib.sha256()

    def first(self) -> dict[str, Any]:
        """Return the first line. Raises BadBackupError."""
        line = next(self._file, b"")
        self._digest.update(line)
        said = orjson.loads(line)
        if not isinstance(said, dict) or said.get("format") != FORMAT:
            raise BadBackupError("The file is no backup.")
        if said["version"] != VERSION or said["schema"] not in (current(), *earlier()):
            raise BadBackupError("The backup was written by a newer version of Signet: restore it with that one.")
        return said

    def rest(self) -> Iterator[dict[str, Any] | list[Any]]:
        """Yield rooms and rows.

        Raises BadBackupError when the last line is missing or wrong."""
        for line in self._file:
            said: dict[str, Any] | list[Any] = orjson.loads(line)
            if isinstance(said, dict) and "digest" in said:
                if said["digest"] != self._digest.hexdigest() or next(self._file, None) is not None:
                    raise BadBackupError("The backup was changed or damaged.")
                return
            self._digest.update(line)
            yield said
        raise BadBackupError("The backup breaks off; it was not written to its end.")


def _restore_older(url: str, lines: _Lines, first: dict[str, Any], *, trust_disk_off: bool) -> Count:
    with (
        open_upgraded(first["schema"], lambda connection: _fill_rows(connection, lines, first)) as older,
        TemporaryFile() as file,
    ):
        back_up_into(older, file)
        file.seek(0)
        return restore_from(url, file, trust_disk_off=trust_disk_off)


def _fill(database: Database, lines: _Lines, first: dict[str, Any]) -> Count:
    with database.engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            for setting in TIMEOUT_SETTINGS:
                connection.execute(text(f"SET LOCAL {setting} = 0"))
        if connection.execute(select(func.count()).select_from(rooms)).scalar_one():
            raise StoreError("The database holds rooms already. A backup is restored into an empty one only.")
        count, playing = _fill_rows(connection, lines, first)
        fill(connection, ((game, RoomCode(room)) for room, game in playing.items() if game is not None))
    return count


def _fill_rows(connection: Connection, lines: _Lines, first: dict[str, Any]) -> tuple[Count, dict[str, Digest | None]]:
    """Insert a backup's rows into empty tables of its own release.

    Return how many they were and the game that each room plays."""
    there = {column["name"] for column in inspect(connection).get_columns(journal.name)}
    columns = [name for name in _JOURNAL if name in there]
    number, entries = 0, 0
    code = ""
    playing: dict[str, Digest | None] = {}
    rest = lines.rest()
    while several := list(islice(rest, MOST_AT_ONCE)):
        held, events = [], []
        opened = []
        for said in several:
            if isinstance(said, dict):
                code = said["code"]
                held += [{"room": code, **dict(zip(_HOLDING, row, strict=False))} for row in said.pop("holdings")]
                opened.append(said)
            else:
                events.append({"room": code, **dict(zip(columns, said, strict=True))})
                playing[code] = running([(events[-1]["kind"], events[-1]["body"])], playing.get(code))
        _insert(connection, rooms, opened)
        _insert(connection, holdings, held)
        _insert(connection, journal, events)
        number, entries = number + len(opened), entries + len(events)
    if first["beat"] is not None:
        # the time since is given back to the running games, as after any outage
        beat(connection, first["beat"])
    _keep_secrets(connection, first)
    return Count(number, entries), playing


def _keep_secrets(connection: Connection, first: dict[str, Any]) -> None:
    """Store the secrets of a backup's first line. Backups before 0007 have none."""
    if first.get("file_key") is not None:
        connection.execute(delete(server_keys).where(server_keys.c.name == FILE_KEY))
        _insert(connection, server_keys, [{"name": FILE_KEY, "value": first["file_key"]}])
    if first.get("revoked"):
        connection.execute(delete(revoked_devices))
        _insert(connection, revoked_devices, [{"code": code, "holder": holder} for code, holder in first["revoked"]])


def _insert(connection: Connection, table: Table, values: list[dict[str, Any]]) -> None:
    if values:
        connection.execute(insert(table), values)
