"""Maintenance of the whole database, beside a running server or before it starts."""

import re
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from app.journal.errors import StoreError
from app.journal.sql.backup import BadBackupError, Count, back_up, back_up_into, restore, restore_from
from app.journal.sql.snapshot import snapshot
from app.records.check_journal import first_broken

STREAM = Path("-")
"""Path that means standard output or standard input."""

DONE, BROKEN, FAILED = 0, 1, 2
"""Exit codes: all is well, a room is broken, it could not be done."""

DATED = re.compile(r"signet-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{6}\.backup(?:\.part)?")
"""Names of the files that ``--keep`` writes and deletes, in order of time."""

Told = tuple[int, Sequence[str]]
"""An exit code, and lines for the person at the keyboard."""


def carry_out(command: str, url: str, file: Path | None, keep: int | None = None) -> Told:
    """Run ``backup``, ``restore`` or ``check`` on the database at an address.

    With ``keep``, ``file`` is a folder that gets a dated backup and keeps so many."""
    try:
        if command == "check" or file is None:
            return check(url)
        if keep is not None:
            return DONE, _back_up_and_tidy(url, file, keep)
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


def _back_up_and_tidy(url: str, folder: Path, keep: int) -> Sequence[str]:
    """Write a dated backup into a folder, then delete older ones.

    A backup that fails deletes nothing. Raises BadBackupError."""
    if keep < 1:
        raise BadBackupError("--keep needs a number from 1.")
    if not folder.is_dir():
        raise BadBackupError(f"There is no folder {folder}; make it first.")
    file = folder / f"signet-{datetime.now(UTC):%Y-%m-%dT%H-%M-%S-%f}.backup"
    done = back_up(url, file)
    named = (path for path in folder.iterdir() if DATED.fullmatch(path.name))
    dated = sorted(path for path in named if path.is_file() and not path.is_symlink())
    # a clock that was set back gives the new file an old name
    whole = [path for path in dated if path.suffix == ".backup" and path != file]
    kept = {file, *whole[::-1][: keep - 1]}
    # a killed backup leaves a part, but a younger one may still be written
    old = [path for path in dated if path < min(kept) or (path in whole and path not in kept)]
    for path in old:
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise BadBackupError(f"{file} is written, but {path} cannot be deleted: {error.strerror}.") from error
    return [f"{_describe(done)} written to {file}.", *(f"{path} deleted." for path in old)]


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
