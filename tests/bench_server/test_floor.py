"""Floor of the benchmark: it stores every choice before anybody is told of it."""

import asyncio
import importlib.util
import json
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tools.bench_server.cases import SERVERS

LETTERS = "abcd"


@pytest.fixture
def floor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """Module of the floor, over a database of its own."""
    monkeypatch.setenv("SIGNET_DATA", str(tmp_path))
    spec = importlib.util.spec_from_file_location("floor_under_test", SERVERS / "floor.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    yield module
    module.database.close()


class Peer:
    """Connected client that counts the rows on the disk at each message."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self.told: list[tuple[int, dict[str, Any]]] = []

    async def send_text(self, text: str) -> None:
        """Show a message."""
        other = sqlite3.connect(self._database)
        (rows,) = other.execute("SELECT count(*) FROM choices").fetchone()
        other.close()
        self.told.append((rows, json.loads(text)))


def play_round(floor: ModuleType, folder: Path) -> list[Peer]:
    """Return every seat's messages in one round."""
    peers = [Peer(folder / "floor.db") for _ in LETTERS]
    room = floor.Room(sockets=dict(enumerate(peers)))

    async def all_seal() -> None:
        for seat, letter in enumerate(LETTERS):
            await floor.seal("R", room, seat, letter)

    asyncio.run(all_seal())
    return peers


def test_every_choice_is_a_row_before_all_four_are_told(floor: ModuleType, tmp_path: Path) -> None:
    expected = [
        (1, {"round": 1, "sealed": [0]}),
        (2, {"round": 1, "sealed": [0, 1]}),
        (3, {"round": 1, "sealed": [0, 1, 2]}),
        (4, {"round": 2, "revealed": list(LETTERS)}),
    ]
    assert [peer.told for peer in play_round(floor, tmp_path)] == [expected] * 4
    rows = floor.database.execute("SELECT room, round, seat, letter FROM choices").fetchall()
    assert rows == [("R", 1, seat, letter) for seat, letter in enumerate(LETTERS)]


def test_a_floor_that_commits_later_is_found_out(
    floor: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Late:
        execute = floor.database.execute
        close = floor.database.close

        @staticmethod
        def commit() -> None: ...

    monkeypatch.setattr(floor, "database", Late)
    assert [rows for peer in play_round(floor, tmp_path) for rows, _ in peer.told] == [0] * 16


def test_it_waits_for_the_system_and_not_for_the_disk(floor: ModuleType) -> None:
    assert floor.database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert floor.database.execute("PRAGMA synchronous").fetchone() == (1,)
