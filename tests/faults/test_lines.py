"""Bad lines: bytes come in pieces of a few, or are lost one way. Players play on, whoever cannot be reached counts as
gone, and is back when the line is well again."""

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
from tests.faults.oracle import faults
from tests.faults.players import Player, open_table
from tests.seeds import chosen_seed
from tools.served import Served

COMMANDS = int(os.environ.get("SIGNET_LINE_COMMANDS", "20"))
"""So many are carried out at a table behind a line that passes pieces on."""

SEED = chosen_seed()
PATIENCE_S = 90.0
OPTIONS = {"grace": 0, "bot_pace": 0}

log = logging.getLogger(__name__)

pytestmark = [pytest.mark.fault, pytest.mark.asyncio]


@asynccontextmanager
async def a_server(data: Path, ping_s: float) -> AsyncIterator[Served]:
    """A server that looks so often whether its peers are there."""
    server = Served(data, {"SIGNET_LIMIT_PING_SECONDS": str(ping_s)})
    await asyncio.to_thread(server.start)
    try:
        yield server
    finally:
        server.stop()


@asynccontextmanager
async def at_play(players: list[Player]) -> AsyncIterator[None]:
    """They play as long as the block runs."""
    playing = [asyncio.create_task(player.play()) for player in players]
    try:
        yield
    finally:
        await end_tasks(playing)


async def has_come(players: list[Player], commands: int) -> bool:
    """Whether they come to so many commands, or to the end of their game; the wait begins anew with each."""
    before, until = -1, 0.0
    while acknowledged(players) < commands and not players[0].is_finished:
        now = asyncio.get_running_loop().time()
        if acknowledged(players) > before:
            before, until = acknowledged(players), now + PATIENCE_S
        elif now > until:
            return False
        await asyncio.sleep(0.02)
    return True


def behind(line: Line, room: str, player: Player) -> Player:
    """The same seat, by that line."""
    return Player(line.url, room, player.token, random.Random(SEED))


def acknowledged(players: list[Player]) -> int:
    """Commands that were answered."""
    return sum(len(player.history.acknowledged) for player in players)


async def test_who_gets_all_in_pieces_plays_like_everybody(tmp_path: Path) -> None:
    rng = random.Random(SEED)
    async with a_server(tmp_path, 20) as server:
        line = Line(int(server.url.rpartition(":")[2]), rng)
        line.is_in_pieces = True
        async with line.open():
            everybody: list[tuple[str, list[Player]]] = []
            done = 0
            while done < COMMANDS:
                room, players = await asyncio.to_thread(open_table, server.url, rng, OPTIONS)
                far = [behind(line, room, player) for player in players]
                everybody.append((room, far))
                async with at_play(far):
                    assert await has_come(far, COMMANDS - done)
                done += acknowledged(far)
    store = SqlStore(server.database)
    try:
        found = [fault for room, far in everybody for fault in faults(await store.load(RoomCode(room)), far)]
    finally:
        await store.close()
    log.info("%d commands in %d pieces, SIGNET_SEED=%d", done, line.pieces, SEED)
    assert found == []
    assert line.pieces > done
    assert "Traceback" not in server.log


async def unreachable(server: Served, way: str, patience_s: float) -> list[str]:
    """What is wrong when all that goes that way is lost for a while."""
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

        async with line.open(), at_play([behind(line, room, players[1])]):
            if not await turns(True):
                found.append("nobody came")
            line.loses_up, line.loses_down = way == "up", way == "down"
            if not await turns(False):
                found.append("who cannot be reached counts as here")
            line.loses_up = line.loses_down = False
            if not await turns(True):
                found.append("nobody came back")
    return found


async def test_who_cannot_be_reached_one_way_is_gone_and_comes_back(tmp_path: Path) -> None:
    async with a_server(tmp_path, 0.5) as server:
        assert await unreachable(server, "up", PATIENCE_S) == []
        assert await unreachable(server, "down", PATIENCE_S) == []


async def test_a_server_that_never_looks_is_caught(tmp_path: Path) -> None:
    """The client's own patience is not what lets it go: it is the server's."""
    async with a_server(tmp_path, 10_000) as server:
        found = await unreachable(server, "up", 4)
    assert "who cannot be reached counts as here" in found
