"""Maintenance of the whole database, beside a running server or before it starts."""

import sys
from collections.abc import Sequence
from pathlib import Path

from app.journal.errors import StoreError
from app.journal.sql.backup import BadBackupError, Count, back_up, back_up_into, restore, restore_from
from app.journal.sql.snapshot import snapshot
from app.records.check_journal import first_broken

STREAM = Path("-")
"""Path that means standard output or standard input."""

DONE, BROKEN, FAILED = 0, 1, 2
"""Exit codes: all is well, a room is broken, it could not be done."""

Told = tuple[int, Sequence[str]]
"""An exit code, and lines for the person at the keyboard."""


def carry_out(command: str, url: str, file: Path | None) -> Told:
    """Run ``backup``, ``restore`` or ``check`` on the database at an address."""
    try:
        if command == "check" or file is None:
            return check(url)
        if command == "backup":
            done, where = _write_backup(url, file), "written" if file == STREAM else f"written to {file}"
        else:
            done, where = _read(url, file), "restored" if file == STREAM else f"restored from {file}"
    except StoreError as error:
        return FAILED, [f"{command.capitalize()} failed: {' '.join(str(error).split())}"]
    return DONE, [f"{_describe(done)} {where}."]


def _write_backup(url: str, file: Path) -> Count:
    if file != STREAM:
        return back_up(url, file)
    if sys.stdout.isatty():
        raise BadBackupError("a backup is nothing to read; send it into a file: backup - > rooms.backup")
    return back_up_into(url, sys.stdout.buffer)


def _read(url: str, file: Path) -> Count:
    return restore(url, file) if file != STREAM else restore_from(url, sys.stdin.buffer)


def check(url: str) -> Told:
    """Check all rooms and return a line for each broken one. Raises StoreError."""
    broken: list[str] = []
    number = entries = 0
    with snapshot(url) as everything:
        for kept in everything.rooms():
            number, entries = number + 1, entries + len(kept.rows)
            found = first_broken(kept)
            if found is not None:
                where = f"entry {found.entry} of {max(len(kept.rows), kept.version)}" if found.entry else "its row"
                broken.append(f"Room {kept.code}, {where}: {found.why}")
    looked = f"{_describe(Count(number, entries))} looked over"
    if not broken:
        return DONE, [f"{looked}: all sound."]
    return BROKEN, [*broken, f"{looked}: {len(broken)} broken."]


def _describe(count: Count) -> str:
    rooms = f"{count.rooms} room{'' if count.rooms == 1 else 's'}"
    return f"{rooms} with {count.entries} entr{'y' if count.entries == 1 else 'ies'}"
