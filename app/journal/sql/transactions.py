"""Transactions on the store's one connection, and what becomes of them when the database fails."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, OperationalError

from app.journal.chain import Head
from app.journal.errors import NotDurable, OutcomeUnknown, StoreDown, StoreError, Unstorable
from app.journal.rows import Append
from app.journal.sql import writing
from app.journal.sql.cursor import Cursor
from app.journal.sql.database import READS_ONLY, Database
from app.journal.sql.heads import Heads
from app.rooms.model.ids import RoomCode

_Result = TypeVar("_Result")

TRIES = 3
"""How often one append is tried when it and another process's stand in each other's way."""

COLLISIONS = frozenset({"40001", "40P01"})
"""SQLSTATE of a serialization failure and of a deadlock. A second look settles these."""

TIMEOUTS = frozenset({"55P03", "57014"})
"""SQLSTATE of a lock and of a statement that took too long."""


UNIQUE = frozenset({"23505", "SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_ROWID"})
"""Codes of a violated unique constraint: another process was faster, or a room code is taken. A retry settles it."""

BAD_VALUES = ("22", "23", "54", "SQLITE_CONSTRAINT", "SQLITE_MISMATCH", "SQLITE_TOOBIG")
"""Prefixes of the codes of a data exception, a violated constraint and an exceeded program limit: those of SQLSTATE,
then SQLite's names."""

BAD_FOR_PYTHON = UnicodeError | OverflowError
"""Errors that a driver raises for a text or a number that it cannot send."""


class Transactions:
    """Carries work out in transactions. Used by the store's thread only."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._held: tuple[Connection, Cursor] | None = None
        """The connection while it is not given back: from one plain append to the next."""
        self._heads = Heads()

    def close(self) -> None:
        """Gives the connection back."""
        self._give_back()

    def write_all(self, appends: Sequence[Append]) -> list[Exception | None]:
        """Writes the appends that are in order in one transaction; an outcome for each: None, or why not.

        When one of them may be to blame for a failed transaction, each is tried by itself."""
        if not appends:
            return []
        if len(appends) == 1:
            return [self._write_one(appends[0])]
        try:
            return [*self._written(appends)]
        except Exception as error:
            if _is_to_all_alike(error):
                return [_told(error) for _ in appends]
            return [self._write_one(append) for append in appends]

    def attempt(self, work: Callable[[Connection], object], *, writes: bool) -> object:
        """The result of the work, or the exception it failed with."""
        try:
            self._give_back()
            return self._twice(lambda: self._at_large(work, writes=writes))
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
            return self._written([append], carefully=carefully)[0]
        except Exception as error:
            return error

    def _written(self, appends: Sequence[Append], *, carefully: bool = False) -> list[writing.Verdict]:
        """The verdicts of appends that are committed. Raises as ``_twice`` does."""
        if carefully or not all(append.is_plain for append in appends):
            self._give_back()
            return self._kept(
                appends,
                lambda: self._at_large(
                    lambda lent: writing.write(Cursor(lent), appends, lent, carefully=carefully), writes=True
                ),
            )
        remembered = self._heads.before(appends)
        if remembered is not None:
            with suppress(writing.Moved):
                return self._kept(appends, lambda: self._by_cursor(appends, remembered))
        return self._kept(appends, lambda: self._by_cursor(appends, None))

    def _kept(self, appends: Sequence[Append], transact: Callable[[], writing.Written]) -> list[writing.Verdict]:
        """The verdicts. Only what was committed for certain is remembered."""
        self._heads.forget(appends)
        written = self._twice(transact)
        self._heads.remember(written.heads)
        return written.verdicts

    def _twice(self, transact: Callable[[], _Result]) -> _Result:
        """The result of a transaction, once it is committed.

        A connection found lost before COMMIT was sent is replaced once. Raises OutcomeUnknown, StoreDown, DBAPIError
        and what the work raises."""
        try:
            return transact()
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
        return transact()

    def _at_large(self, work: Callable[[Connection], _Result], *, writes: bool) -> _Result:
        """The result of a transaction through SQLAlchemy."""
        self._database.check_in_place()
        is_committing = False
        try:
            with self._database.engine.connect() as connection:
                connection.execution_options(**{READS_ONLY: not writes})
                if not writes and self._database.file is None:
                    # Postgres needs no transaction around one question: two round trips saved
                    connection.execution_options(isolation_level="AUTOCOMMIT")
                # a cursor of the driver's does not begin it
                connection.begin()
                try:
                    result = work(connection)
                except DBAPIError as error:
                    _forget_if_lost(connection, error)
                    raise
                is_committing = writes
                connection.commit()
                return result
        except DBAPIError as error:
            if error.connection_invalidated and is_committing:
                raise _unknown(error) from error
            raise

    def _by_cursor(self, appends: Sequence[Append], remembered: Mapping[RoomCode, Head] | None) -> writing.Written:
        """Plain appends, by the driver alone on the connection that is held. Raises Moved when the rooms are not as
        they are remembered."""
        self._database.check_in_place()
        if self._held is None:
            connection = self._database.engine.connect()
            self._held = connection, Cursor(connection)
        cursor = self._held[1]
        is_committing = False
        try:
            cursor.begin()
            try:
                written = writing.write(cursor, appends, remembered=remembered)
            except writing.Moved:
                cursor.rollback()
                raise
            is_committing = True
            cursor.commit()
        except writing.Moved:
            raise
        except BaseException as error:
            # which rolls back
            self._give_back(error)
            if is_committing and isinstance(error, DBAPIError) and error.connection_invalidated:
                raise _unknown(error) from error
            raise
        return written

    def _give_back(self, error: BaseException | None = None) -> None:
        """Lets others have the connection: what it was amid of is rolled back, and one that was lost is replaced."""
        if self._held is not None:
            (connection, _), self._held = self._held, None
            _forget_if_lost(connection, error)
            connection.close()


def _forget_if_lost(connection: Connection, error: BaseException | None) -> None:
    if isinstance(error, DBAPIError) and error.connection_invalidated and not connection.invalidated:
        connection.invalidate(error)


def _unknown(error: DBAPIError) -> OutcomeUnknown:
    return OutcomeUnknown(f"the database was lost while it committed: {_reason(error)}")


def _is_to_all_alike(error: Exception) -> bool:
    """Whether the database failed, and not one piece of work on it."""
    if _is_about_values(error):
        return False
    if isinstance(error, OperationalError):
        return error.connection_invalidated or _state(error) not in COLLISIONS | TIMEOUTS
    return isinstance(error, StoreError)


def _is_collision(error: Exception | None) -> bool:
    """Whether another process came in between, so that the next try finds out who was first."""
    if isinstance(error, IntegrityError):
        return not _is_about_values(error)
    return isinstance(error, DBAPIError) and _state(error) in COLLISIONS


def _is_about_values(error: Exception) -> bool:
    """Return whether the database refused a value. It would refuse it again, so this is no outage."""
    if isinstance(error, BAD_FOR_PYTHON | DataError):
        return True
    if not isinstance(error, DBAPIError):
        return False
    state = _state(error)
    return state is not None and state not in UNIQUE and state.startswith(BAD_VALUES)


def _told(error: Exception) -> Exception:
    """The error as those who wait are told it, one each: a raised exception collects its raiser's traces."""
    if _is_about_values(error):
        # the driver's words may quote the value
        told: Exception = Unstorable(f"the database refuses a value: {type(error).__name__}")
    elif isinstance(error, DBAPIError):
        told = StoreDown(f"the database failed: {_reason(error)}")
    elif isinstance(error, OutcomeUnknown):
        told = OutcomeUnknown(str(error))
    elif isinstance(error, StoreDown | NotDurable):
        told = StoreDown(str(error))
    else:
        return error
    told.__cause__ = error
    return told


def _state(error: DBAPIError) -> str | None:
    """SQLSTATE, or SQLite's own name of the error."""
    state: object = getattr(error.orig, "sqlstate", None) or getattr(error.orig, "sqlite_errorname", None)
    return state if isinstance(state, str) else None


def _reason(error: DBAPIError) -> str:
    """The driver's own words, first line: what follows may quote a row."""
    return next(iter(str(error.orig).splitlines()), type(error.orig).__name__)
