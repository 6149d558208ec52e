"""Long evening of tables that open, play, restart and are deleted.

Clients come and go all the time, by program and by browser, with or without a proper close."""

import asyncio
import contextlib
import json
import random
import statistics
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

import httpx2
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from app.journal.store import Store
from app.rooms.model.ids import RoomCode
from app.tasks import end_tasks
from tests.faults.oracle import find_faults
from tests.faults.players import Player, open_table, post
from tools.served import Served

NETWORK = (OSError, ConnectionClosed, InvalidHandshake, TimeoutError, httpx2.HTTPError)
BAD_NETWORKS = 0.2
"""Share of connections that end without a close."""

TRIES = 3
"""Most attempts of an unanswered request."""

QUIET_S = 0.5
"""Seconds between two looks at the server."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Speed of the evening: shortest and longest times in seconds."""

    think: tuple[float, float]
    stay: tuple[float, float]
    """Time from arrival to departure."""
    game: tuple[float, float]


class Guest(Player):
    """Player that pauses before it acts, and leaves after a while."""

    def __init__(self, player: Player, url: str, room: str, pace: Pace, rng: random.Random) -> None:
        super().__init__(url, room, player.token, rng)
        self._pace = pace

    async def _talk(self, socket: ClientConnection) -> None:
        try:
            async with asyncio.timeout(self._rng.uniform(*self._pace.stay)):
                await super()._talk(socket)
        finally:
            if self._rng.random() < BAD_NETWORKS:
                socket.transport.abort()

    async def _act(self, socket: ClientConnection) -> None:
        await asyncio.sleep(self._rng.uniform(*self._pace.think))
        await super()._act(socket)


@dataclass
class Tally:
    """Results of the evening."""

    rooms: int = 0
    games: int = 0
    connections: int = 0
    pages: int = 0
    acknowledged: int = 0
    found: list[str] = field(default_factory=list)
    resident_kib: list[int] = field(default_factory=list)
    """Samples of the server process's memory."""

    def get_growth(self) -> int:
        """Return the growth in KiB from the second to the last quarter."""
        resident, quarter = self.resident_kib, max(1, len(self.resident_kib) // 4)
        second = resident[quarter : 2 * quarter] or resident
        return round(statistics.median(resident[-quarter:]) - statistics.median(second))


class LongEvening:
    """All tables of a server."""

    def __init__(self, server: Served, rng: random.Random, pace: Pace) -> None:
        self.tally = Tally()
        self._server = server
        self._left: dict[str, list[Guest]] = {}
        self._rng = rng
        self._pace = pace
        self._is_over = False

    async def run(self, seconds: float, clients: int) -> None:
        """Let clients come and go for so long.

        At the end no client is there any more; rooms are left."""
        async with asyncio.TaskGroup() as evening:
            seats = 0
            while seats < clients:
                room, guests = await self._open_table()
                seats += len(guests) + 1
                evening.create_task(self._table(room, guests))
            until = asyncio.get_running_loop().time() + seconds
            while asyncio.get_running_loop().time() < until:
                await asyncio.sleep(QUIET_S)
                self.tally.resident_kib.append(self._server.resident_kib)
            self._is_over = True

    async def count_objects(self) -> dict[str, Any]:
        """Return what the server holds."""
        async with httpx2.AsyncClient(verify=False, timeout=30) as client:
            told = (await client.get(f"{self._server.url}/counts")).raise_for_status().json()
        return dict(told)

    async def judge(self, store: Store) -> list[str]:
        """Return the oracle's findings in the journals of the remaining rooms."""
        journals = {room: await store.load(RoomCode(room)) for room in self._left}
        return [
            f"{room}: {each}" for room, guests in self._left.items() for each in find_faults(journals[room], guests)
        ]

    async def _open_table(self) -> tuple[str, list[Guest]]:
        options = {"grace": self._rng.choice([0, 0.05]), "bot_pace": 0}
        url = self._server.url
        room, players = await asyncio.to_thread(open_table, url, self._rng, options)
        self.tally.rooms += 1
        return room, [Guest(each, url, room, self._pace, random.Random(self._rng.random())) for each in players]

    async def _table(self, room: str, guests: list[Guest]) -> None:
        while True:
            for number in range(self._rng.randint(1, 3)):
                if number:
                    await self._post(room, guests[0], {"do": "again", "rotate": True})
                await self._game(room, guests)
                if self._is_over:
                    break
            self.tally.connections += sum(guest.history.connections for guest in guests)
            self.tally.acknowledged += sum(len(guest.history.acknowledged) for guest in guests)
            if self._is_over:
                self._left[room] = guests
                return
            await self._delete(room, guests[0])
            room, guests = await self._open_table()

    async def _game(self, room: str, guests: list[Guest]) -> None:
        self.tally.games += 1
        for guest in guests:
            guest.history.last_view = None
        playing = [asyncio.create_task(guest.play()) for guest in guests]
        looking = asyncio.create_task(self._look_on(room, guests[-1].token))
        try:
            await asyncio.wait(playing, timeout=self._rng.uniform(*self._pace.game))
        finally:
            await end_tasks([*playing, looking])
        for guest in guests:
            await self._post(room, guest, {"do": "vote", "motion": "end", "on": True})

    async def _look_on(self, room: str, token: str) -> None:
        """Load the page as a browser and listen, over and over."""
        headers = {"Cookie": f"dev={token}", "Origin": self._server.url}
        url = f"{self._server.url.replace('http', 'ws', 1)}/r/{room}/live"
        while True:
            with contextlib.suppress(*NETWORK):
                async with httpx2.AsyncClient(verify=False, timeout=30, headers=headers) as client:
                    (await client.get(f"{self._server.url}/r/{room}")).raise_for_status()
                self.tally.pages += 1
                async with connect(url, additional_headers=headers, proxy=None, close_timeout=0.2) as socket:
                    async with asyncio.timeout(self._rng.uniform(*self._pace.stay)):
                        self.tally.connections += 1
                        while True:
                            await socket.recv()
            await asyncio.sleep(self._rng.uniform(*self._pace.think))

    async def _post(self, room: str, guest: Guest, body: dict[str, Any]) -> None:
        # Only a running game ends and only a finished one begins again, and a busy machine is slow.
        with contextlib.suppress(httpx2.HTTPError):
            await asyncio.to_thread(post, f"{self._server.url}/api/rooms/{room}/commands", body, guest.token)

    async def _delete(self, room: str, guest: Guest) -> None:
        headers = {"Cookie": f"dev={guest.token}", "Origin": self._server.url}
        right = {HTTPStatus.SEE_OTHER}
        for _ in range(TRIES):
            # A machine too busy to send a request in time is cut off. The request may have been carried out.
            with contextlib.suppress(httpx2.TransportError):
                async with httpx2.AsyncClient(verify=False, timeout=30, headers=headers) as client:
                    answer = await client.post(f"{self._server.url}/r/{room}/delete", data={"confirm": room})
                if answer.status_code not in right:
                    self.tally.found.append(f"{room} is not deleted: {answer.status_code}")
                return
            right.add(HTTPStatus.NOT_FOUND)
        self.tally.found.append(f"{room} is not deleted: no answer")


async def wait_for_rest(
    look: Callable[[], Any], is_at_rest: Callable[[dict[str, Any]], bool], patience_s: float
) -> Any:
    """Return the last value seen, at rest or after so long."""
    until = asyncio.get_running_loop().time() + patience_s
    while True:
        seen = await look()
        if is_at_rest(seen) or asyncio.get_running_loop().time() > until:
            return seen
        await asyncio.sleep(QUIET_S)


def format_figures(tally: Tally, first: dict[str, Any], last: dict[str, Any]) -> str:
    """Return the figures in one line."""
    shown = {name: f"{first[name]} -> {last[name]}" for name in last}
    return (
        f"{tally.rooms} rooms, {tally.games} games, {tally.connections} connections, {tally.pages} pages, "
        f"{tally.acknowledged} commands acknowledged; {tally.get_growth()} KiB more after warm-up; {json.dumps(shown)}"
    )
