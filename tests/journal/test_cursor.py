"""Statements on the driver's own cursor: the same rows and errors as SQLAlchemy's.

No error message contains the rows."""

import sqlite3
import traceback
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, insert, select
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, OperationalError

from app.journal.sql.cursor import INSERT_ROW, Cursor
from app.journal.sql.database import open_database
from app.journal.sql.migrate import upgrade_database
from app.journal.sql.tables import journal, rooms
from tests.journal.writers import A, B, C

NASTY = "x'; DROP TABLE journal; -- %s %(name)s ? 🃏"


@pytest.fixture(params=["sqlite", "postgres"])
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    """Engine of a database with two rooms."""
    if request.param == "sqlite":
        url = f"sqlite:///{request.getfixturevalue('sqlite_path')}"
    else:
        url = request.getfixturevalue("fresh_postgres")
    database = open_database(url, trust_disk_off=True)
    upgrade_database(database)
    with database.engine.begin() as connection:
        room = {"game": "g", "phase": "lobby", "version": 0, "updated_at": 0}
        connection.execute(insert(rooms), [{"code": code, "join_code": code, **room} for code in (B, A)])
    yield database.engine
    database.close()


def line(version: int, text: str = "{}", command: str | None = None, room: str = A) -> tuple[object, ...]:
    """Return a row of a room."""
    return (room, version, 1_700_000_000_000 + version, "said", 1, text, command, None, "f" * 64)


def test_a_row_has_its_columns_in_their_order() -> None:
    insert = f"INSERT INTO journal ({', '.join(journal.c.keys())})"
    assert INSERT_ROW.startswith(insert) and INSERT_ROW.count("?") == len(journal.c)


def test_what_is_written_is_what_sqlalchemy_would_have_written(engine: Engine) -> None:
    rows = [line(1, NASTY, NASTY), line(2, "Änne"), line(3, "", "c3")]
    beside = [dict(zip(journal.c.keys(), (B, *row[1:]), strict=True)) for row in rows]
    with engine.connect() as connection:
        connection.begin()
        cursor = Cursor(connection)
        cursor.write([("playing", 1, 7, 4, "g", A)], rows[:1])
        cursor.write([("playing", 3, None, 5, "h", A)], rows[1:])
        connection.commit()
    with engine.begin() as connection:
        connection.execute(insert(journal), beside)
    with engine.connect() as connection:
        kept = {
            code: connection.execute(select(journal).where(journal.c.room == code).order_by(journal.c.version)).all()
            for code in (A, B)
        }
        assert [tuple(row) for row in kept[A]] == rows
        assert [tuple(row)[1:] for row in kept[B]] == [tuple(row)[1:] for row in kept[A]]
        assert connection.execute(select(rooms).order_by(rooms.c.code)).all() == [
            (A, "g", "playing", 3, None, 5, "h", A, False),
            (B, "g", "lobby", 0, None, 0, "", B, False),
        ]


@pytest.mark.parametrize("codes", [(A,), (A, B), (A, B, C), (NASTY,)])
def test_the_heads_of_rooms_that_exist_are_found(engine: Engine, codes: tuple[str, ...]) -> None:
    with engine.connect() as connection:
        connection.begin()
        cursor = Cursor(connection)
        new = [("playing", 7, 9, 5, "h", A), ("lobby", 8, None, 5, "i", B)]
        cursor.write(new, [line(1), line(1, room=B)])
        found = sorted(tuple(row) for row in cursor.heads(codes))
        assert found == [row for row in ((A, 7, "h", False), (B, 8, "i", False)) if row[0] in codes]


def test_cursor_discards_uncommitted_rows_when_connection_is_returned(engine: Engine) -> None:
    with engine.connect() as connection:
        connection.begin()
        cursor = Cursor(connection)
        cursor.write([("playing", 1, None, 5, "h", A)], [line(1)])
    with engine.connect() as connection:
        assert connection.execute(select(journal)).all() == []


@pytest.mark.parametrize("many", [False, True])
def test_an_error_is_sqlalchemys_and_tells_nothing_of_the_row(engine: Engine, many: bool) -> None:
    secret = line(1, "thief 8", "c1")
    rows = [secret, line(2, "thief 9")] if many else [secret]
    with engine.connect() as connection:
        ours = catch_write_error(connection, rows, (IntegrityError, "journal_in_order|UNIQUE"), twice=True)
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP TABLE journal")
    with engine.connect() as connection:
        gone = catch_write_error(connection, rows, (DBAPIError, "journal"), twice=False)
    for error in (ours, gone):
        assert error.statement is not None and "INSERT INTO journal" in error.statement
        assert not error.connection_invalidated
        told = "".join(traceback.format_exception(error))
        assert "INSERT INTO journal" in told
        assert "thief" not in told


def catch_write_error(
    connection: Connection, rows: list[tuple[object, ...]], what: tuple[type[DBAPIError], str], *, twice: bool
) -> DBAPIError:
    """Write the rows once or twice, and return the error."""
    connection.begin()
    cursor = Cursor(connection)
    if twice:
        cursor.write([("playing", 1, None, 5, "h", A)], rows)
    with pytest.raises(what[0], match=what[1]) as refused:
        cursor.write([("playing", 1, None, 5, "h", A)], rows)
    return refused.value


def test_begin_raises_operational_error_when_another_writes_the_file(sqlite_path: object) -> None:
    database = open_database(f"sqlite:///{sqlite_path}", busy_ms=1)
    with database.engine.connect() as one, database.engine.connect() as other:
        one.begin()
        with pytest.raises(OperationalError, match="locked"):
            other.begin()
    database.close()


def test_cursor_raises_data_error_for_values_the_database_cannot_hold(engine: Engine) -> None:
    with engine.connect() as connection:
        is_sqlite = connection.dialect.name == "sqlite"
        if is_sqlite:
            lent: Any = connection.connection.driver_connection
            lent.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 10_000)
        connection.begin()
        cursor = Cursor(connection)
        row = line(1, "x" * 20_000) if is_sqlite else line(2**63)
        with pytest.raises(DataError):
            cursor.write([("playing", 1, None, 4, "g", A)], [row])
        connection.rollback()
