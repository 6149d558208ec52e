"""Transactions on the store's connections, and their failures."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, OperationalError

from app.journal.errors import NotDurableError, StoreDownError, StoreError, UnknownOutcomeError, UnstorableError
from app.journal.rows import Append
from app.journal.sql.database import READS_ONLY, Database
from app.journal.sql.writing import write

_Result = TypeVar("_Result")

TRIES = (False, True, True)
"""Tries of one append: whether each looks for commands carried out already.

It is tried again after a collision with another process's append."""

COLLISIONS = frozenset({"40001", "40P01"})
"""SQLSTATE of a serialization failure and of a deadlock. A retry settles these."""

READ_ONLY = "25006"
"""SQLSTATE of a write on a server that takes none any more."""

TIMEOUTS = frozenset({"55P03", "57014"})
"""SQLSTATE of a lock and of a statement that took too long."""


UNIQUE = frozenset({"23505", "SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_ROWID"})
"""Codes of a violated unique constraint: another process was first.

A retry settles it."""

BAD_VALUES = ("22", "23", "54", "SQLITE_CONSTRAINT", "SQLITE_MISMATCH", "SQLITE_TOOBIG")
"""Prefixes of codes for bad data, violated constraints and exceeded limits.

Those of SQLSTATE come first, then SQLite's names."""

BAD_FOR_PYTHON = UnicodeError | OverflowError
"""Errors that a driver raises for a text or a number that it cannot send."""


class Transactions:
    """Carries work out in transactions. Used by the store's thread only."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._held: dict[bool, Connection] = {}
        """The connections that write and that read, kept from one transaction to the next."""

    def close(self) -> None:
        """Give the connections back."""
        for connection in self._held.values():
            connection.close()
        self._held.clear()

    def write_all(self, appends: Sequence[Append]) -> list[Exception | None]:
        """Write valid appends in one transaction.

        Return None or the error for each append. When one of them may be to blame for a failed transaction, each is
        tried by itself."""
        if len(appends) > 1:
            try:
                return [*self._transact(lambda connection: write(connection, appends))]
            except Exception as error:
                if _is_to_all_alike(error):
                    return [_copy_error(error) for _ in appends]
        return [self._write_one(append) for append in appends]

    def attempt(self, work: Callable[[Connection], object], *, writes: bool) -> object:
        """Return the result of the work, or the exception it failed with."""
        try:
            return self._transact(work, writes=writes)
        except Exception as error:
            return _copy_error(error)

    def _write_one(self, append: Append) -> Exception | None:
        """Write one append.

        After a collision with another process, look for commands carried out already: the next try then finds who
        was first."""
        outcome: Exception | None = None
        for carefully in TRIES:
            try:
                return self._transact(partial(write, appends=[append], carefully=carefully))[0]
            except Exception as error:
                outcome = error
            if not _is_collision(outcome):
                break
        return _copy_error(outcome) if outcome is not None else None

    def _transact(self, work: Callable[[Connection], _Result], *, writes: bool = True) -> _Result:
        """Return the result of the work, once it is committed.

        A connection found lost before COMMIT was sent is replaced once, and all of them where the server takes no
        writes: another one does now. Raises UnknownOutcomeError, StoreDownError, DBAPIError and what the work
        raises."""
        try:
            return self._commit(work, writes=writes)
        except DBAPIError as error:
            if _state(error) == READ_ONLY:
                self.close()
                self._database.engine.dispose()
            elif not error.connection_invalidated:
                raise
        return self._commit(work, writes=writes)

    def _commit(self, work: Callable[[Connection], _Result], *, writes: bool) -> _Result:
        self._database.check_in_place()
        connection = self._connection(writes=writes)
        is_committing = False
        try:
            # a cursor of the driver's does not begin it
            connection.begin()
            result = work(connection)
            is_committing = writes
            connection.commit()
        except BaseException as error:
            # which rolls back
            self._held.pop(writes).close()
            if is_committing and isinstance(error, DBAPIError) and error.connection_invalidated:
                raise UnknownOutcomeError(f"the database was lost while it committed: {_reason(error)}") from error
            raise
        return result

    def _connection(self, *, writes: bool) -> Connection:
        if writes not in self._held:
            connection = self._database.engine.connect().execution_options(**{READS_ONLY: not writes})
            if not writes and self._database.file is None:
                # Postgres needs no transaction around one question: two round trips saved
                connection.execution_options(isolation_level="AUTOCOMMIT")
            self._held[writes] = connection
        return self._held[writes]


def _is_to_all_alike(error: Exception) -> bool:
    """Return whether the database failed, rather than one piece of work on it."""
    if _is_about_values(error):
        return False
    if isinstance(error, OperationalError):
        return error.connection_invalidated or _state(error) not in COLLISIONS | TIMEOUTS
    return isinstance(error, StoreError)


def _is_collision(error: Exception | None) -> bool:
    """Return whether another process came in between, so that a retry helps."""
    if isinstance(error, IntegrityError):
        return not _is_about_values(error)
    return isinstance(error, DBAPIError) and _state(error) in COLLISIONS


def _is_about_values(error: Exception) -> bool:
    """Return whether the database refused a value.

    It would refuse it again, so this is no outage."""
    if isinstance(error, BAD_FOR_PYTHON | DataError):
        return True
    if not isinstance(error, DBAPIError):
        return False
    state = _state(error)
    return state is not None and state not in UNIQUE and state.startswith(BAD_VALUES)


def _copy_error(error: Exception) -> Exception:
    """Copy the error for one waiting caller: a raised exception collects traces."""
    if _is_about_values(error):
        # the driver's words may quote the value
        told: Exception = UnstorableError(f"the database refuses a value: {type(error).__name__}")
    elif isinstance(error, DBAPIError):
        told = StoreDownError(f"the database failed: {_reason(error)}")
    elif isinstance(error, UnknownOutcomeError):
        told = UnknownOutcomeError(str(error))
    elif isinstance(error, StoreDownError | NotDurableError):
        told = StoreDownError(str(error))
    else:
        return error
    told.__cause__ = error
    return told


def _state(error: DBAPIError) -> str | None:
    """SQLSTATE, or SQLite's own name of the error."""
    state: object = getattr(error.orig, "sqlstate", None) or getattr(error.orig, "sqlite_errorname", None)
    return state if isinstance(state, str) else None


def _reason(error: DBAPIError) -> str:
    """Return the first line of the driver's message. What follows may quote a row."""
    return next(iter(str(error.orig).splitlines()), type(error.orig).__name__)
