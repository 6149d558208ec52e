"""Several real processes whose rooms' people meet in one of them, while that one is killed, stopped or renewed."""

import asyncio
import os
import random
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.faults.processes import PATIENCE_S, clients_of, wait_for_all
from tests.postgres import Postgres, postgres_server
from tools.play_random import Player, seated
from tools.play_random import Server as Client
from tools.served import Served

WORKERS = 3
TIMES = 5

pytestmark = [pytest.mark.fault, pytest.mark.asyncio, pytest.mark.slow("several processes are started")]


@pytest.fixture(scope="module")
def safe_postgres() -> Iterator[Postgres]:
    """A Postgres that waits for its disk, as the server insists."""
    with postgres_server(()) as postgres:
        yield postgres


@pytest.fixture(scope="module")
def started(safe_postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for all tests here: each leaves it with processes that serve."""
    settings = {"SIGNET_DATABASE_URL": safe_postgres.url(), "SIGNET_WORKERS": str(WORKERS)}
    served = Served(tmp_path_factory.mktemp("server"), settings)
    served.start()
    yield served
    for pid in served.workers:
        os.kill(pid, signal.SIGCONT)
    served.stop()


@pytest.fixture
def server(started: Served, safe_postgres: Postgres) -> Served:
    """Three processes that all serve."""
    wait_for_all(started, safe_postgres, WORKERS)
    return started


class Room:
    """A table of two, and where its people are."""

    def __init__(self, server: Served, player: Player) -> None:
        self._server = server
        self._player = player
        self._open: list[ClientConnection] = []

    async def comes(self, count: int = 1) -> None:
        """So many more connections, by whichever processes take them."""
        url = f"{self._server.url.replace('http', 'ws')}/api/rooms/{self._player.room}/live"
        shown = {"Authorization": f"Bearer {self._player.token}"}
        for _ in range(count):
            socket = await connect(url, additional_headers=shown, proxy=None, open_timeout=PATIENCE_S, close_timeout=1)
            await socket.send('{"id":"p","do":"ping"}')
            async with asyncio.timeout(PATIENCE_S):
                while '"re":"p"' not in str(await socket.recv()):
                    continue
            self._open.append(socket)

    async def ends(self) -> list[int]:
        """With which codes those end that are open now; 1006 for a broken line."""
        codes = []
        for socket in self._open:
            async with asyncio.timeout(PATIENCE_S):
                try:
                    while True:
                        await socket.recv()
                except ConnectionClosed as end:
                    codes.append(end.rcvd.code if end.rcvd is not None else 1006)
        self._open.clear()
        return codes

    async def leaves(self) -> None:
        """All go."""
        for socket in self._open:
            await socket.close()

    @property
    def served_by(self) -> set[int]:
        """The processes that serve its connections."""
        ports = {socket.local_address[1] for socket in self._open}
        return {pid for pid in self._server.workers if ports & clients_of(pid)}


@asynccontextmanager
async def a_room(server: Served) -> AsyncIterator[Room]:
    """A room with four connections."""
    player = (await seated(Client(server.url), "adel_verpflichtet", 2, 1, random.Random(1)))[0]
    room = Room(server, player)
    try:
        await room.comes(4)
        yield room
    finally:
        await room.leaves()


async def comes_true(holds: Callable[[], Awaitable[bool]]) -> None:
    """Waits for a condition."""
    async with asyncio.timeout(PATIENCE_S):
        while not await holds():
            await asyncio.sleep(0.1)


async def killed_at_home(server: Served, room: Room) -> tuple[int, int]:
    """Kills the process that serves the room, whose people come again; which it was, and which serves them then. On a
    machine with much to do the home may be back before they are: then it is killed once more."""
    for _ in range(TIMES):
        (owner,) = room.served_by
        stays = server.workers - {owner}
        os.kill(owner, signal.SIGKILL)
        assert await room.ends() == [1006] * 4
        # who comes sooner than that is noticed waits for the home in its mailbox
        await comes_true(partial(is_buried, owner))
        await room.comes(4)
        (other,) = room.served_by
        if other in stays:
            return owner, other
    pytest.fail("the home was always back first")


async def test_a_rooms_people_meet_in_one_process_also_after_that_was_killed(server: Served) -> None:
    async with a_room(server) as room:
        owner, other = await killed_at_home(server, room)
        # the home serves again: who came meanwhile is asked to come there
        assert await room.ends() == [1012] * 4
        await room.comes(4)
        (back,) = room.served_by
        assert back not in (owner, other)


async def test_a_process_that_is_stopped_gets_nobody_until_it_goes_on(server: Served) -> None:
    async with a_room(server) as at_home, a_room(server) as other:
        (owner,) = at_home.served_by
        os.kill(owner, signal.SIGSTOP)
        await asyncio.sleep(3)
        room = Room(server, at_home._player)
        await room.comes(3)
        (there,) = room.served_by
        assert there != owner
        os.kill(owner, signal.SIGCONT)
        assert await room.ends() == [1012] * 3
        await room.comes(2)
        assert room.served_by == at_home.served_by == {owner}
        await room.leaves()
        assert len(other.served_by) == 1


async def test_after_a_renewal_a_rooms_people_meet_in_one_process_again(server: Served) -> None:
    async with a_room(server) as room:
        before = server.workers
        server.tell(signal.SIGHUP)
        assert await room.ends() == [1012] * 4
        await comes_true(lambda: is_renewed(server, before))
        await room.comes(6)

        async def is_together() -> bool:
            # who came in the moment of the change is asked to come again
            if len(room.served_by) == 1:
                return True
            await room.leaves()
            room._open.clear()
            await room.comes(6)
            return False

        await comes_true(is_together)
        assert room.served_by.isdisjoint(before)


async def is_buried(pid: int) -> bool:
    return not Path(f"/proc/{pid}").exists()


async def is_renewed(server: Served, before: frozenset[int]) -> bool:
    return len(server.workers) == WORKERS and not server.workers & before
