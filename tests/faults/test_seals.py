"""Simultaneous seals through two processes on one Postgres.

Each seat seals twice and changes its choice. Every round has one reveal, and no acknowledged seal is lost."""

import asyncio
import contextlib
import json
import logging
import os
import random
import sys
import time
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from app.journal.sql.store import SqlStore
from app.rooms.events import Entry, GameBegun, Revealed
from app.rooms.model.ids import RoomCode
from tests.faults.oracle import find_faults
from tests.faults.players import History, open_table, post
from tests.faults.processes import wait_for_all
from tests.faults.test_workers import WORKERS, run_server
from tests.seeds import choose_seed
from tools.served import Served

ROUNDS = int(os.environ.get("SIGNET_SEAL_ROUNDS", "10"))
MUTANT_ROUNDS = 20
"""Rounds for the mutant, which fails in the first of them.

After a game its answers are unpredictable."""
SEED = choose_seed()
MUTANT = (sys.executable, "-m", "tests.faults.mutant_early_answer")
OPEN_S = 60.0
log = logging.getLogger(__name__)

pytestmark = [pytest.mark.fault, pytest.mark.asyncio, pytest.mark.slow("two processes play at full speed")]


class Sealer:
    """One seat with a socket to each process."""

    def __init__(self, token: str) -> None:
        self.token = token
        self.history = History()
        self.sockets: list[ClientConnection] = []
        self.view: dict[str, Any] = {}
        self._count = 0

    async def listen(self, socket: ClientConnection) -> None:
        """Keep the newest view and all answers until the socket is closed."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                await self._hear(socket, json.loads(await socket.recv()))

    async def _hear(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        if "view" in message and message["version"] >= self.history.version:
            self.view, self.history.version = message["view"], message["version"]
        elif message.get("ok"):
            self.history.acknowledged[message["re"]] = message["version"]
        elif message.get("refused") == "try_again":
            # The server may have written it or not, so the same command is sent again.
            self.history.put_off += 1
            await asyncio.sleep(0.1)
            await socket.send(json.dumps(self.history.attempted[message["re"]]))
        elif "refused" in message:
            self.history.refused[message["re"]] = message["refused"]

    def is_asked(self, ask: int) -> bool:
        """Return whether this seat has that open prompt, as far as it knows."""
        return bool(self.view.get("ask")) and self.view["ask"]["ask"] == ask

    async def seal(self, rng: random.Random) -> None:
        """Seal two cards one after the other, each by every socket."""
        ask = self.view["ask"]
        for choice in rng.choices(ask["choices"], k=2):
            self._count += 1
            message = {"id": f"s{self._count}", "do": "seal", "ask": ask["ask"], "choice": choice}
            self.history.attempted[str(message["id"])] = message
            text = json.dumps(message)
            # The round without a reveal shows that a socket is closed.
            await asyncio.gather(*(socket.send(text) for socket in self.sockets), return_exceptions=True)


def find_reveal_faults(entries: tuple[Entry, ...]) -> list[str]:
    """Return the faults of the reveals.

    A room's prompts are numbered across games, and no game may skip one."""
    found, last, is_new_game = [], 0, True
    for entry in entries:
        if isinstance(entry.event, GameBegun):
            is_new_game = True
        elif isinstance(entry.event, Revealed):
            ask = entry.event.ask
            if ask <= last or (ask > last + 1 and not is_new_game):
                found.append(f"ask {ask} is revealed after {last}")
            last, is_new_game = ask, False
    return found if last else ["nothing was revealed"]


async def play_rounds(server: Served, count: int, seed: int, patience_s: float) -> tuple[list[str], str]:
    """Play rounds of one table; return the faults and the figures."""
    rng, begun = random.Random(seed), time.monotonic()
    room, players = await asyncio.to_thread(open_table, server.url, rng, {"grace": 0, "bot_pace": 0})
    sealers = [Sealer(player.token) for player in players]
    found: list[str] = []
    done = 0
    async with contextlib.AsyncExitStack() as stack, asyncio.TaskGroup() as listening:
        for own, sealer in product(server.own_urls, sealers):
            url = f"{own.replace('http', 'ws', 1)}/api/rooms/{room}/live"
            headers = {"Authorization": f"Bearer {sealer.token}"}
            socket = await stack.enter_async_context(connect(url, additional_headers=headers, proxy=None))
            sealer.sockets.append(socket)
            listening.create_task(sealer.listen(socket))
        while done < count and not found:
            if await wait_for_prompt(sealers, patience_s) == "finished":
                again = {"do": "again"}
                await asyncio.to_thread(post, f"{server.url}/api/rooms/{room}/commands", again, players[0].token)
                await wait_for_prompt(sealers, patience_s, "playing")
            asked = [sealer for sealer in sealers if sealer.view.get("ask")]
            ask = max((sealer.view["ask"]["ask"] for sealer in asked), default=0)
            if not await reveals_once_sealed(sealers, ask, rng, patience_s):
                found.append(f"ask {ask} is not revealed")
            done += 1
        for sealer in sealers:
            for socket in sealer.sockets:
                await socket.close()
    store = SqlStore(server.database)
    try:
        entries = await store.load(RoomCode(room))
    finally:
        await store.close()
    found += [*find_reveal_faults(entries), *find_faults(entries, sealers)]
    refused = Counter(code for sealer in sealers for code in sealer.history.refused.values())
    known = sum(len(sealer.history.acknowledged) for sealer in sealers)
    spent = time.monotonic() - begun
    return found, (
        f"{done} rounds of {len(sealers)} in {spent:.0f} s, {known} seals acknowledged, refused: "
        f"{dict(refused)}, put off: {sum(sealer.history.put_off for sealer in sealers)}, SIGNET_SEED={seed}"
    )


async def wait_for_prompt(sealers: list[Sealer], patience_s: float, wanted: str = "") -> str:
    """Return the phase once all see the same prompt or the end."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(patience_s):
            while True:
                phases = {sealer.view["room"]["phase"] if sealer.view else "" for sealer in sealers}
                asked = any(sealer.view.get("ask") for sealer in sealers)
                if len(phases) == 1 and ((phases == {"finished"} and wanted != "playing") or asked):
                    return phases.pop()
                await asyncio.sleep(0.01)
    return "stuck"


async def reveals_once_sealed(sealers: list[Sealer], ask: int, rng: random.Random, patience_s: float) -> bool:
    """Return whether all see the prompt end after every seat has sealed.

    Each seat seals as soon as it knows of the prompt."""
    waiting = set(sealers)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(patience_s):
            while asked := [sealer for sealer in sealers if sealer.is_asked(ask)]:
                now = [sealer for sealer in asked if sealer in waiting]
                waiting.difference_update(now)
                await asyncio.gather(*(sealer.seal(rng) for sealer in now))
                await asyncio.sleep(0.01)
            return True
    return False


async def test_every_round_has_one_reveal(tmp_path: Path) -> None:
    with run_server(tmp_path) as (server, postgres):
        wait_for_all(server, postgres, WORKERS)
        found, figures = await play_rounds(server, ROUNDS, SEED, OPEN_S)
    log.info(figures)
    assert found == [], figures


async def test_processes_that_answer_before_the_commit_are_detected(tmp_path: Path) -> None:
    with run_server(tmp_path, MUTANT) as (server, postgres):
        wait_for_all(server, postgres, WORKERS)
        found, figures = await play_rounds(server, MUTANT_ROUNDS, 1, 4)
    assert found, figures
