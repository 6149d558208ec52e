"""The note in the data folder that says when a backup was last made."""

from contextlib import suppress
from pathlib import Path

BACKUP_NOTE = "last-backup"
"""An empty file, as old as the last backup."""


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
