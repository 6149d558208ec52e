"""The note in the data folder that says when a backup was last made."""

from contextlib import suppress
from pathlib import Path

BACKUP_NOTE = "last-backup"
"""An empty file, as old as the last backup."""


def note_backup(data: Path) -> None:
    """Note in the data folder that a backup was made now, where that can be written."""
    if data.is_dir():
        with suppress(OSError):
            (data / BACKUP_NOTE).touch()


def last_backup(data: Path) -> float | None:
    """Return the time of the last backup in seconds since the epoch; None if unknown."""
    try:
        return (data / BACKUP_NOTE).stat().st_mtime
    except OSError:
        return None
