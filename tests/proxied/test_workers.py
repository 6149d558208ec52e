"""Several processes behind a real Caddy, by the recipe of docs/operating.md.

All people of a room meet in one process, and play on when it is killed, renewed or stopped."""

import asyncio
import contextlib
import os
import signal
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from httpx2 import HTTPError, get
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from tests.faults.processes import PATIENCE_S, wait_for_all
from tests.postgres import Postgres, postgres_server
from tests.proxied.caddy import Caddy, run_caddy, run_caddy_beside
from tests.proxied.households import Household, route_through
from tests.proxied.recipe import read_worker_recipe
from tests.web.tables import GAME
from tools.served import Served

WORKERS = 2
MOST_ROOMS = 40
ASKED_S = 5.0
"""Seconds until a client repeats a request."""

RECIPE = read_worker_recipe()

pytestmark = [pytest.mark.fault, pytest.mark.asyncio, pytest.mark.slow("several processes are started")]


@dataclass(frozen=True)
class Running:
    """Processes and the proxy before them."""

    server: Served
    postgres: Postgres
    caddy: Caddy

    def wait(self) -> None:
        """Wait until all processes serve."""
        wait_for_all(self.server, self.postgres, WORKERS)

    def get_pid(self, address: str) -> int:
        """Return the process that listens at an address."""
        (found,) = (pid for pid in self.server.workers if is_listening(pid, int(address.rpartition(":")[2])))
        return found

    async def count_open(self) -> dict[str, int]:
        """Return the proxy's open requests and sockets by process."""
        told = await asyncio.to_thread(get, f"http://127.0.0.1:{self.caddy.admin}/reverse_proxy/upstreams")
        return {each["address"]: each["num_requests"] for each in told.json()}


def is_listening(pid: int, port: int) -> bool:
    """Return whether a process listens on a port of this machine."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text(encoding="utf-8").splitlines()[1:]]
    found = {f"socket:[{row[9]}]" for row in rows if row[3] == "0A" and int(row[1].rpartition(":")[2], 16) == port}
    return any(each.is_symlink() and os.readlink(each) in found for each in Path(f"/proc/{pid}/fd").iterdir())


@pytest.fixture(scope="module")
def started_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for all tests of this file."""
    with postgres_server(()) as postgres:
        settings = {**RECIPE.environment, "SIGNET_DATABASE_URL": postgres.url(), "SIGNET_WORKERS": str(WORKERS)}
        server = Served(tmp_path_factory.mktemp("server"), settings)
        server.start()
        try:
            with run_caddy(RECIPE.replace_addresses([url.removeprefix("http://") for url in server.own_urls])) as caddy:
                yield Running(server, postgres, caddy)
        finally:
            for pid in server.workers:
                os.kill(pid, signal.SIGCONT)
            server.stop()


@pytest.fixture
def running(started_server: Running) -> Running:
    """Same server while all its processes serve."""
    started_server.wait()
    return started_server


@dataclass
class Room:
    """Room with one seat, and its viewers' sockets."""

    house: Household
    running: Running
    code: str
    token: str
    sockets: list[ClientConnection] = field(default_factory=list)

    @property
    def _shown(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}

    async def connect(self, count: int) -> str:
        """Connect so many sockets; return the address of their one process."""
        before = await self.running.count_open()
        for _ in range(count):
            socket = await self.house.open_socket(f"/api/rooms/{self.code}/live", self._shown)
            await socket.send('{"id":"p","do":"ping"}')
            async with asyncio.timeout(PATIENCE_S):
                while '"re":"p"' not in str(await socket.recv()):
                    continue
            self.sockets.append(socket)
        after = await self.running.count_open()
        came = {address: open_now - before[address] for address, open_now in after.items()}
        (home,) = (address for address, more in came.items() if more > 0)
        assert came[home] == count
        return home

    async def connect_until_at(self, home: str) -> None:
        """Connect until the process is that one again.

        The proxy checks once a second whether it is well."""
        async with asyncio.timeout(PATIENCE_S):
            while await self.connect(1) != home:
                await asyncio.sleep(0.2)
        await self.close()

    async def wait_until_closed(self) -> None:
        """Wait until the other end has closed all sockets."""
        for socket in self.sockets:
            async with asyncio.timeout(PATIENCE_S):
                with contextlib.suppress(ConnectionClosed):
                    while True:
                        await socket.recv()
        self.sockets.clear()

    async def close(self) -> None:
        """Close all sockets."""
        for socket in self.sockets:
            await socket.close()
        self.sockets.clear()

    async def send(self, text: str) -> int:
        """Send a message by an HTTP request and return the status."""
        body = {"id": text, "do": "say", "text": text}
        path = f"/api/rooms/{self.code}/commands"
        return (await self.house.request("POST", path, json=body, headers=self._shown)).status_code

    async def list_messages(self) -> list[str]:
        """Return the messages at the table."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                with contextlib.suppress(HTTPError, TimeoutError):
                    async with asyncio.timeout(ASKED_S):
                        answer = await self.house.request("GET", f"/api/rooms/{self.code}", headers=self._shown)
                        assert answer.status_code == 200
                        return [line["text"] for line in answer.json()["said"]]


async def open_room(running: Running, house: Household) -> Room:
    """Return a new room."""
    told: dict[str, Any] = (await house.request("POST", "/api/rooms", json={"game": GAME, "name": "Ada"})).json()
    return Room(house, running, told["room"], told["token"])


async def test_room_has_one_process_and_every_process_has_rooms(running: Running) -> None:
    async with Household(route_through(running.caddy, RECIPE.name), "127.0.0.2") as house:
        homes: set[str] = set()
        rooms: list[Room] = []
        while len(homes) < WORKERS:
            rooms.append(await open_room(running, house))
            homes.add(await rooms[-1].connect(3))
            assert len(rooms) < MOST_ROOMS
        assert homes == {url.removeprefix("http://") for url in running.server.own_urls}
        for room in rooms:
            await room.close()


async def test_room_goes_on_when_its_process_is_killed(
    running: Running,
) -> None:
    async with Household(route_through(running.caddy, RECIPE.name), "127.0.0.2") as house:
        room = await open_room(running, house)
        home = await room.connect(3)
        assert await room.send("before") == 200
        killed = running.get_pid(home)
        os.kill(killed, signal.SIGKILL)
        await room.wait_until_closed()
        assert await room.list_messages() == ["before"]
        assert await room.send("after") == 200
        assert await room.list_messages() == ["before", "after"]
        running.wait()
        assert running.get_pid(home) != killed
        await room.connect_until_at(home)


async def test_renewed_process_passes_on_its_address(running: Running) -> None:
    async with Household(route_through(running.caddy, RECIPE.name), "127.0.0.2") as house:
        room = await open_room(running, house)
        assert await room.send("before") == 200
        home, before = await room.connect(2), running.server.workers
        running.server.tell(signal.SIGHUP)
        while running.server.workers & before or len(running.server.workers) != WORKERS:
            assert await room.list_messages() == ["before"]
        await room.wait_until_closed()
        running.wait()
        await room.connect_until_at(home)


async def test_room_goes_on_elsewhere_when_its_process_hangs(running: Running) -> None:
    async with Household(route_through(running.caddy, RECIPE.name), "127.0.0.2") as house:
        room = await open_room(running, house)
        home = await room.connect(2)
        assert await room.send("before") == 200
        hung = running.get_pid(home)
        os.kill(hung, signal.SIGSTOP)
        try:
            assert await room.list_messages() == ["before"]
            assert await room.send("after") == 200
            there = Room(house, running, room.code, room.token)
            assert await there.connect(1) != home
            await there.close()
        finally:
            os.kill(hung, signal.SIGCONT)
        await room.close()


async def test_proxy_that_ignores_the_room_is_detected(running: Running) -> None:
    own = [url.removeprefix("http://") for url in running.server.own_urls]
    anywhere = RECIPE.replace_addresses(own).replace("lb_policy header Room-Place", "lb_policy round_robin")
    async with run_caddy_beside(anywhere) as caddy, Household(route_through(caddy, RECIPE.name), "127.0.0.2") as house:
        with pytest.raises(ValueError, match="too many values"):
            await (await open_room(replace(running, caddy=caddy), house)).connect(3)
