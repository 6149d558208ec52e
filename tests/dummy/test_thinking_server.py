"""Whole server with thinking bots: players' view, metrics, and shutdown."""

import multiprocessing
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import pytest
from pydantic import SecretStr
from starlette.testclient import TestClient

from app.live.host import pending_bot_moves
from app.live.thinking import thinking
from app.live.thinking.thinking import Thinking
from app.main import create_app
from app.settings.settings import Settings
from tests.dummy.thinkers import CHEAP, LEVELS, SLOW
from tests.dummy.thinking import learn
from tests.dummy.throws import GAME
from tests.journal.memory_store import MemoryStore
from tests.registering import register
from tests.web.tables import BASE, Table, Time, Web

TOKEN = "a-token-for-the-metrics"


def test_server_plays_with_thinking_bot_and_stops_its_process(
    registered: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(monkeypatch, GAME, bots=LEVELS)
    # however busy the machine is
    monkeypatch.setattr(pending_bot_moves, "MOST_MS", 60_000)
    monkeypatch.setattr(thinking, "LONGEST_S", 60.0)
    monkeypatch.setattr("app.main.Thinking", partial(Thinking, prepare=learn))
    app = create_app(Settings(limits=False, metrics_token=SecretStr(TOKEN)), MemoryStore())
    with TestClient(app, BASE) as client:
        table = Web(client, MemoryStore(), Time()).open("Ada", game=GAME.key)
        assert table.post(0, do="bot", seat=1, level="strong").status_code == 200
        assert multiprocessing.active_children() == []
        assert table.post(0, do="begin").status_code == 200
        thrown = set()
        until = time.monotonic() + 60
        for _ in range(3):
            asked = table.view(0)["ask"]["ask"]
            assert table.seal(0).status_code == 200
            while (table.view(0)["ask"] or {"ask": None})["ask"] == asked:
                assert time.monotonic() < until, "the bot has not chosen"
                time.sleep(0.02)
            thrown.add(table.view(0)["table"]["last"][1])
        assert thrown == {SLOW}
        assert len(multiprocessing.active_children()) == 1
        told = client.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"}).text
    assert "signet_bot_choices_total{" in told
    assert multiprocessing.active_children() == []


@contextmanager
def a_table(level: str) -> Iterator[Table]:
    """Yield a table at which Ada plays against a bot of that level."""
    app = create_app(Settings(limits=False), MemoryStore())
    with TestClient(app, BASE) as client:
        table = Web(client, MemoryStore(), Time()).open("Ada", game=GAME.key)
        assert table.post(0, do="bot", seat=1, level=level).status_code == 200
        assert table.post(0, do="begin").status_code == 200
        yield table


def check_that_the_table_plays_on(within: float = 60.0) -> None:
    with a_table("stuck") as table:
        until = time.monotonic() + within
        for _ in range(2):
            asked = table.view(0)["ask"]["ask"]
            assert table.seal(0).status_code == 200
            while (table.view(0)["ask"] or {"ask": None})["ask"] == asked:
                assert time.monotonic() < until, "the bot has not chosen"
                time.sleep(0.02)
            assert table.view(0)["table"]["last"][1] == CHEAP


def test_table_goes_on_while_its_bot_is_stuck(registered: None, monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, GAME, bots=LEVELS)
    monkeypatch.setattr(pending_bot_moves, "MOST_MS", 100)
    monkeypatch.setattr("app.main.Thinking", partial(Thinking, prepare=learn))
    check_that_the_table_plays_on()


def test_a_table_that_waits_for_such_a_bot_is_caught(registered: None, monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, GAME, bots=LEVELS)
    monkeypatch.setattr(pending_bot_moves, "MOST_MS", 60_000)
    monkeypatch.setattr("app.main.Thinking", partial(Thinking, prepare=learn))
    with pytest.raises(AssertionError, match="has not chosen"):
        check_that_the_table_plays_on(within=1.5)
