"""Statements as text: the same rows as when the library carries them out."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Column, Connection, Integer, MetaData, Table, Text, bindparam, insert, select, update

from app.journal.sql.compiled_statement import CompiledStatement
from app.journal.sql.database import open_database

things = Table("things", MetaData(), Column("name", Text, primary_key=True), Column("size", Integer))
INSERT = CompiledStatement(insert(things), ("name", "size"))
UPDATE = CompiledStatement(
    update(things).where(things.c.name == bindparam("of_name")).values(size=bindparam("of_size"))
)
SELECT = CompiledStatement(select(things.c.size).where(things.c.name.in_([bindparam("one"), bindparam("other")])))


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[Connection]:
    """To a database with that table."""
    database = open_database(f"sqlite:///{tmp_path / 'things.db'}")
    with database.engine.connect() as lent:
        things.create(lent)
        yield lent
    database.close()


def test_one_row_and_several_are_written_and_found(connection: Connection) -> None:
    INSERT.run(connection, [{"name": "a", "size": 1}])
    INSERT.run(connection, [{"size": 2, "name": "b"}, {"name": "c", "size": None}])
    UPDATE.run(connection, [{"of_name": "a", "of_size": 7}])
    UPDATE.run(connection, [{"of_size": 8, "of_name": "b"}, {"of_name": "c", "of_size": 9}])
    sizes = {name: SELECT.run(connection, [{"one": name, "other": name}]).scalar() for name in "abcd"}
    assert sizes == {"a": 7, "b": 8, "c": 9, "d": None}


def test_a_row_is_never_part_of_the_text(connection: Connection) -> None:
    name = "x'; DROP TABLE things; -- %s %(name)s ?"
    INSERT.run(connection, [{"name": name, "size": 3}])
    assert SELECT.run(connection, [{"one": name, "other": ""}]).scalar() == 3
