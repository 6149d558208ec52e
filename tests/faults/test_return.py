"""Server that is stopped, then killed, with many clients, which all return.

Everything they had done is still there."""

import asyncio
import contextlib
import json
import logging
import os
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from app.tasks import end_tasks
from tests.seeds import choose_seed
from tools.served import SERVE, Served

ROOMS = int(os.environ.get("SIGNET_RETURN_ROOMS", "6"))
CLIENTS = int(os.environ.get("SIGNET_RETURNING_CLIENTS", "30"))
SEED = choose_seed()
BACK_S = 120.0
MUTANT = (sys.executable, "-m", "tests.faults.mutant_forgetful")
GAME = "adel_verpflichtet"
LINE_S = 0.05

log = logging.getLogger(__name__)

pytestmark = [
    pytest.mark.fault,
    pytest.mark.asyncio,
    pytest.mark.slow("a server is started three times and many come back"),
]


class Client:
    """One seat's connection, which reconnects at a random moment."""

    def __init__(self, url: str, room: str, token: str, rng: random.Random) -> None:
        self.view: dict[str, Any] = {}
        self.is_here = False
        self.times = 0
        """Number of admissions."""
        self._url = f"{url.replace('http', 'ws', 1)}/api/rooms/{room}/live"
        self._headers = {"Authorization": f"Bearer {token}"}
        self._rng = rng

    async def stay(self) -> None:
        """Reconnect until cancelled."""
        while True:
            with contextlib.suppress(OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
                async with connect(
                    self._url, additional_headers=self._headers, proxy=None, open_timeout=30, close_timeout=0.2
                ) as socket:
                    async for text in socket:
                        message = json.loads(text)
                        if "view" in message:
                            self.times += not self.is_here
                            self.view, self.is_here = message["view"], True
            self.is_here = False
            await asyncio.sleep(self._rng.uniform(0.1, 1))


def open_tables(url: str, rng: random.Random) -> tuple[list[Client], list[tuple[str, str]]]:
    """Return clients in begun games, and each room's code and host's token."""
    clients, rooms = [], []
    with httpx2.Client(verify=False, base_url=url, timeout=60) as web:

        def post(path: str, body: dict[str, Any], token: str | None = None) -> dict[str, Any]:
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            return dict(web.post(path, json=body, headers=headers).raise_for_status().json())

        for _ in range(ROOMS):
            opened = post("/api/rooms", {"game": GAME, "name": "Player 0", "options": {"grace": 0}})
            path, tokens = f"/api/rooms/{opened['room']}", [opened["token"]]
            key = opened["links"]["join"].rpartition("/")[2]
            for number in range(1, max(2, CLIENTS // ROOMS)):
                tokens.append(post(f"{path}/seats", {"name": f"Player {number}", "key": key})["token"])
            post(f"{path}/commands", {"do": "begin"}, tokens[0])
            rooms.append((opened["room"], tokens[0]))
            clients += [Client(url, opened["room"], token, random.Random(rng.random())) for token in tokens]
    return clients, rooms


def send_messages(url: str, rooms: list[tuple[str, str]], line: str) -> None:
    """Send a message at every table."""
    with httpx2.Client(verify=False, base_url=url, timeout=60) as web:
        for room, token in rooms:
            body, headers = {"do": "say", "text": line}, {"Authorization": f"Bearer {token}"}
            web.post(f"/api/rooms/{room}/commands", json=body, headers=headers).raise_for_status()


async def count_failing(clients: list[Client], is_so: Callable[[Client], bool], patience_s: float) -> int:
    """Return the number of clients that fail the condition even after that time."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(patience_s):
            while not all(is_so(client) for client in clients):
                await asyncio.sleep(LINE_S)
    return sum(not is_so(client) for client in clients)


async def restart(data: Path, command: tuple[str, ...], patience_s: float) -> tuple[list[str], str]:
    """Return the faults after a stop and after a kill, and the figures."""
    server = Served(data, command=command)
    await asyncio.to_thread(server.start)
    staying: list[asyncio.Task[None]] = []
    found: list[str] = []
    spent: list[str] = []
    try:
        clients, rooms = await asyncio.to_thread(open_tables, server.url, random.Random(SEED))
        staying = [asyncio.create_task(client.stay()) for client in clients]
        if lost := await count_failing(clients, lambda client: client.is_here, BACK_S):
            return [f"{lost} never came"], ""
        for number, end in enumerate((server.stop, server.kill)):
            line = f"before end {number}"
            await asyncio.to_thread(send_messages, server.url, rooms, line)
            tables_seen = [client.view["table"] for client in clients]
            before = {client: client.times for client in clients}
            await asyncio.to_thread(end)
            begun = time.monotonic()
            await asyncio.to_thread(server.start)
            started = time.monotonic()

            def is_back(client: Client, before: dict[Client, int] = before, line: str = line) -> bool:
                return client.is_here and client.times > before[client] and line in json.dumps(client.view["said"])

            if lost := await count_failing(clients, is_back, patience_s):
                return [*found, f"{lost} of {len(clients)} are lost"], ""
            spent.append(f"{started - begun:.1f} s to the start and {time.monotonic() - started:.1f} s to the last")
            if tables_seen != [client.view["table"] for client in clients]:
                found.append("somebody came back to another table")
        return found, f"{len(clients)} clients of {len(rooms)} rooms: {', killed: '.join(spent)}"
    finally:
        await end_tasks(staying)
        server.stop()


async def test_clients_return_after_a_stop_and_a_kill(tmp_path: Path) -> None:
    found, figures = await restart(tmp_path, SERVE, BACK_S)
    log.info(figures)
    assert found == [], figures


async def test_server_that_forgets_its_rooms_is_detected(tmp_path: Path) -> None:
    found, _ = await restart(tmp_path, MUTANT, 2)
    assert any("are lost" in fault for fault in found), found
