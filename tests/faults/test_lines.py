"""Bad connections: small pieces, or bytes lost one way.

Players play on. An unreachable player counts as gone, and returns with the connection."""

import asyncio
import contextlib
import logging
import os
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx2
import pytest

from app.journal.sql.store import SqlStore
from app.rooms.model.ids import RoomCode
from app.tasks import end_tasks
from tests.faults.lines import Line
from tests.faults.oracle import find_faults
from tests.faults.players import Player, open_table
from tests.seeds import choose_seed
from tools.served import Served

COMMANDS = int(os.environ.get("SIGNET_LINE_COMMANDS", "20"))
"""Number of commands at a table behind a line that passes small pieces."""

SEED = choose_seed()
PATIENCE_S = 90.0
OPTIONS = {"grace": 0, "bot_pace": 0}

log = logging.getLogger(__name__)

pytestmark = [pytest.mark.fault, pytest.mark.asyncio]


@asynccontextmanager
async def serve(data: Path, ping_s: float) -> AsyncIterator[Served]:
    """Run a server that pings its peers at an interval."""
    server = Served(data, {"SIGNET_LIMIT_PING_SECONDS": str(ping_s)})
    await asyncio.to_thread(server.start)
    try:
        yield server
    finally:
        server.stop()


@asynccontextmanager
async def run_players(players: list[Player]) -> AsyncIterator[None]:
    """Play during the block."""
    playing = [asyncio.create_task(player.play()) for player in players]
    try:
        yield
    finally:
        await end_tasks(playing)


async def has_progress(players: list[Player], commands: int) -> bool:
    """Return whether they reach so many commands, or the end of their game.

    The wait starts anew with each command."""
    before, until = -1, 0.0
    while count_acknowledged(players) < commands and not players[0].is_finished:
        now = asyncio.get_running_loop().time()
        if count_acknowledged(players) > before:
            before, until = count_acknowledged(players), now + PATIENCE_S
        elif now > until:
            return False
        await asyncio.sleep(0.02)
    return True


def reroute(line: Line, room: str, player: Player) -> Player:
    """Return the same seat behind that line."""
    return Player(line.url, room, player.token, random.Random(SEED))


def count_acknowledged(players: list[Player]) -> int:
    """Return the number of answered commands."""
    return sum(len(player.history.acknowledged) for player in players)


async def test_player_behind_small_pieces_plays_normally(tmp_path: Path) -> None:
    rng = random.Random(SEED)
    async with serve(tmp_path, 20) as server:
        line = Line(int(server.url.rpartition(":")[2]), rng)
        line.is_in_pieces = True
        async with line.open():
            everybody: list[tuple[str, list[Player]]] = []
            done = 0
            while done < COMMANDS:
                room, players = await asyncio.to_thread(open_table, server.url, rng, OPTIONS)
                far = [reroute(line, room, player) for player in players]
                everybody.append((room, far))
                async with run_players(far):
                    assert await has_progress(far, COMMANDS - done)
                done += count_acknowledged(far)
    store = SqlStore(server.database)
    try:
        found = [fault for room, far in everybody for fault in find_faults(await store.load(RoomCode(room)), far)]
    finally:
        await store.close()
    log.info("%d commands in %d pieces, SIGNET_SEED=%d", done, line.pieces, SEED)
    assert found == []
    assert line.pieces > done
    assert "Traceback" not in server.log


async def run_unreachable(server: Served, way: str, patience_s: float) -> list[str]:
    """Return the faults when all bytes of one way are lost for a while."""
    rng, found = random.Random(SEED), []
    line = Line(int(server.url.rpartition(":")[2]), rng)
    room, players = await asyncio.to_thread(open_table, server.url, rng, OPTIONS)
    async with httpx2.AsyncClient(
        verify=False, timeout=60, headers={"Authorization": f"Bearer {players[0].token}"}
    ) as web:

        async def is_here() -> bool:
            told = (await web.get(f"{server.url}/api/rooms/{room}")).raise_for_status().json()
            return bool(told["seats"][1]["here"])

        async def turns(wanted: bool) -> bool:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(patience_s):
                    while await is_here() is not wanted:
                        await asyncio.sleep(0.05)
                    return True
            return False

        async with line.open(), run_players([reroute(line, room, players[1])]):
            if not await turns(True):
                found.append("nobody came")
            line.loses_up, line.loses_down = way == "up", way == "down"
            if not await turns(False):
                found.append("who cannot be reached counts as here")
            line.loses_up = line.loses_down = False
            if not await turns(True):
                found.append("nobody came back")
    return found


async def test_player_unreachable_one_way_is_absent_and_returns(tmp_path: Path) -> None:
    async with serve(tmp_path, 0.5) as server:
        assert await run_unreachable(server, "up", PATIENCE_S) == []
        assert await run_unreachable(server, "down", PATIENCE_S) == []


async def test_server_that_never_pings_is_detected(tmp_path: Path) -> None:
    """The server's timeout ends the connection, not the client's."""
    async with serve(tmp_path, 10_000) as server:
        found = await run_unreachable(server, "up", 4)
    assert "who cannot be reached counts as here" in found
