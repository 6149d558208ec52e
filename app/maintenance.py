"""What an operator does with the database as a whole, beside a running server or before it starts."""

import argparse
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from app.journal.errors import StoreError
from app.journal.sql.backup import Count, NoBackup, back_up, back_up_into, restore, restore_from
from app.journal.sql.snapshot import snapshot
from app.records.check_journal import first_broken

COMMANDS = ("backup", "restore", "check")

STREAM = Path("-")
"""In place of a file: the standard output to write to, the standard input to read from."""

BACKUP_NOTE = "last-backup"
"""An empty file in the data folder, as old as the last backup."""

DONE, BROKEN, FAILED = 0, 1, 2
"""Exit codes: all is well, a room is broken, it could not be done."""

Told = tuple[int, Sequence[str]]
"""An exit code, and lines for the person at the keyboard."""


def add_commands(commands: Any) -> None:
    """Adds the subcommands to a parser's."""
    writing: argparse.ArgumentParser = commands.add_parser(
        "backup", help="write all rooms into a file; may be done beside a running server"
    )
    writing.add_argument("file", type=Path, help="the new file; - for the standard output")
    reading: argparse.ArgumentParser = commands.add_parser("restore", help="read a backup into an empty database")
    reading.add_argument("file", type=Path, help="the backup; - for the standard input")
    commands.add_parser("check", help="play every room's journal again and say which are broken")


def carry_out(command: str, url: str, file: Path | None) -> Told:
    """Carries one of the COMMANDS out on the database at an address."""
    try:
        if command == "check" or file is None:
            return check(url)
        if command == "backup":
            done, where = _written(url, file), "written" if file == STREAM else f"written to {file}"
        else:
            done, where = _read(url, file), "restored" if file == STREAM else f"restored from {file}"
    except StoreError as error:
        return FAILED, [f"{command.capitalize()} failed: {' '.join(str(error).split())}"]
    return DONE, [f"{_counted(done)} {where}."]


def _written(url: str, file: Path) -> Count:
    if file != STREAM:
        return back_up(url, file)
    if sys.stdout.isatty():
        raise NoBackup("a backup is nothing to read; send it into a file: backup - > rooms.backup")
    return back_up_into(url, sys.stdout.buffer)


def _read(url: str, file: Path) -> Count:
    return restore(url, file) if file != STREAM else restore_from(url, sys.stdin.buffer)


def note_backup(data: Path) -> None:
    """Notes in the data folder that a backup was made just now; nothing where there is no such folder or it is not to
    be written to: the backup is as good without."""
    if data.is_dir():
        with suppress(OSError):
            (data / BACKUP_NOTE).touch()


def last_backup(data: Path) -> float | None:
    """When a backup was last made, in seconds since the epoch; None: that is not known."""
    try:
        return (data / BACKUP_NOTE).stat().st_mtime
    except OSError:
        return None


def check(url: str) -> Told:
    """Looks all rooms over: a line for each that is broken. Raises StoreError."""
    broken: list[str] = []
    number = entries = 0
    with snapshot(url) as everything:
        for kept in everything.rooms():
            number, entries = number + 1, entries + len(kept.rows)
            found = first_broken(kept)
            if found is not None:
                where = f"entry {found.entry} of {max(len(kept.rows), kept.version)}" if found.entry else "its row"
                broken.append(f"Room {kept.code}, {where}: {found.why}")
    looked = f"{_counted(Count(number, entries))} looked over"
    if not broken:
        return DONE, [f"{looked}: all sound."]
    return BROKEN, [*broken, f"{looked}: {len(broken)} broken."]


def _counted(count: Count) -> str:
    rooms = f"{count.rooms} room{'' if count.rooms == 1 else 's'}"
    return f"{rooms} with {count.entries} entr{'y' if count.entries == 1 else 'ies'}"
