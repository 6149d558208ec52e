"""Strangers who hold all connections: a player's seat still gets in and acts."""

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

from app.settings.limits import Figures
from app.web.server import connections, guard_log, guard_watch
from app.web.server.connections import ConnectionTable, site_of
from app.web.server.descriptors import bound_connections
from app.web.server.guard_log import GuardLog
from tests.abuse.wire import (
    GET,
    PATIENCE_S,
    connect_raw,
    get_guard,
    make_head,
    open_crowd,
    parse_status,
    read_to_end,
    send_request,
)
from tests.web.servers import Served as ServedHere
from tests.web.servers import a_server, on_both_loops
from tools.play_random import Player, begin_game
from tools.play_random import Server as Client
from tools.served import ROOT, Served

PLACES = 24
FEW = Figures(connections=PLACES)
ATTACKERS = tuple(f"127.0.2.{number}" for number in range(1, 6))
IDLE = (
    b"",
    GET[:20],
    make_head(b"POST /csp-report HTTP/1.1", b"Content-Length: 9999", of=(b"Host: 127.0.0.1",)) + b"x",
)
"""First bytes of an idle connection: nothing, half a head, half a body."""


async def start_players(url: str) -> list[Player]:
    """Return two players at a table with a begun game."""
    return await begin_game(Client(url), "adel_verpflichtet", 2, 1, random.Random(1))


def make_request(player: Player, *, is_shown: bool) -> bytes:
    """Return a request for a player's view of the room."""
    shown = (f"Authorization: Bearer {player.token}".encode(),) if is_shown else ()
    line = f"GET /api/rooms/{player.room} HTTP/1.1".encode()
    return make_head(line, *shown, of=(b"Host: 127.0.0.1", b"Connection: close"))


async def can_play(port: int, player: Player) -> bool:
    """Return whether the player's device connects and acts.

    It seals a card, or sends a message if a card is sealed."""
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
            return parse_status(await send_request(port, make_request(player, is_shown=True))) == 200
    except (OSError, EOFError, TimeoutError, WebSocketException):
        return False


async def is_answered(port: int) -> bool:
    """Return whether an ordinary request is answered."""
    return parse_status(await send_request(port, GET[:-2] + b"Connection: close\r\n\r\n")) == 200


@asynccontextmanager
async def open_watchers(served: ServedHere, count: int) -> AsyncIterator[None]:
    """Open sockets without a seat.

    No newcomer gets their places."""
    async with AsyncExitStack() as stack:
        host, room = Client(served.url), ""
        for number in range(count):
            if number % 12 == 0:
                room = await open_watched_room(host)
            url = f"ws://127.0.0.1:{served.port}/api/rooms/{room}/live"
            socket = await stack.enter_async_context(connect(url, proxy=None))
            await socket.send('{"do":"hello"}')
            await socket.recv()
        yield


async def open_watched_room(host: Client) -> str:
    """Return a new room that may be watched by its code."""
    body = {"game": "adel_verpflichtet", "name": "Ada", "options": {"watchers": "public"}}
    status, answer = await host.ask("POST", "/api/rooms", body)
    assert status in (200, 201), answer
    return str(cast(dict[str, object], answer)["room"])


@on_both_loops
async def test_player_returns_while_strangers_hold_all_connections() -> None:
    async with a_server(figures=FEW, limits=True) as served:
        player = (await start_players(served.url))[0]
        async with open_crowd(served.port, ATTACKERS, 8, IDLE):
            assert len(get_guard(served).watch.connections.slots) <= PLACES
            assert await can_play(served.port, player)
            assert await is_answered(served.port), "others are answered, too"
        assert await is_answered(served.port)


@on_both_loops
async def test_smallest_holder_keeps_its_connections() -> None:
    async with a_server(figures=FEW) as served, connect_raw(served.port, "127.0.3.1") as (reader, writer):
        writer.write(GET[:20])
        async with open_crowd(served.port, ATTACKERS, 10, IDLE) as opened:
            writer.write(GET[20:])
            assert b" 200 " in await reader.readuntil(b"\r\n")
            async with asyncio.timeout(PATIENCE_S):
                while sum(each.at_eof() or each.exception() is not None for each, _ in opened) < 50 - PLACES:
                    await asyncio.sleep(0.05)


@on_both_loops
async def test_only_seats_are_served_when_strangers_are_busy() -> None:
    async with a_server(figures=FEW) as served:
        player = (await start_players(served.url))[0]
        async with open_watchers(served, PLACES - PLACES // connections.PLAYERS_SHARE):
            answer = await send_request(served.port, make_request(player, is_shown=False))
            assert parse_status(answer) == 503
            assert answer is not None and b"The server is full right now." in answer and b"retry-after" in answer
            unknown = f"Authorization: Bearer {'x' * 43}".encode()
            assert (
                parse_status(
                    await send_request(served.port, make_request(player, is_shown=False)[:-2] + unknown + b"\r\n\r\n")
                )
                == 503
            )
            assert parse_status(await send_request(served.port, make_head())) == 503
            cookie = f"Cookie: dev={player.token}".encode()
            of_table = make_head(
                f"GET /r/{player.room} HTTP/1.1".encode(), cookie, of=(b"Host: 127.0.0.1", b"Connection: close")
            )
            assert parse_status(await send_request(served.port, of_table)) == 200
            assert await is_answered(served.port), "who looks after the server still hears that it is well"
            assert await can_play(served.port, player)
        async with asyncio.timeout(PATIENCE_S):
            while parse_status(await send_request(served.port, make_request(player, is_shown=False))) == 503:
                await asyncio.sleep(0.05)


@on_both_loops
async def test_server_full_of_players_refuses_newcomers() -> None:
    async with a_server(figures=Figures(connections=4)) as served:
        player = (await start_players(served.url))[0]
        async with AsyncExitStack() as stack:
            for _ in range(4):
                url = f"ws://127.0.0.1:{served.port}/api/rooms/{player.room}/live"
                shown = {"Authorization": f"Bearer {player.token}"}
                socket = await stack.enter_async_context(connect(url, additional_headers=shown, proxy=None))
                await socket.recv()
            assert await send_request(served.port, GET) == b""
            table = get_guard(served).watch.connections
            assert sum(slot.kind == "player" for slot in table.slots) == 4
        async with asyncio.timeout(PATIENCE_S):
            while table.slots:
                await asyncio.sleep(0.05)
        assert await is_answered(served.port)


@on_both_loops
async def test_connection_bound_is_logged_once_and_counted(log: io.StringIO) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(guard_log, "LINE_S", 1.5)
        async with a_server(figures=FEW) as served:
            async with open_crowd(served.port, ATTACKERS, 8, IDLE):
                async with asyncio.timeout(PATIENCE_S):
                    while "no longer reached" not in log.getvalue():
                        await asyncio.sleep(0.1)
            metrics = served.dependencies.metrics
            assert metrics.here("signet_connections_bound") == {"": PLACES}
            assert metrics.here("signet_connections_refused_total")["displaced"] >= 40 - PLACES
            assert set(metrics.here("signet_connections")) == {""}
    assert log.getvalue().count('"connection bound reached"') == 1
    assert '"127.0' not in log.getvalue()


def test_network_counts_as_one_peer() -> None:
    assert site_of("2001:db8:1:2::3") == site_of("2001:db8:1:ffff::1") == "2001:db8:1::/48"
    assert site_of("2001:db8:2::1") != site_of("2001:db8:1::1")
    assert site_of("::ffff:192.0.2.1") == site_of("192.0.2.1") == "192.0.2.1"
    assert site_of(None) == site_of("unix") == "unknown"


class Unconnected(asyncio.Transport):
    """Transport that only counts."""

    def __init__(self, aborted: Counter[str], name: str) -> None:
        super().__init__()
        self._aborted, self._name = aborted, name

    def abort(self) -> None:
        """Count it."""
        self._aborted[self._name] += 1


def test_large_network_loses_only_its_own_connections() -> None:
    """All 65,536 networks of a /48 are one attacker; a peer's single connection stays."""
    aborted: Counter[str] = Counter()
    table = ConnectionTable(100)
    for number in range(50):
        assert table.enter(f"192.0.2.{number}", Unconnected(aborted, "others")) is not None
    for number in range(5000):
        assert table.enter(f"2001:db8:0:{number:x}::1", Unconnected(aborted, "attacker")) is not None
    assert aborted == {"attacker": 4950}
    assert len(table.slots) == 100


# Tests with a real limit of open files.


@pytest.fixture(name="small")
def _small_server(tmp_path: Path) -> Iterator[Served]:
    """Server that may open 256 files."""
    with serve_limited(tmp_path, "-m app serve") as served:
        yield served


@contextmanager
def serve_limited(data: Path, program: str) -> Iterator[Served]:
    """Run a server with a hard limit of open files."""
    command = ("/bin/sh", "-c", f"ulimit -n 256; exec {sys.executable} {program}")
    served = Served(data, {"SIGNET_LIMITS": "on"}, command, ROOT)
    served.start()
    try:
        yield served
    finally:
        served.stop()


def get_port(served: Served) -> int:
    return int(served.url.rpartition(":")[2])


@pytest.mark.asyncio
async def test_five_addresses_cannot_take_all_descriptors(small: Served) -> None:
    port, player = get_port(small), (await start_players(small.url))[0]
    async with open_crowd(port, ATTACKERS, 60, IDLE):
        assert await can_play(port, player)
        assert await is_answered(port)
    assert await can_play(port, player)
    async with asyncio.timeout(PATIENCE_S):
        while "connections refused" not in small.log:
            await asyncio.sleep(0.1)
    assert small.log.count('"connection bound reached"') == 1
    assert "Traceback" not in small.log and "no_descriptor" not in small.log


@pytest.mark.asyncio
async def test_server_without_a_bound_is_detected(tmp_path: Path) -> None:
    with serve_limited(tmp_path, "-m tests.abuse.mutant_unbounded") as served:
        port, player = get_port(served), (await start_players(served.url))[0]
        async with open_crowd(port, ATTACKERS, 60, IDLE):
            # a slow machine closes some idle connections between both
            is_served = await is_answered_or_refused(port) and await can_play_soon(port, player)
            assert not is_served


async def is_answered_or_refused(port: int) -> bool:
    try:
        return parse_status(await send_request(port, GET[:-2] + b"Connection: close\r\n\r\n", patience_s=2)) == 200
    except OSError:
        return False


async def can_play_soon(port: int, player: Player) -> bool:
    try:
        async with asyncio.timeout(2):
            return await can_play(port, player)
    except TimeoutError:
        return False


@pytest.mark.asyncio
async def test_process_without_descriptors_logs_it_and_closes_waiting(
    monkeypatch: pytest.MonkeyPatch, log: io.StringIO
) -> None:
    async with a_server() as served, open_crowd(served.port, ATTACKERS, 2, IDLE) as opened:
        assert await is_answered(served.port)
        monkeypatch.setattr(guard_watch, "is_exhausted", lambda: True)
        reader, _ = opened[0]
        assert await read_to_end(reader) == b""
        assert '"no_descriptor": 1' in log.getvalue()


def test_bound_is_below_the_limit_of_open_files(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for limit in (64, 256, 1024, 10_496, 1 << 20, None):
        monkeypatch.setattr("app.web.server.descriptors.soft_limit", lambda limit=limit: limit)
        found.append(bound_connections(8192))
    assert found == [32, 128, 512, 8192, 8192, 8192]


# Mutants.


@pytest.mark.asyncio
async def test_table_that_closes_no_connection_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ConnectionTable, "displace", lambda self: False)
    async with a_server(figures=FEW) as served:
        player = (await start_players(served.url))[0]
        async with open_crowd(served.port, ATTACKERS, 8, IDLE):
            assert not await can_play_soon(served.port, player)


@pytest.mark.asyncio
async def test_table_without_reserved_places_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "PLAYERS_SHARE", PLACES + 1)
    async with a_server(figures=FEW) as served:
        player = (await start_players(served.url))[0]
        async with open_watchers(served, PLACES):
            assert not await can_play_soon(served.port, player)


@pytest.mark.asyncio
async def test_table_that_treats_all_as_players_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections.Slot, "needs_seat", False)
    async with a_server(figures=FEW) as served:
        player = (await start_players(served.url))[0]
        async with open_watchers(served, PLACES - PLACES // connections.PLAYERS_SHARE):
            assert parse_status(await send_request(served.port, make_request(player, is_shown=False))) != 503


def test_table_that_ignores_networks_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "site_of", str)
    aborted: Counter[str] = Counter()
    table = ConnectionTable(100)
    for number in range(50):
        table.enter(f"192.0.2.{number}", Unconnected(aborted, "others"))
    for number in range(5000):
        table.enter(f"2001:db8:0:{number:x}::1", Unconnected(aborted, "attacker"))
    assert aborted["others"] == 50


@pytest.mark.asyncio
async def test_log_that_repeats_the_bound_is_detected(monkeypatch: pytest.MonkeyPatch, log: io.StringIO) -> None:
    noted = GuardLog.note_bound

    def each(self: GuardLog, counts: Counter[str], bound: int, open_now: int) -> None:
        self._bound_at = None
        noted(self, counts, bound, open_now)

    monkeypatch.setattr(GuardLog, "note_bound", each)
    async with a_server(figures=FEW) as served:
        for _ in range(2):
            async with open_crowd(served.port, ATTACKERS, 8, IDLE):
                await asyncio.sleep(1.5)
    assert log.getvalue().count('"connection bound reached"') > 1
