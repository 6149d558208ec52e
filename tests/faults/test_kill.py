"""``kill -9`` at random moments under load: no loss, no duplicate, all return."""

import asyncio
import contextlib
import os
import random
import sys
from pathlib import Path

import pytest

from app.journal.sql.store import SqlStore
from app.rooms.events import Entry
from app.rooms.model.ids import RoomCode
from tests.faults.oracle import find_faults
from tests.faults.players import Player, open_table
from tests.seeds import choose_seed
from tools.served import SERVE, Served

KILLS = int(os.environ.get("SIGNET_KILLS", "2"))
"""Number of kills; more by hand: SIGNET_KILLS=50."""
SEED = choose_seed()
ROOMS = 5
MUTANT = (sys.executable, "-m", "tests.faults.mutant_early_answer")

pytestmark = [
    pytest.mark.fault,
    pytest.mark.asyncio,
    pytest.mark.slow("a server plays at full speed, and is started again and again"),
]

BACK_S = 60.0
"""Seconds within which players return to a restarted server."""


async def kill_repeatedly(data: Path, command: tuple[str, ...], kills: int, seed: int) -> list[str]:
    """Return the oracle's findings after so many kills in mid-game."""
    rng = random.Random(seed)
    server = Served(data, command=command)
    found: list[str] = []
    await asyncio.to_thread(server.start)
    tables: dict[str, list[Player]] = {}
    playing: dict[str, list[asyncio.Task[None]]] = {}
    try:
        for _ in range(kills):
            for room in [room for room, players in tables.items() if all(player.is_finished for player in players)]:
                playing.pop(room, None)
            while len(playing) < ROOMS:
                options = {"grace": rng.choice([0, 0.05]), "bot_pace": 0}
                room, players = await asyncio.to_thread(open_table, server.url, rng, options)
                tables[room] = players
                playing[room] = [asyncio.create_task(player.play()) for player in players]
            before = {room: [player.history.connections for player in players] for room, players in tables.items()}
            await asyncio.sleep(rng.uniform(0.1, 1.2))
            server.kill()
            entries = await read_journals(server, tables)
            found += [f"{room}: {fault}" for room in tables for fault in find_faults(entries[room], tables[room])]
            await asyncio.to_thread(server.start)
            for room in playing:
                if not await is_everybody_back(tables[room], before[room]):
                    found.append(f"{room}: a seat is gone: its player never came back")
            if found:
                return found
    except Exception as error:
        error.add_note(f"The server's log ends with:\n{(data / 'server.log').read_text()[-4000:]}")
        raise
    finally:
        for task in (task for tasks in playing.values() for task in tasks):
            task.cancel()
        server.kill()
    return found


async def read_journals(server: Served, rooms: dict[str, list[Player]]) -> dict[str, tuple[Entry, ...]]:
    """Return what the disk holds after the kill, as the next server reads it."""
    store = SqlStore(server.database)
    try:
        return {room: await store.load(RoomCode(room)) for room in rooms}
    finally:
        await store.close()


async def is_everybody_back(players: list[Player], before: list[int]) -> bool:
    """Return whether each player has reconnected, or its game is over.

    It waits long enough for a busy machine."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(BACK_S):
            for player, count in zip(players, before, strict=True):
                while player.history.connections <= count and not player.is_finished:
                    await asyncio.sleep(0.02)
            return True
    return False


async def test_killed_server_loses_no_acknowledged_command(tmp_path: Path) -> None:
    assert await kill_repeatedly(tmp_path, SERVE, KILLS, SEED) == [], f"SIGNET_SEED={SEED}"


async def test_server_that_answers_before_the_commit_is_detected(tmp_path: Path) -> None:
    assert any("is gone" in fault for fault in await kill_repeatedly(tmp_path, MUTANT, 4, seed=1))
