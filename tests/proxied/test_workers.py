"""Several processes behind a real Caddy, by the recipe of docs/operating.md: the people of a room meet in one of them,
whichever that is, and play on while it is killed, renewed or stopped."""

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
from tests.proxied.caddy import Caddy, a_caddy, caddy_beside
from tests.proxied.households import Household, through
from tests.proxied.recipe import recipe_of_workers
from tests.web.tables import GAME
from tools.served import Served

WORKERS = 2
MOST_ROOMS = 40
ASKED_S = 5.0
"""After so long somebody asks once more."""

RECIPE = recipe_of_workers()

pytestmark = [pytest.mark.fault, pytest.mark.asyncio, pytest.mark.slow("several processes are started")]


@dataclass(frozen=True)
class Running:
    """The processes and the proxy before them."""

    server: Served
    postgres: Postgres
    caddy: Caddy

    def wait(self) -> None:
        """Returns when all processes serve."""
        wait_for_all(self.server, self.postgres, WORKERS)

    def pid_at(self, address: str) -> int:
        """The process that listens there."""
        (found,) = (pid for pid in self.server.workers if listens(pid, int(address.rpartition(":")[2])))
        return found

    async def busy(self) -> dict[str, int]:
        """How many requests and sockets the proxy has open to each process."""
        told = await asyncio.to_thread(get, f"http://127.0.0.1:{self.caddy.admin}/reverse_proxy/upstreams")
        return {each["address"]: each["num_requests"] for each in told.json()}


def listens(pid: int, port: int) -> bool:
    """Whether that process listens on that port of this machine."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text(encoding="utf-8").splitlines()[1:]]
    found = {f"socket:[{row[9]}]" for row in rows if row[3] == "0A" and int(row[1].rpartition(":")[2], 16) == port}
    return any(each.is_symlink() and os.readlink(each) in found for each in Path(f"/proc/{pid}/fd").iterdir())


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for all tests here."""
    with postgres_server(()) as postgres:
        settings = {**RECIPE.environment, "SIGNET_DATABASE_URL": postgres.url(), "SIGNET_WORKERS": str(WORKERS)}
        server = Served(tmp_path_factory.mktemp("server"), settings)
        server.start()
        try:
            with a_caddy(RECIPE.behind_each([url.removeprefix("http://") for url in server.own_urls])) as caddy:
                yield Running(server, postgres, caddy)
        finally:
            for pid in server.workers:
                os.kill(pid, signal.SIGCONT)
            server.stop()


@pytest.fixture
def running(started: Running) -> Running:
    """The same, while all its processes serve."""
    started.wait()
    return started


@dataclass
class Room:
    """A room with one seat, and the sockets of whoever looks at it."""

    house: Household
    running: Running
    code: str
    token: str
    sockets: list[ClientConnection] = field(default_factory=list)

    @property
    def _shown(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}

    async def comes(self, count: int) -> str:
        """So many connect; the address of the process they come to, which is one."""
        before = await self.running.busy()
        for _ in range(count):
            socket = await self.house.socket(f"/api/rooms/{self.code}/live", self._shown)
            await socket.send('{"id":"p","do":"ping"}')
            async with asyncio.timeout(PATIENCE_S):
                while '"re":"p"' not in str(await socket.recv()):
                    continue
            self.sockets.append(socket)
        after = await self.running.busy()
        came = {address: open_now - before[address] for address, open_now in after.items()}
        (home,) = (address for address, more in came.items() if more > 0)
        assert came[home] == count
        return home

    async def comes_to(self, home: str) -> None:
        """Comes until it is that process again: the proxy looks once a second whether it is well."""
        async with asyncio.timeout(PATIENCE_S):
            while await self.comes(1) != home:
                await asyncio.sleep(0.2)
        await self.leaves()

    async def ends(self) -> None:
        """Returns when all sockets are closed by the other end."""
        for socket in self.sockets:
            async with asyncio.timeout(PATIENCE_S):
                with contextlib.suppress(ConnectionClosed):
                    while True:
                        await socket.recv()
        self.sockets.clear()

    async def leaves(self) -> None:
        """All close their sockets."""
        for socket in self.sockets:
            await socket.close()
        self.sockets.clear()

    async def says(self, text: str) -> int:
        """The status of a command by a request of its own."""
        body = {"id": text, "do": "say", "text": text}
        path = f"/api/rooms/{self.code}/commands"
        return (await self.house.ask("POST", path, json=body, headers=self._shown)).status_code

    async def hears(self) -> list[str]:
        """What was said at the table."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                with contextlib.suppress(HTTPError, TimeoutError):
                    async with asyncio.timeout(ASKED_S):
                        answer = await self.house.ask("GET", f"/api/rooms/{self.code}", headers=self._shown)
                        assert answer.status_code == 200
                        return [line["text"] for line in answer.json()["said"]]


async def opened(running: Running, house: Household) -> Room:
    """A new room."""
    told: dict[str, Any] = (await house.ask("POST", "/api/rooms", json={"game": GAME, "name": "Ada"})).json()
    return Room(house, running, told["room"], told["token"])


async def test_all_who_come_to_a_room_meet_in_one_process_and_every_process_has_rooms(running: Running) -> None:
    async with Household(through(running.caddy, RECIPE.name), "127.0.0.2") as house:
        homes: set[str] = set()
        rooms: list[Room] = []
        while len(homes) < WORKERS:
            rooms.append(await opened(running, house))
            homes.add(await rooms[-1].comes(3))
            assert len(rooms) < MOST_ROOMS
        assert homes == {url.removeprefix("http://") for url in running.server.own_urls}
        for room in rooms:
            await room.leaves()


async def test_when_its_process_is_killed_a_room_goes_on_in_the_next_which_has_the_same_address(
    running: Running,
) -> None:
    async with Household(through(running.caddy, RECIPE.name), "127.0.0.2") as house:
        room = await opened(running, house)
        home = await room.comes(3)
        assert await room.says("before") == 200
        killed = running.pid_at(home)
        os.kill(killed, signal.SIGKILL)
        await room.ends()
        assert await room.hears() == ["before"]
        assert await room.says("after") == 200
        assert await room.hears() == ["before", "after"]
        running.wait()
        assert running.pid_at(home) != killed
        await room.comes_to(home)


async def test_a_renewed_process_leaves_its_address_to_the_next(running: Running) -> None:
    async with Household(through(running.caddy, RECIPE.name), "127.0.0.2") as house:
        room = await opened(running, house)
        assert await room.says("before") == 200
        home, before = await room.comes(2), running.server.workers
        running.server.tell(signal.SIGHUP)
        while running.server.workers & before or len(running.server.workers) != WORKERS:
            assert await room.hears() == ["before"]
        await room.ends()
        running.wait()
        await room.comes_to(home)


async def test_while_its_process_hangs_a_room_goes_on_in_another(running: Running) -> None:
    async with Household(through(running.caddy, RECIPE.name), "127.0.0.2") as house:
        room = await opened(running, house)
        home = await room.comes(2)
        assert await room.says("before") == 200
        hung = running.pid_at(home)
        os.kill(hung, signal.SIGSTOP)
        try:
            assert await room.hears() == ["before"]
            assert await room.says("after") == 200
            there = Room(house, running, room.code, room.token)
            assert await there.comes(1) != home
            await there.leaves()
        finally:
            os.kill(hung, signal.SIGCONT)
        await room.leaves()


async def test_a_proxy_that_does_not_look_at_the_room_is_found_out(running: Running) -> None:
    own = [url.removeprefix("http://") for url in running.server.own_urls]
    anywhere = RECIPE.behind_each(own).replace("lb_policy header Room-Place", "lb_policy round_robin")
    async with caddy_beside(anywhere) as caddy, Household(through(caddy, RECIPE.name), "127.0.0.2") as house:
        with pytest.raises(ValueError, match="too many values"):
            await (await opened(replace(running, caddy=caddy), house)).comes(3)
