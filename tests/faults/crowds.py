"""Crowds of hostile clients, while others play and load pages.

They never read, flood with pings, or never finish a request. Each function returns faults and figures."""

import asyncio
import contextlib
import random
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import cast

import httpx2
from websockets.asyncio.client import ClientConnection

from app.tasks import end_tasks
from tests.faults.players import Player, open_table, post
from tools.served import Served

Result = tuple[list[str], str]

EACH_KIB, ALL_KIB = 2 * 1024, 16 * 1024
"""Most added memory for each client that does not read, and for all floods."""

PING = b"\x89\xfd\x00\x00\x00\x00" + b"x" * 125
MOST_PINGS = 200_000
LITTLE = 4096
"""Receive buffer of a deaf peer's own kernel."""

STEP_S = 0.05

BEGINNINGS = (
    b"",
    b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
    b"POST /rooms HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10\r\n\r\nname",
)


class Deaf:
    """Socket that is opened and never read again."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.writer = writer
        self._reader = reader

    @property
    def is_cut(self) -> bool:
        """True if the server has cut it, so that sending an unsolicited pong fails."""
        if not self.writer.is_closing():
            self.writer.write(b"\x8a\x80\x00\x00\x00\x00")
        return self.writer.is_closing() or self._reader.exception() is not None


@asynccontextmanager
async def open_deaf(server: Served, room: str, player: Player) -> AsyncIterator[Deaf]:
    """Open such a socket of a player."""
    host, port = server.url.removeprefix("http://").split(":")
    bare = socket.socket()
    bare.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, LITTLE)
    bare.setblocking(False)
    await asyncio.get_running_loop().sock_connect(bare, (host, int(port)))
    reader, writer = await asyncio.open_connection(sock=bare)
    lines = ("Host: localhost", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
             "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", f"Authorization: Bearer {player.token}")  # fmt: skip
    writer.write("\r\n".join((f"GET /api/rooms/{room}/live HTTP/1.1", *lines, "", "")).encode())
    try:
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101 ")
        cast(asyncio.Transport, writer.transport).pause_reading()
        yield Deaf(reader, writer)
    finally:
        writer.transport.abort()


class Thinking(Player):
    """Player that pauses before each card, to spare the processor."""

    async def _act(self, socket: ClientConnection) -> None:
        await asyncio.sleep(STEP_S)
        await super()._act(socket)


class Neighbour:
    """Table that plays and visitor who loads pages, all the while."""

    def __init__(self, server: Served, rng: random.Random) -> None:
        self.pages = 0
        self.failed: list[str] = []
        self._server = server
        self._rng = rng
        self._done = 0
        self._players: list[Player] = []

    @property
    def acknowledged(self) -> int:
        """Number of the table's commands that were answered."""
        return self._done + sum(len(player.history.acknowledged) for player in self._players)

    @asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Play and load pages during the block."""
        tasks = [asyncio.create_task(each) for each in (self._play(), self._load())]
        try:
            yield
        finally:
            await end_tasks(tasks)

    async def _play(self) -> None:
        while True:
            url, options = self._server.url, {"grace": 0, "bot_pace": 0}
            room, players = await asyncio.to_thread(open_table, url, self._rng, options)
            self._players = [Thinking(url, room, each.token, random.Random(self._rng.random())) for each in players]
            playing = [asyncio.create_task(player.play()) for player in self._players]
            try:
                await asyncio.wait(playing)
            finally:
                await end_tasks(playing)
            self._done, self._players = self.acknowledged, []

    async def _load(self) -> None:
        async with httpx2.AsyncClient(verify=False, timeout=60) as client:
            while True:
                answer = await client.get(f"{self._server.url}/", headers={"Connection": "close"})
                if answer.status_code == 200:
                    self.pages += 1
                else:
                    self.failed.append(f"a page was answered {answer.status_code}")
                await asyncio.sleep(STEP_S)


async def becomes_true(is_so: Callable[[], bool], patience_s: float) -> bool:
    """Return whether a condition becomes true in time."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(patience_s):
            while not is_so():
                await asyncio.sleep(STEP_S)
            return True
    return False


async def check_progress(neighbour: Neighbour, patience_s: float) -> list[str]:
    """Return what of the neighbour makes no more progress."""
    before, pages = neighbour.acknowledged, neighbour.pages
    if await becomes_true(lambda: neighbour.acknowledged > before and neighbour.pages > pages, patience_s):
        return neighbour.failed
    return [*neighbour.failed, "nobody else gets on"]


async def run_slow_readers(server: Served, count: int, patience_s: float) -> Result:
    """Open sockets at one table that never read, while others chat and play."""
    rng = random.Random(count)
    room, players = await asyncio.to_thread(open_table, server.url, rng, {"grace": 0, "bot_pace": 0})
    neighbour, first, said, most = Neighbour(server, rng), server.resident_kib, 0, 0
    found: list[str] = []

    async def talk() -> None:
        nonlocal said, most
        while True:
            said += 1
            line = {"do": "say", "text": f"{said} " + "x" * 480}
            await asyncio.to_thread(post, f"{server.url}/api/rooms/{room}/commands", line, players[0].token)
            most = max(most, server.resident_kib)

    async with neighbour.run(), contextlib.AsyncExitStack() as stack:
        crowd = [await stack.enter_async_context(open_deaf(server, room, rng.choice(players))) for _ in range(count)]
        talking = asyncio.create_task(talk())
        found += await check_progress(neighbour, patience_s)
        if not await becomes_true(lambda: all(each.is_cut for each in crowd), patience_s):
            found.append(f"{sum(not each.is_cut for each in crowd)} who do not read are still there")
        await end_tasks([talking])
        found += await check_progress(neighbour, patience_s)
    if most - first > ALL_KIB + count * EACH_KIB:
        found.append(f"{most - first} KiB for {count} who do not read")
    return found, (
        f"{count} who do not read: cut after {said} lines, {most - first} KiB more; meanwhile "
        f"{neighbour.acknowledged} commands and {neighbour.pages} pages"
    )


async def run_floods(server: Served, count: int, pings: int, patience_s: float) -> Result:
    """Open sockets that send pings and never read."""
    rng = random.Random(count)
    room, players = await asyncio.to_thread(open_table, server.url, rng, {"grace": 0, "bot_pace": 0})
    neighbour, first, most, sent = Neighbour(server, rng), server.resident_kib, 0, 0
    found: list[str] = []

    async def flood(one: Deaf) -> None:
        nonlocal sent, most
        for _ in range(pings // 100):
            one.writer.write(PING * 100)
            sent += 100
            await one.writer.drain()
            most = max(most, server.resident_kib)

    async with neighbour.run(), contextlib.AsyncExitStack() as stack:
        crowd = [await stack.enter_async_context(open_deaf(server, room, rng.choice(players))) for _ in range(count)]
        flooding = [asyncio.create_task(flood(one)) for one in crowd]
        found += await check_progress(neighbour, patience_s)
        cut, going = await asyncio.wait(flooding, timeout=patience_s)
        if going or not all(isinstance(each.exception(), ConnectionError) for each in cut):
            found.append("a flood is not cut off")
        await end_tasks(list(going))
        found += await check_progress(neighbour, patience_s)
    if most - first > ALL_KIB:
        found.append(f"{most - first} KiB for {count} floods")
    return found, f"{count} floods: cut after {sent} pings, {most - first} KiB more"


async def run_half_requests(server: Served, count: int, patience_s: float) -> Result:
    """Open connections whose requests never end; some send a byte now and then.

    Each address has several."""
    host, port = server.url.removeprefix("http://").split(":")
    neighbour = Neighbour(server, random.Random(count))
    answered: list[bytes] = []

    async def half(number: int) -> None:
        address = f"127.0.{2 + number // 200}.{1 + number % 50}"
        reader, writer = await asyncio.open_connection(host, int(port), local_addr=(address, 0))
        dribbling = asyncio.create_task(dribble(writer)) if number % 4 == 0 else None
        try:
            writer.write(BEGINNINGS[number % len(BEGINNINGS)])
            answered.append(await reader.read())
        except ConnectionError:
            answered.append(b"")
        finally:
            if dribbling is not None:
                await end_tasks([dribbling])
            writer.transport.abort()

    async with neighbour.run():
        crowd = [asyncio.create_task(half(number)) for number in range(count)]
        found = await check_progress(neighbour, patience_s)
        _, waiting = await asyncio.wait(crowd, timeout=patience_s)
        if waiting:
            found.append(f"{len(waiting)} requests that never arrive are waited for")
            await end_tasks(list(waiting))
        found += [
            f"a request failed: {each.exception()}" for each in crowd if not each.cancelled() and each.exception()
        ]
        found += await check_progress(neighbour, patience_s)
    found += ["a half request was answered" for each in answered if b" 200 " in each]
    return found, (
        f"{count} half requests: {len(answered)} cut off; meanwhile {neighbour.pages} pages, "
        f"{neighbour.acknowledged} commands"
    )


async def dribble(writer: asyncio.StreamWriter) -> None:
    """Send a byte now and then."""
    while not writer.is_closing():
        await asyncio.sleep(1)
        writer.write(b"x")
