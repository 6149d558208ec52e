"""A table of four that plays round after round."""

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import httpx2
import orjson
from websockets.asyncio.client import ClientConnection

from tools.bench_server.seats import News, Seat, choices_of, first_message

ROUND_S = 60.0
"""A table that takes longer for a round is stuck."""


@dataclass(slots=True)
class Tally:
    """What all tables did while it counted."""

    rounds: int = 0
    seals: int = 0
    missed: int = 0
    """Rounds that did not begin in time, as the one before was not over."""
    latency: list[float] = field(default_factory=list)
    """Of each round's reveal, in milliseconds."""


class Table:
    """Four seats and what each was told last."""

    def __init__(self, client: httpx2.AsyncClient, room: str, seats: list[Seat], rng: random.Random) -> None:
        self.room = room
        self.seats = seats
        self._client = client
        self._rng = rng
        self._sockets: list[ClientConnection] = []
        self._readers: list[asyncio.Task[None]] = []
        self._news = [News() for _ in seats]
        self._unseen: set[int] = set()
        self._told = asyncio.Event()
        self._last_seen = 0.0

    async def connect(self) -> None:
        """Connects all four."""
        for place, seat in enumerate(self.seats):
            socket, first = await first_message(seat)
            self._sockets.append(socket)
            self._hear(place, first)
            self._readers.append(asyncio.create_task(self._read(place)))

    async def close(self) -> None:
        """Disconnects all four."""
        for reader in self._readers:
            reader.cancel()
        await asyncio.gather(*self._readers, return_exceptions=True)
        await asyncio.gather(*(socket.close() for socket in self._sockets), return_exceptions=True)
        self._sockets, self._readers = [], []

    async def rounds(self, count: int) -> None:
        """So many rounds that nobody counts."""
        for _ in range(count):
            await self.round(Tally())

    async def round(self, tally: Tally) -> None:
        """All who are asked seal, and everybody sees the cards opened. A game that is over is followed by the next."""
        await self._until(lambda: any(each.ask or each.is_over for each in self._news))
        if any(each.is_over for each in self._news):
            await self._send(0, {"do": "again"})
            await self._until(lambda: not any(each.is_over for each in self._news))
            return
        ask = max(each.ask for each in self._news)
        self._unseen = set(range(len(self.seats)))
        sealed: set[int] = set()
        sent = 0.0
        while self._unseen:
            # whoever is told a moment later that he is asked too seals a moment later
            if owing := [place for place, each in enumerate(self._news) if each.ask == ask and place not in sealed]:
                picked = [self._rng.choice(await self._choices(place)) for place in owing]
                for place, choice in zip(owing, picked, strict=True):
                    await self._send(place, {"do": "seal", "ask": ask, "choice": choice})
                sealed.update(owing)
                sent = time.perf_counter()
            else:
                await self._next_word()
        tally.rounds += 1
        tally.seals += len(sealed)
        tally.latency.append((self._last_seen - sent) * 1000)

    async def _choices(self, place: int) -> list[str]:
        return self._news[place].choices or await choices_of(self._client, self.room, self.seats[place].token)

    async def _send(self, place: int, message: dict[str, object]) -> None:
        await self._sockets[place].send(orjson.dumps(message).decode())

    async def _read(self, place: int) -> None:
        async for message in self._sockets[place]:
            self._hear(place, message)

    def _hear(self, place: int, message: str | bytes) -> None:
        news = self.seats[place].heard(message)
        if news is None:
            return
        self._news[place] = news
        if news.opens:
            self._unseen.discard(place)
            self._last_seen = time.perf_counter()
        self._told.set()

    async def _until(self, is_so: Callable[[], bool]) -> None:
        while not is_so():
            await self._next_word()

    async def _next_word(self) -> None:
        self._told.clear()
        async with asyncio.timeout(ROUND_S):
            await self._told.wait()
