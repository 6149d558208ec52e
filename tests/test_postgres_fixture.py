"""Postgres fixtures: a real server, empty for each test, reported if missing."""

from pathlib import Path

import pytest
import sqlalchemy as sa

from tests import postgres as subject


def tables(url: str) -> list[str]:
    engine = sa.create_engine(url)
    try:
        return sa.inspect(engine).get_table_names()
    finally:
        engine.dispose()


def make_table(url: str, name: str) -> None:
    engine = sa.create_engine(url)
    try:
        with engine.begin() as connection:
            connection.execute(sa.schema.CreateTable(sa.Table(name, sa.MetaData(), sa.Column("seat", sa.Integer))))
    finally:
        engine.dispose()


def test_postgres_fixture_runs_a_real_server_with_signets_driver(postgres_url: str) -> None:
    engine = sa.create_engine(postgres_url)
    try:
        with engine.connect() as connection:
            version = connection.execute(sa.text("select version()")).scalar_one()
    finally:
        engine.dispose()
    assert version.startswith("PostgreSQL ")
    assert engine.driver == "psycopg"


@pytest.mark.parametrize("turn", ["first", "second"])
def test_a_fresh_database_is_empty_whatever_the_test_before_left(fresh_postgres: str, turn: str) -> None:
    assert tables(fresh_postgres) == [], turn
    make_table(fresh_postgres, "left_behind")
    assert tables(fresh_postgres) == ["left_behind"]


def test_own_postgres_server_survives_a_crash_and_removes_its_folder() -> None:
    with subject.postgres_server(settings=()) as server:
        make_table(server.url(), "kept")
        server.stop("immediate")
        server.start()
        assert tables(server.url()) == ["kept"]
        assert server.folder.is_dir()
    assert not server.folder.exists()


def test_without_a_server_the_message_says_how_to_get_one(tmp_path: Path) -> None:
    with pytest.raises(subject.PostgresMissingError, match="`make test` installs them"):
        subject.programs([tmp_path])
