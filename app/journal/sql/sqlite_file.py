"""File of an SQLite database: locked, private, and still the one that was opened."""

import os
import sys
from pathlib import Path

from app.journal.errors import DatabaseInUseError, NotWritableError, StoreDownError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

PRIVATE = 0o600
"""Journals hold hidden hands: the file is for the server's user only."""


def text_of(data: bytes) -> str:
    """Decode a text, also a damaged one: the chain of its journal then shows where."""
    return data.decode("utf-8", "surrogateescape")


class SqliteFile:
    """Lock beside the file, so that only one process writes the database."""

    def __init__(self, path: Path) -> None:
        """Create missing folder and file. Raises NotWritableError, DatabaseInUseError."""
        self.path = path
        self._name = str(path)
        lock = path.with_name(f"{path.name}.lock")
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = os.open(lock, os.O_RDWR | os.O_CREAT, PRIVATE)
        except OSError as error:
            raise NotWritableError(f"The folder {path.parent} cannot be written: {error.strerror}.") from error
        try:
            self._take()
            self._identity = self._prepare()
        except BaseException:
            os.close(self._lock)
            raise

    def check_in_place(self) -> None:
        """Raise StoreDownError if the file was removed or replaced: writes would be lost."""
        try:
            now = _identity(os.stat(self._name))
        except OSError as error:
            raise StoreDownError(f"the database file {self.path} is gone: {error.strerror}") from error
        if now != self._identity:
            raise StoreDownError(f"the database file {self.path} was replaced by another; restart the server")

    def close(self) -> None:
        """Unlock the file."""
        os.close(self._lock)

    def _take(self) -> None:
        try:
            if sys.platform == "win32":
                msvcrt.locking(self._lock, msvcrt.LK_NBLCK, 1)
            else:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError) as error:
            raise DatabaseInUseError(
                f"Another process is using the database {self.path}. An SQLite database serves one process; stop the "
                f"other one, or use Postgres."
            ) from error

    def _prepare(self) -> tuple[int, int]:
        # SQLite keeps its log beside the file and gives it the file's mode
        if not os.access(self.path.parent, os.W_OK | os.X_OK, effective_ids=os.access in os.supports_effective_ids):
            raise NotWritableError(f"The folder {self.path.parent} cannot be written; the database needs to.")
        try:
            file = os.open(self.path, os.O_RDWR | os.O_CREAT, PRIVATE)
        except OSError as error:
            raise NotWritableError(f"The database {self.path} cannot be written: {error.strerror}.") from error
        try:
            # on Windows a file belongs to its user by the folder it lies in
            if sys.platform != "win32" and os.fstat(file).st_uid == os.geteuid():
                os.fchmod(file, PRIVATE)
        finally:
            os.close(file)
        # by its name, as it is looked at later: Windows numbers what is open in another way
        return _identity(self.path.stat())


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino
