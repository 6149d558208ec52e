"""Strangers who take all connections keep no player out: a device that holds a seat comes back and plays on."""

import asyncio
import io
import json
import random
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import cast

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from app.settings import Figures
from app.web.server import connections, guard_log, guard_watch
from app.web.server.connections import ConnectionTable, site_of
from app.web.server.descriptors import bound_connections
from app.web.server.guard_log import GuardLog
from tests.abuse.wire import GET, PATIENCE_S, ask, connected, crowd, guard_of, head, read_to_end, status_of
from tests.web.servers import Served as ServedHere
from tests.web.servers import a_server, on_both_loops
from tools.play_random import Player, seated
from tools.play_random import Server as Client
from tools.served import ROOT, Served

PLACES = 24
FEW = Figures(connections=PLACES)
ATTACKERS = tuple(f"127.0.2.{number}" for number in range(1, 6))
IDLE = (b"", GET[:20], head(b"POST /csp-report HTTP/1.1", b"Content-Length: 9999", of=(b"Host: 127.0.0.1",)) + b"x")
"""What a connection that is only held begins with: nothing, half a head, half a body."""


async def players_of(url: str) -> list[Player]:
    """Two at a table that has begun."""
    return await seated(Client(url), "adel_verpflichtet", 2, 1, random.Random(1))


def page(player: Player, *, is_shown: bool) -> bytes:
    """A request for what a player may know of the room."""
    shown = (f"Authorization: Bearer {player.token}".encode(),) if is_shown else ()
    line = f"GET /api/rooms/{player.room} HTTP/1.1".encode()
    return head(line, *shown, of=(b"Host: 127.0.0.1", b"Connection: close"))


async def comes_back(port: int, player: Player) -> bool:
    """Whether the player's device connects, and seals a card, or says something if it has sealed one."""
    try:
        async with asyncio.timeout(PATIENCE_S):
            url = f"ws://127.0.0.1:{port}/api/rooms/{player.room}/live"
            shown = {"Authorization": f"Bearer {player.token}"}
            async with connect(url, additional_headers=shown, proxy=None) as socket:
                command = player.next_command(json.loads(await socket.recv())["view"])
                said = command or {"id": f"s{random.random()}", "do": "say", "text": "I am back."}
                await socket.send(json.dumps(said))
                while (told := json.loads(await socket.recv())).get("re") != said["id"]:
                    continue
                if not told.get("ok"):
                    return False
            return status_of(await ask(port, page(player, is_shown=True))) == 200
    except (OSError, EOFError, TimeoutError, WebSocketException):
        return False


async def is_well(port: int) -> bool:
    """Whether an ordinary request is answered."""
    return status_of(await ask(port, GET[:-2] + b"Connection: close\r\n\r\n")) == 200


@asynccontextmanager
async def watchers(served: ServedHere, count: int) -> AsyncIterator[None]:
    """Sockets that are let in and hold no seat: no newcomer gets their places."""
    async with AsyncExitStack() as stack:
        host, room = Client(served.url), ""
        for number in range(count):
            if number % 12 == 0:
                room = await room_to_watch(host)
            url = f"ws://127.0.0.1:{served.port}/api/rooms/{room}/live"
            socket = await stack.enter_async_context(connect(url, proxy=None))
            await socket.send('{"do":"hello"}')
            await socket.recv()
        yield


async def room_to_watch(host: Client) -> str:
    """A new room that may be watched by its code."""
    body = {"game": "adel_verpflichtet", "name": "Ada", "options": {"watchers": "public"}}
    status, answer = await host.ask("POST", "/api/rooms", body)
    assert status in (200, 201), answer
    return str(cast(dict[str, object], answer)["room"])


@on_both_loops
async def test_a_player_comes_back_while_others_hold_all_connections() -> None:
    async with a_server(figures=FEW, limits=True) as served:
        player = (await players_of(served.url))[0]
        async with crowd(served.port, ATTACKERS, 8, IDLE):
            assert len(guard_of(served).watch.connections.slots) <= PLACES
            assert await comes_back(served.port, player)
            assert await is_well(served.port), "others are answered, too"
        assert await is_well(served.port)


@on_both_loops
async def test_who_holds_fewest_connections_keeps_them() -> None:
    async with a_server(figures=FEW) as served, connected(served.port, "127.0.3.1") as (reader, writer):
        writer.write(GET[:20])
        async with crowd(served.port, ATTACKERS, 10, IDLE) as opened:
            writer.write(GET[20:])
            assert b" 200 " in await reader.readuntil(b"\r\n")
            async with asyncio.timeout(PATIENCE_S):
                while sum(each.at_eof() or each.exception() is not None for each, _ in opened) < 50 - PLACES:
                    await asyncio.sleep(0.05)


@on_both_loops
async def test_when_strangers_are_busy_everywhere_only_a_seat_is_served() -> None:
    async with a_server(figures=FEW) as served:
        player = (await players_of(served.url))[0]
        async with watchers(served, PLACES - PLACES // connections.PLAYERS_SHARE):
            answer = await ask(served.port, page(player, is_shown=False))
            assert status_of(answer) == 503
            assert answer is not None and b"The server is full right now." in answer and b"retry-after" in answer
            unknown = f"Authorization: Bearer {'x' * 43}".encode()
            assert status_of(await ask(served.port, page(player, is_shown=False)[:-2] + unknown + b"\r\n\r\n")) == 503
            assert status_of(await ask(served.port, head())) == 503
            cookie = f"Cookie: dev={player.token}".encode()
            of_table = head(
                f"GET /r/{player.room} HTTP/1.1".encode(), cookie, of=(b"Host: 127.0.0.1", b"Connection: close")
            )
            assert status_of(await ask(served.port, of_table)) == 200
            assert await is_well(served.port), "who looks after the server still hears that it is well"
            assert await comes_back(served.port, player)
        async with asyncio.timeout(PATIENCE_S):
            while status_of(await ask(served.port, page(player, is_shown=False))) == 503:
                await asyncio.sleep(0.05)


@on_both_loops
async def test_a_server_full_of_players_refuses_a_newcomer_at_once() -> None:
    async with a_server(figures=Figures(connections=4)) as served:
        player = (await players_of(served.url))[0]
        async with AsyncExitStack() as stack:
            for _ in range(4):
                url = f"ws://127.0.0.1:{served.port}/api/rooms/{player.room}/live"
                shown = {"Authorization": f"Bearer {player.token}"}
                socket = await stack.enter_async_context(connect(url, additional_headers=shown, proxy=None))
                await socket.recv()
            assert await ask(served.port, GET) == b""
            table = guard_of(served).watch.connections
            assert sum(slot.kind == "player" for slot in table.slots) == 4
        async with asyncio.timeout(PATIENCE_S):
            while table.slots:
                await asyncio.sleep(0.05)
        assert await is_well(served.port)


@on_both_loops
async def test_the_bound_is_logged_once_and_counted(log: io.StringIO) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(guard_log, "LINE_S", 1.5)
        async with a_server(figures=FEW) as served:
            async with crowd(served.port, ATTACKERS, 8, IDLE):
                async with asyncio.timeout(PATIENCE_S):
                    while "no longer reached" not in log.getvalue():
                        await asyncio.sleep(0.1)
            metrics = served.dependencies.metrics
            assert metrics.here("signet_connections_bound") == {"": PLACES}
            assert metrics.here("signet_connections_refused_total")["displaced"] >= 40 - PLACES
            assert set(metrics.here("signet_connections")) == {""}
    assert log.getvalue().count('"connection bound reached"') == 1
    assert '"127.0' not in log.getvalue()


def test_networks_are_counted_as_one_peer() -> None:
    assert site_of("2001:db8:1:2::3") == site_of("2001:db8:1:ffff::1") == "2001:db8:1::/48"
    assert site_of("2001:db8:2::1") != site_of("2001:db8:1::1")
    assert site_of("::ffff:192.0.2.1") == site_of("192.0.2.1") == "192.0.2.1"
    assert site_of(None) == site_of("unix") == "unknown"


class Unconnected(asyncio.Transport):
    """A transport that only counts."""

    def __init__(self, aborted: Counter[str], name: str) -> None:
        super().__init__()
        self._aborted, self._name = aborted, name

    def abort(self) -> None:
        """Count it."""
        self._aborted[self._name] += 1


def test_of_a_large_network_only_its_own_connections_go() -> None:
    """65,536 networks of a /48 are one attacker; whoever has one connection keeps it."""
    aborted: Counter[str] = Counter()
    table = ConnectionTable(100)
    for number in range(50):
        assert table.enter(f"192.0.2.{number}", Unconnected(aborted, "others")) is not None
    for number in range(5000):
        assert table.enter(f"2001:db8:0:{number:x}::1", Unconnected(aborted, "attacker")) is not None
    assert aborted == {"attacker": 4950}
    assert len(table.slots) == 100


# ---- with a real limit of open files


@pytest.fixture(name="small")
def _small(tmp_path: Path) -> Iterator[Served]:
    """A server that may open 256 files."""
    with limited(tmp_path, "-m app serve") as served:
        yield served


@contextmanager
def limited(data: Path, program: str) -> Iterator[Served]:
    """A server with a hard limit of open files."""
    command = ("/bin/sh", "-c", f"ulimit -n 256; exec {sys.executable} {program}")
    served = Served(data, {"SIGNET_LIMITS": "on"}, command, ROOT)
    served.start()
    try:
        yield served
    finally:
        served.stop()


def port_of(served: Served) -> int:
    return int(served.url.rpartition(":")[2])


@pytest.mark.asyncio
async def test_five_addresses_do_not_take_all_descriptors(small: Served) -> None:
    port, player = port_of(small), (await players_of(small.url))[0]
    async with crowd(port, ATTACKERS, 60, IDLE):
        assert await comes_back(port, player)
        assert await is_well(port)
    assert await comes_back(port, player)
    async with asyncio.timeout(PATIENCE_S):
        while "connections refused" not in small.log:
            await asyncio.sleep(0.1)
    assert small.log.count('"connection bound reached"') == 1
    assert "Traceback" not in small.log and "no_descriptor" not in small.log


@pytest.mark.asyncio
async def test_a_server_without_a_bound_is_found_out(tmp_path: Path) -> None:
    with limited(tmp_path, "-m tests.abuse.mutant_unbounded") as served:
        port, player = port_of(served), (await players_of(served.url))[0]
        async with crowd(port, ATTACKERS, 60, IDLE):
            assert not await is_well_or_refused(port)
            assert not await comes_back_soon(port, player)


async def is_well_or_refused(port: int) -> bool:
    try:
        return status_of(await ask(port, GET[:-2] + b"Connection: close\r\n\r\n", patience_s=2)) == 200
    except OSError:
        return False


async def comes_back_soon(port: int, player: Player) -> bool:
    try:
        async with asyncio.timeout(2):
            return await comes_back(port, player)
    except TimeoutError:
        return False


@pytest.mark.asyncio
async def test_a_process_that_can_open_no_file_says_so_and_closes_who_waits(
    monkeypatch: pytest.MonkeyPatch, log: io.StringIO
) -> None:
    async with a_server() as served, crowd(served.port, ATTACKERS, 2, IDLE) as opened:
        assert await is_well(served.port)
        monkeypatch.setattr(guard_watch, "is_exhausted", lambda: True)
        reader, _ = opened[0]
        assert await read_to_end(reader) == b""
        assert '"no_descriptor": 1' in log.getvalue()


def test_the_bound_lies_below_the_limit_of_open_files(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for limit in (64, 256, 1024, 10_496, 1 << 20, None):
        monkeypatch.setattr("app.web.server.descriptors.soft_limit", lambda limit=limit: limit)
        found.append(bound_connections(8192))
    assert found == [32, 128, 512, 8192, 8192, 8192]


# ---- mutants


@pytest.mark.asyncio
async def test_a_table_that_closes_nobody_for_a_newcomer_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ConnectionTable, "displace", lambda self: False)
    async with a_server(figures=FEW) as served:
        player = (await players_of(served.url))[0]
        async with crowd(served.port, ATTACKERS, 8, IDLE):
            assert not await comes_back_soon(served.port, player)


@pytest.mark.asyncio
async def test_a_table_that_keeps_no_places_for_players_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "PLAYERS_SHARE", PLACES + 1)
    async with a_server(figures=FEW) as served:
        player = (await players_of(served.url))[0]
        async with watchers(served, PLACES):
            assert not await comes_back_soon(served.port, player)


@pytest.mark.asyncio
async def test_a_table_that_takes_everybody_for_a_player_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections.Slot, "needs_seat", False)
    async with a_server(figures=FEW) as served:
        player = (await players_of(served.url))[0]
        async with watchers(served, PLACES - PLACES // connections.PLAYERS_SHARE):
            assert status_of(await ask(served.port, page(player, is_shown=False))) != 503


def test_a_table_that_looks_at_no_network_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "site_of", str)
    aborted: Counter[str] = Counter()
    table = ConnectionTable(100)
    for number in range(50):
        table.enter(f"192.0.2.{number}", Unconnected(aborted, "others"))
    for number in range(5000):
        table.enter(f"2001:db8:0:{number:x}::1", Unconnected(aborted, "attacker"))
    assert aborted["others"] == 50


@pytest.mark.asyncio
async def test_a_log_that_says_the_bound_each_time_is_found_out(
    monkeypatch: pytest.MonkeyPatch, log: io.StringIO
) -> None:
    noted = GuardLog.note_bound

    def each(self: GuardLog, counts: Counter[str], bound: int, open_now: int) -> None:
        self._bound_at = None
        noted(self, counts, bound, open_now)

    monkeypatch.setattr(GuardLog, "note_bound", each)
    async with a_server(figures=FEW) as served:
        for _ in range(2):
            async with crowd(served.port, ATTACKERS, 8, IDLE):
                await asyncio.sleep(1.5)
    assert log.getvalue().count('"connection bound reached"') > 1
