"""Guarded protocols under a real server: no idle connection stays open."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from app.settings.limits import Figures
from app.web.http.limits import Addresses
from app.web.server import uvicorn_guard
from app.web.server.connections import Slot
from app.web.server.guard_watch import Watch
from app.web.server.uvicorn_guard import MOST_WAITING, GuardedHttp, guard_protocols
from tests.web.servers import Served, a_server, on_both_loops
from tools.play_random import Player, begin_game
from tools.play_random import Server as Client

PATIENCE_S = 20.0
IMPATIENT = Figures(request_seconds=0.3)
"""Figures for requests that never arrive."""

BRISK = Figures(request_seconds=1.0)
"""Figures for requests that arrive, on a busy machine too."""

DEAF = Figures(stalled_seconds=0.3)
"""Figures for peers that do not read."""

REQUEST = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@asynccontextmanager
async def raw(served: Served) -> AsyncIterator[Streams]:
    """Open a plain connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


def deaf(writer: asyncio.StreamWriter) -> None:
    """Stop reading."""
    cast(asyncio.Transport, writer.transport).pause_reading()


async def the_end(reader: asyncio.StreamReader) -> bytes:
    """Return all data until the server closes the connection."""
    async with asyncio.timeout(PATIENCE_S):
        try:
            return await reader.read()
        except ConnectionError:
            return b""


async def a_player(served: Served) -> Player:
    """Return a player at a table of two that has begun."""
    players = await begin_game(Client(served.url), "adel_verpflichtet", 2, 1, random.Random(1))
    return players[0]


def socket_url(served: Served, player: Player) -> str:
    return f"ws://127.0.0.1:{served.port}/api/rooms/{player.room}/live"


def bearer(player: Player) -> dict[str, str]:
    return {"Authorization": f"Bearer {player.token}"}


@pytest.mark.parametrize(
    "start",
    [
        b"",
        b"GET /hea",
        b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
        b"POST /rooms HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10\r\n\r\nname",
        b"\r\n",
    ],
)
@on_both_loops
async def test_a_request_that_does_not_arrive_is_cut_off(start: bytes) -> None:
    async with a_server(figures=IMPATIENT) as served, raw(served) as (reader, writer):
        writer.write(start)
        assert b" 200 " not in await the_end(reader)


@on_both_loops
async def test_next_request_on_kept_connection_gets_same_timeout() -> None:
    async with a_server(figures=BRISK) as served, raw(served) as (reader, writer):
        writer.write(REQUEST)
        answer = await reader.readuntil(b'{"ok":true}')
        assert b" 200 " in answer
        writer.write(REQUEST + REQUEST[:20])
        rest = await the_end(reader)
        assert rest.count(b" 200 ") == 1


SLOW = Figures(request_seconds=1.0, request_bytes_per_second=1024)
"""Figures for bodies over a slow line."""


async def comes_slowly(figures: Figures) -> bool:
    """Return whether the server accepts a slow body of 16 KB.

    Its second half comes when the time for a request is over."""
    head = "POST /csp-report HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: 16384\r\n\r\n"
    async with a_server(figures=figures) as served, raw(served) as (reader, writer):
        writer.write(head.encode() + b"x" * 8192)
        await asyncio.sleep(1.5 * figures.request_seconds)
        writer.write(b"x" * 8192)
        return b" 204 " in await the_end(reader)


@on_both_loops
async def test_large_body_gets_enough_time_for_slow_connection() -> None:
    assert await comes_slowly(SLOW)


@on_both_loops
async def test_body_earns_time_only_for_bytes_already_received() -> None:
    assert not await comes_slowly(SLOW.model_copy(update={"request_bytes_per_second": 1 << 40}))


@pytest.mark.asyncio
async def test_no_request_arrives_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uvicorn_guard, "LONGEST_REQUEST_S", SLOW.request_seconds)
    assert not await comes_slowly(SLOW)


@on_both_loops
async def test_connection_answered_before_request_ends_serves_next_request() -> None:
    """A connection closed without notice would swallow a proxy's next request."""
    start = b"POST /rooms HTTP/1.1\r\nHost: 127.0.0.1\r\nSec-Fetch-Site: same-origin\r\nContent-Length: 20\r\n\r\n"
    async with a_server() as served, raw(served) as (reader, writer):
        writer.write(start)
        assert b" 400 " in await reader.readuntil(b"\r\n")
        for rest in (b"x" * 20 + REQUEST, REQUEST + start[:9], start[9:] + b"x" * 20, REQUEST):
            await asyncio.sleep(0.02)
            writer.write(rest)
        said = b""
        while said.count(b"HTTP/1.1 ") < 4:
            said += await reader.read(65_536)
        assert (said.count(b"HTTP/1.1 200 "), said.count(b"HTTP/1.1 400 ")) == (3, 1)


@on_both_loops
async def test_such_a_connection_is_closed_once_it_has_rested() -> None:
    start = b"POST /rooms HTTP/1.1\r\nHost: 127.0.0.1\r\nSec-Fetch-Site: same-origin\r\nContent-Length: 20\r\n\r\n"
    async with a_server() as served:
        served.running.config.timeout_keep_alive = 1
        async with raw(served) as (reader, writer):
            writer.write(start)
            assert b" 400 " in await reader.readuntil(b"\r\n")
            writer.write(b"x" * 20)
            assert b"HTTP/1.1" not in await the_end(reader)


@on_both_loops
async def test_pipelined_requests_are_read_only_up_to_limit() -> None:
    async with a_server() as served, raw(served) as (reader, writer):
        writer.write(REQUEST * (MOST_WAITING + 1))
        for _ in range(MOST_WAITING + 1):
            await reader.readuntil(b'{"ok":true}')
        writer.write(REQUEST * 2_000)
        assert (await the_end(reader)).count(b" 200 ") <= MOST_WAITING + 1


@on_both_loops
async def test_a_socket_outlives_the_time_for_its_request() -> None:
    async with a_server(figures=BRISK) as served:
        player = await a_player(served)
        async with connect(socket_url(served, player), additional_headers=bearer(player), proxy=None) as socket:
            await socket.recv()
            await asyncio.sleep(2 * BRISK.request_seconds)
            await socket.send('{"id":"p","do":"ping"}')
            assert '"re":"p"' in str(await socket.recv())


@pytest.mark.parametrize(
    "head", [b"X-Long: " + b"x" * 17_000 + b"\r\n", b"X-Much: 1\r\n" * 2_000, b"X-Endless: " + b"x" * 70_000]
)
@on_both_loops
async def test_headers_have_a_size(head: bytes) -> None:
    async with a_server() as served, raw(served) as (reader, writer):
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n" + head + b"\r\n")
        assert b" 200 " not in await the_end(reader)


@on_both_loops
async def test_a_body_within_its_size_is_no_header() -> None:
    async with a_server() as served, raw(served) as (reader, writer):
        head = b"POST /csp-report HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: 16384\r\n\r\n"
        writer.write(head)
        for _ in range(16):
            writer.write(b"x" * 1024)
            await writer.drain()
            await asyncio.sleep(0)
        assert b" 204 " in await the_end(reader)


@on_both_loops
async def test_client_that_never_reads_is_disconnected_while_others_play() -> None:
    async with a_server(figures=DEAF) as served:
        player = await a_player(served)
        async with raw(served) as (reader, writer):
            writer.write(handshake(served, player))
            await reader.readuntil(b"\r\n\r\n")
            while len(served.gateway) == 0:
                await asyncio.sleep(0.01)
            deaf(writer)
            said = 0
            async with asyncio.timeout(4 * PATIENCE_S):
                while len(served.gateway):
                    said += 1
                    body = {"do": "say", "text": f"{said} " + "x" * 490}
                    status, _ = await player.server.ask(
                        "POST", f"/api/rooms/{player.room}/commands", body, player.token
                    )
                    assert status == 200
        assert (await player.server.ask("GET", f"/api/rooms/{player.room}", token=player.token))[0] == 200


@on_both_loops
async def test_ping_flood_with_unread_pongs_is_disconnected() -> None:
    ping = b"\x89\xfd\x00\x00\x00\x00" + b"x" * 125
    async with a_server(figures=DEAF) as served:
        player = await a_player(served)
        async with raw(served) as (reader, writer):
            writer.write(handshake(served, player))
            await reader.readuntil(b"\r\n\r\n")
            deaf(writer)
            with pytest.raises(ConnectionError):
                async with asyncio.timeout(4 * PATIENCE_S):
                    for _ in range(100_000):
                        writer.write(ping * 100)
                        await writer.drain()


@on_both_loops
async def test_too_many_frames_close_the_socket() -> None:
    async with a_server(limits=True) as served:
        player = await a_player(served)
        async with connect(socket_url(served, player), additional_headers=bearer(player), proxy=None) as socket:
            with pytest.raises(ConnectionClosed) as end:
                for _ in range(200):
                    await socket.ping()
                    await asyncio.sleep(0)
                async with asyncio.timeout(PATIENCE_S):
                    await read_all(socket)
            assert end.value.rcvd is not None
            assert end.value.rcvd.code == 1008


async def read_all(socket: ClientConnection) -> None:
    while True:
        await socket.recv()


@pytest.mark.parametrize(
    ("message", "code"), [("x" * 4097, 1009), ("é" * 2049, 1009), (["x" * 1000] * 5, 1009), (b"x", 1003)]
)
@on_both_loops
async def test_a_message_too_long_or_no_text_closes_the_socket(message: str | bytes | list[str], code: int) -> None:
    async with a_server() as served:
        player = await a_player(served)
        async with connect(socket_url(served, player), additional_headers=bearer(player), proxy=None) as socket:
            await socket.recv()
            await socket.send(message)
            with pytest.raises(ConnectionClosed) as end:
                async with asyncio.timeout(PATIENCE_S):
                    await socket.recv()
            assert end.value.rcvd is not None
            assert end.value.rcvd.code == code


@on_both_loops
async def test_compression_is_never_agreed_to() -> None:
    async with a_server() as served:
        player = await a_player(served)
        url, headers = socket_url(served, player), bearer(player)
        async with connect(url, additional_headers=headers, compression="deflate", proxy=None) as socket:
            assert socket.response is not None
            assert "Sec-WebSocket-Extensions" not in socket.response.headers
            assert "Server" not in socket.response.headers


@on_both_loops
async def test_a_stop_asks_the_sockets_to_come_back() -> None:
    async with a_server() as served:
        player = await a_player(served)
        async with connect(socket_url(served, player), additional_headers=bearer(player), proxy=None) as socket:
            await socket.recv()
            served.stop()
            with pytest.raises(ConnectionClosed) as end:
                async with asyncio.timeout(PATIENCE_S):
                    await socket.recv()
            assert end.value.rcvd is not None
            assert end.value.rcvd.code == 1012


@on_both_loops
async def test_an_address_has_so_many_connections() -> None:
    async with (
        a_server(limits=True, figures=Figures(connections_per_address=2)) as served,
        raw(served) as (reader, writer),
        raw(served),
        raw(served) as (third, _),
    ):
        assert await the_end(third) == b""
        writer.write(REQUEST)
        assert b" 200 " in await reader.readuntil(b"\r\n\r\n")


@on_both_loops
async def test_a_connection_that_is_gone_is_counted_out() -> None:
    async with a_server(limits=True, figures=Figures(connections_per_address=6)) as served:
        player = await a_player(served)
        for _ in range(12):
            async with connect(socket_url(served, player), additional_headers=bearer(player), proxy=None) as socket:
                await socket.recv()
        http = served.running.config.http_protocol_class
        assert issubclass(http, GuardedHttp)
        assert http.watch.open.total() <= 6


def handshake(served: Served, player: Player) -> bytes:
    lines = (
        f"GET /api/rooms/{player.room}/live HTTP/1.1",
        f"Host: 127.0.0.1:{served.port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Version: 13",
        f"Authorization: Bearer {player.token}",
    )
    return "".join(f"{line}\r\n" for line in (*lines, "")).encode()


def test_a_proxy_is_not_counted_and_limits_may_be_off() -> None:
    def enter(watch: Watch, host: str) -> list[Slot | None]:
        return [watch.enter((host, port), asyncio.Transport()) for port in range(3)]

    figures = Figures(connections_per_address=1)
    proxied = Watch(figures, proxies=Addresses(("192.0.2.1", "10.0.0.0/8", "2001:db8::/32")))
    for proxy in ("192.0.2.1", "10.1.2.3", "::ffff:10.1.2.3", "2001:db8::1"):
        assert all(enter(proxied, proxy))
    assert enter(proxied, "192.0.2.2")[1:] == [None, None]
    off = Watch(figures, is_limited=False)
    for slot in enter(off, "192.0.2.2"):
        assert slot is not None
        slot.leave()
    assert not off.open


def test_both_guards_of_a_server_share_its_watch() -> None:
    http, socket = guard_protocols(Watch(BRISK))
    assert http.watch is socket.watch
