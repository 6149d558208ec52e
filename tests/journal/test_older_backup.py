"""Backups of earlier releases: restored, or refused without a change."""

import gzip
import re
from collections.abc import Callable
from pathlib import Path

import orjson
import pytest

from app.journal.errors import StoreError
from app.journal.sql.backup import BadBackupError, restore
from app.journal.sql.migrate import current, earlier, upgrade
from app.journal.sql.snapshot import snapshot
from tests.releases.samples import RELEASES, Sample

FIRST = Sample("0.1").backup


def rooms_in(url: str) -> list[str]:
    with snapshot(url) as everything:
        return [kept.code for kept in everything.rooms()]


@pytest.fixture
def url(tmp_path: Path) -> str:
    """Address of an empty database of this release."""
    url = f"sqlite:///{tmp_path / 'signet.db'}"
    upgrade(url)
    return url


@pytest.mark.parametrize("release", RELEASES)
def test_it_is_restored_into_either_kind_of_database(release: str, url: str, fresh_postgres: str) -> None:
    assert restore(url, Sample(release).backup) == restore(fresh_postgres, Sample(release).backup, trust_disk_off=True)
    with snapshot(url) as here, snapshot(fresh_postgres) as there:
        assert list(here.rooms()) == list(there.rooms())
        assert here.last_beat() == there.last_beat() is not None


def lines_of(file: Path) -> list[bytes]:
    return gzip.decompress(file.read_bytes()).splitlines(keepends=True)


def set_newer_schema(lines: list[bytes]) -> list[bytes]:
    return [orjson.dumps({**orjson.loads(lines[0]), "schema": "9999"}) + b"\n", *lines[1:]]


def set_older_schema(lines: list[bytes]) -> list[bytes]:
    return [orjson.dumps({**orjson.loads(lines[0]), "schema": "0004"}) + b"\n", *lines[1:]]


def change_name(lines: list[bytes]) -> list[bytes]:
    return [line.replace(b"Ben", b"Eve") for line in lines]


def drop_last_line(lines: list[bytes]) -> list[bytes]:
    return lines[:-1]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (set_newer_schema, "newer version of Signet"),
        (set_older_schema, "is no backup, or was damaged"),
        (change_name, "changed or damaged"),
        (drop_last_line, "breaks off"),
    ],
)
def test_one_that_was_changed_is_refused_whole(
    change: Callable[[list[bytes]], list[bytes]], says: str, url: str, tmp_path: Path
) -> None:
    file = tmp_path / "changed.backup"
    file.write_bytes(gzip.compress(b"".join(change(lines_of(FIRST)))))
    with pytest.raises(BadBackupError, match=re.escape(says)):
        restore(url, file)
    assert rooms_in(url) == []


def test_a_database_that_holds_rooms_is_left_alone(url: str) -> None:
    restore(url, FIRST)
    before = rooms_in(url)
    with pytest.raises(StoreError, match="holds rooms already"):
        restore(url, Sample("0.2").backup)
    assert rooms_in(url) == before


def test_nothing_of_it_is_left_beside_the_database(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    aside = tmp_path / "aside"
    aside.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(aside))
    restore(url, FIRST)
    assert list(aside.iterdir()) == []


def test_every_schema_but_this_release_s_is_an_earlier_one() -> None:
    assert {"0001", "0002", "0003", "0004", "0005"} <= earlier()
    assert current() not in earlier()
