"""Everybody seals in the same moment, each twice and with a second thought, in two processes on one Postgres: every
round is revealed once, and nothing that was acknowledged is gone."""

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
from tests.faults.oracle import faults
from tests.faults.players import History, open_table, post
from tests.faults.processes import wait_for_all
from tests.faults.test_workers import WORKERS, running
from tests.seeds import chosen_seed
from tools.served import Served

ROUNDS = int(os.environ.get("SIGNET_SEAL_ROUNDS", "10"))
MUTANT_ROUNDS = 20
"""It is caught in the first of them; after a game it answers in ways that nobody foresees."""
SEED = chosen_seed()
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
        """Keeps the newest view and all answers, until the socket is closed by whomever."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                await self._hear(socket, json.loads(await socket.recv()))

    async def _hear(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        if "view" in message and message["version"] >= self.history.version:
            self.view, self.history.version = message["view"], message["version"]
        elif message.get("ok"):
            self.history.acknowledged[message["re"]] = message["version"]
        elif message.get("refused") == "try_again":
            # nobody knows whether it was written: the very same is sent again
            self.history.put_off += 1
            await asyncio.sleep(0.1)
            await socket.send(json.dumps(self.history.attempted[message["re"]]))
        elif "refused" in message:
            self.history.refused[message["re"]] = message["refused"]

    def is_asked(self, ask: int) -> bool:
        """Whether that ask is open, as far as this seat knows, and the seat is asked."""
        return bool(self.view.get("ask")) and self.view["ask"]["ask"] == ask

    async def seal(self, rng: random.Random) -> None:
        """Seals two cards one after the other, each by every socket."""
        ask = self.view["ask"]
        for choice in rng.choices(ask["choices"], k=2):
            self._count += 1
            message = {"id": f"s{self._count}", "do": "seal", "ask": ask["ask"], "choice": choice}
            self.history.attempted[str(message["id"])] = message
            text = json.dumps(message)
            # a socket that is closed is noticed by the round that is not revealed
            await asyncio.gather(*(socket.send(text) for socket in self.sockets), return_exceptions=True)


def revealed_once(entries: tuple[Entry, ...]) -> list[str]:
    """What is wrong with the reveals: the asks of a room are counted on from game to game, and in a game none is left
    out."""
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


async def rounds(server: Served, count: int, seed: int, patience_s: float) -> tuple[list[str], str]:
    """So many rounds of one table; what is wrong, and the figures."""
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
            if await comes_to(sealers, patience_s) == "finished":
                again = {"do": "again"}
                await asyncio.to_thread(post, f"{server.url}/api/rooms/{room}/commands", again, players[0].token)
                await comes_to(sealers, patience_s, "playing")
            asked = [sealer for sealer in sealers if sealer.view.get("ask")]
            ask = max((sealer.view["ask"]["ask"] for sealer in asked), default=0)
            if not await is_revealed(sealers, ask, rng, patience_s):
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
    found += [*revealed_once(entries), *faults(entries, sealers)]
    refused = Counter(code for sealer in sealers for code in sealer.history.refused.values())
    known = sum(len(sealer.history.acknowledged) for sealer in sealers)
    spent = time.monotonic() - begun
    return found, (
        f"{done} rounds of {len(sealers)} in {spent:.0f} s, {known} seals acknowledged, refused: "
        f"{dict(refused)}, put off: {sum(sealer.history.put_off for sealer in sealers)}, SIGNET_SEED={seed}"
    )


async def comes_to(sealers: list[Sealer], patience_s: float, wanted: str = "") -> str:
    """The phase of the room, once everybody sees the same and somebody is asked, or it is over."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(patience_s):
            while True:
                phases = {sealer.view["room"]["phase"] if sealer.view else "" for sealer in sealers}
                asked = any(sealer.view.get("ask") for sealer in sealers)
                if len(phases) == 1 and ((phases == {"finished"} and wanted != "playing") or asked):
                    return phases.pop()
                await asyncio.sleep(0.01)
    return "stuck"


async def is_revealed(sealers: list[Sealer], ask: int, rng: random.Random, patience_s: float) -> bool:
    """Whether everybody comes to see that the ask is over, once all who are asked have sealed as soon as they know."""
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


async def test_every_round_is_revealed_once_whoever_seals_where_and_how_often(tmp_path: Path) -> None:
    with running(tmp_path) as (server, postgres):
        wait_for_all(server, postgres, WORKERS)
        found, figures = await rounds(server, ROUNDS, SEED, OPEN_S)
    log.info(figures)
    assert found == [], figures


async def test_two_processes_that_answer_before_the_commit_are_caught(tmp_path: Path) -> None:
    with running(tmp_path, MUTANT) as (server, postgres):
        wait_for_all(server, postgres, WORKERS)
        found, figures = await rounds(server, MUTANT_ROUNDS, 1, 4)
    assert found, figures
