"""Whoever was handed to a process that hangs is closed when it is replaced, and comes again."""

import asyncio
import os
import random
import re
import signal
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.faults.processes import PATIENCE_S, wait_for_all
from tests.faults.test_handing_on import Room
from tests.postgres import Postgres, postgres_server
from tools.play_random import Server as Client
from tools.play_random import seated
from tools.served import SERVE, Served

WORKERS = 2
HUNG_S = 24
"""So many seconds are enough to hand four connections on first, also with a third of a processor; once 8 were not."""
KNOCKS = 4
TIMES = 5
AWAKE_S = 1.0
"""After so long a process that goes on has said so."""
TOKEN = "a token of the operator"
MUTANT = (sys.executable, "-m", "tests.faults.mutant_keeps_mail")

pytestmark = [pytest.mark.fault, pytest.mark.slow("several processes are started")]


@pytest.fixture(scope="module")
def safe_postgres() -> Iterator[Postgres]:
    """A Postgres that waits for its disk, as the server insists."""
    with postgres_server(()) as postgres:
        yield postgres


@contextmanager
def running(data: Path, postgres: Postgres, command: tuple[str, ...] = SERVE) -> Iterator[Served]:
    """Two processes that serve."""
    settings = {
        "SIGNET_DATABASE_URL": postgres.url(),
        "SIGNET_WORKERS": str(WORKERS),
        "SIGNET_HUNG_SECONDS": str(HUNG_S),
        "SIGNET_METRICS_TOKEN": TOKEN,
    }
    served = Served(data, settings, command)
    served.start()
    try:
        wait_for_all(served, postgres, WORKERS)
        yield served
    finally:
        for pid in served.workers:
            os.kill(pid, signal.SIGCONT)
        served.tell(signal.SIGCONT)
        served.stop()


def comes_true_by(until: float, server: Served, gone: int) -> bool:
    """Whether that process is replaced by then."""
    while time.monotonic() < until:
        if gone not in server.workers and len(server.workers) == WORKERS:
            return True
        time.sleep(0.1)
    return False


def replaced(server: Served) -> dict[str, float]:
    """How many processes were replaced, by reason, as the metrics say once there is one."""
    shown = {"Authorization": f"Bearer {TOKEN}"}
    request = urllib.request.Request(f"{server.url}/metrics", headers=shown)  # noqa: S310 - our own loopback address
    until = time.monotonic() + PATIENCE_S
    while True:
        with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310 - our own loopback address
            told = answer.read().decode()
        found = re.findall(r'signet_workers_replaced_total\{why="(\w+)"\} (\S+)', told)
        # a process that replaces another one says so when it serves
        if found or time.monotonic() > until:
            return {why: float(count) for why, count in found}
        time.sleep(0.5)


async def knock(server: Served, room: str, home: int) -> bytes | None:
    """What is answered first to a handshake; nothing if the connection is closed. None if another process answered
    while that home of the room was still there: a machine with much to do hands nothing on to a process that has been
    silent for too long already."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(server.url.rpartition(":")[2]))
    lines = ("Host: localhost", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
             "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==")  # fmt: skip
    try:
        writer.write("\r\n".join((f"GET /api/rooms/{room}/live HTTP/1.1", *lines, "", "")).encode())
        async with asyncio.timeout(PATIENCE_S):
            answer = await reader.readline()
        return None if answer and home in server.workers else answer
    except ConnectionError:
        return b""
    finally:
        writer.transport.abort()


async def stop_the_home(server: Served) -> tuple[Room, int, list[bytes]]:
    """Stops the process that serves a room, and comes to the room at once: the room, the process, the answers to those
    who were handed on to it. Once more if nobody was."""
    player = (await seated(Client(server.url), "adel_verpflichtet", 2, 1, random.Random(1)))[0]
    room = Room(server, player)
    await room.comes(2)
    (home,) = room.served_by
    for _ in range(TIMES):
        os.kill(home, signal.SIGSTOP)
        answers = await asyncio.gather(*(knock(server, player.room, home) for _ in range(KNOCKS)))
        handed_on = [answer for answer in answers if answer is not None]
        if handed_on:
            return room, home, handed_on
        os.kill(home, signal.SIGCONT)
        await asyncio.sleep(AWAKE_S)
    pytest.fail("nobody was handed on")


@pytest.mark.asyncio
async def test_a_process_that_hangs_is_replaced_and_closes_whom_it_left_hanging(
    safe_postgres: Postgres, tmp_path: Path
) -> None:
    with running(tmp_path, safe_postgres) as server:
        room, home, answers = await stop_the_home(server)
        assert set(answers) == {b""}, "who was handed to it is closed, and may come again"
        assert await room.ends() == [1006] * 2
        assert await asyncio.to_thread(comes_true_by, time.monotonic() + PATIENCE_S, server, home)
        await room.comes(2)
        assert room.served_by
        await room.leaves()
        wait_for_all(server, safe_postgres, WORKERS)
        assert replaced(server) == {"hung": 1.0}
        assert server.log.count('"worker hung"') == 1


# ---- mutants


@pytest.mark.asyncio
async def test_a_server_that_keeps_the_mail_of_a_hung_process_is_caught(
    safe_postgres: Postgres, tmp_path: Path
) -> None:
    with running(tmp_path, safe_postgres, MUTANT) as server:
        _, _, answers = await stop_the_home(server)
        assert any(b" 101 " in answer for answer in answers), "they waited for the next process"
