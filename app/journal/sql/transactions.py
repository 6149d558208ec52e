"""Transactions on the store's one connection, and what becomes of them when the database fails."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from app.journal.errors import NotDurable, OutcomeUnknown, StoreDown, StoreError
from app.journal.rows import Append
from app.journal.sql import writing
from app.journal.sql.database import READS_ONLY, Database

_Result = TypeVar("_Result")

TRIES = 3
"""How often one append is tried when it and another process's stand in each other's way."""

COLLISIONS = frozenset({"40001", "40P01"})
"""SQLSTATE of a serialization failure and of a deadlock. A second look settles these."""

TIMEOUTS = frozenset({"55P03", "57014"})
"""SQLSTATE of a lock and of a statement that took too long."""


class Transactions:
    """Carries work out in transactions. Used by the store's thread only."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def write_all(self, appends: Sequence[Append]) -> list[Exception | None]:
        """Writes the appends that are in order in one transaction; an outcome for each: None, or why not.

        When one of them may be to blame for a failed transaction, each is tried by itself."""
        if not appends:
            return []
        if len(appends) == 1:
            return [self._write_one(appends[0])]
        try:
            return [*self._transact(lambda connection: writing.write(connection, appends), writes=True)]
        except Exception as error:
            if _is_to_all_alike(error):
                return [_told(error) for _ in appends]
            return [self._write_one(append) for append in appends]

    def attempt(self, work: Callable[[Connection], object], *, writes: bool) -> object:
        """The result of the work, or the exception it failed with."""
        try:
            return self._transact(work, writes=writes)
        except Exception as error:
            return _told(error)

    def _write_one(self, append: Append) -> Exception | None:
        outcome = self._try_one(append, carefully=False)
        for _ in range(TRIES - 1):
            if not _is_collision(outcome):
                break
            outcome = self._try_one(append, carefully=True)
        return _told(outcome) if outcome is not None else None

    def _try_one(self, append: Append, *, carefully: bool) -> Exception | None:
        try:
            return self._transact(lambda lent: writing.write(lent, [append], carefully=carefully), writes=True)[0]
        except Exception as error:
            return error

    def _transact(self, work: Callable[[Connection], _Result], *, writes: bool, is_second: bool = False) -> _Result:
        """The result of the work, once it is committed.

        A connection found lost before COMMIT was sent is replaced once. Raises OutcomeUnknown, StoreDown, DBAPIError
        and what the work raises."""
        self._database.check_in_place()
        is_committing = False
        try:
            with self._database.engine.connect() as connection:
                connection.execution_options(**{READS_ONLY: not writes})
                if not writes and self._database.file is None:
                    # Postgres needs no transaction around one question: two round trips saved
                    connection.execution_options(isolation_level="AUTOCOMMIT")
                result = work(connection)
                is_committing = writes
                connection.commit()
                return result
        except DBAPIError as error:
            if error.connection_invalidated and is_committing:
                raise OutcomeUnknown(f"the database was lost while it committed: {_reason(error)}") from error
            if not error.connection_invalidated or is_second:
                raise
        return self._transact(work, writes=writes, is_second=True)


def _is_to_all_alike(error: Exception) -> bool:
    """Whether the database failed, and not one piece of work on it."""
    if isinstance(error, OperationalError):
        return error.connection_invalidated or _state(error) not in COLLISIONS | TIMEOUTS
    return isinstance(error, StoreError)


def _is_collision(error: Exception | None) -> bool:
    """Whether another process came in between, so that the next try finds out who was first."""
    return isinstance(error, IntegrityError) or (isinstance(error, DBAPIError) and _state(error) in COLLISIONS)


def _told(error: Exception) -> Exception:
    """The error as those who wait are told it, one each: a raised exception collects its raiser's traces."""
    if isinstance(error, DBAPIError):
        told: Exception = StoreDown(f"the database failed: {_reason(error)}")
    elif isinstance(error, OutcomeUnknown):
        told = OutcomeUnknown(str(error))
    elif isinstance(error, StoreDown | NotDurable):
        told = StoreDown(str(error))
    else:
        return error
    told.__cause__ = error
    return told


def _state(error: DBAPIError) -> str | None:
    state: object = getattr(error.orig, "sqlstate", None)
    return state if isinstance(state, str) else None


def _reason(error: DBAPIError) -> str:
    """The driver's own words, first line: what follows may quote a row."""
    return next(iter(str(error.orig).splitlines()), type(error.orig).__name__)
