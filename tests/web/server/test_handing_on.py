"""A room's connections meet at its home, wherever they arrive: whole, counted once, and none left behind."""

import asyncio
import os
import random
import socket as sockets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, cast

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from app.post import station as stations
from app.post.mailbox import MOST_BYTES, send
from app.post.station import Station, home
from app.settings import Figures
from app.web.server import handing_on, strangers, uvicorn_guard
from app.web.server.guard_watch import Watch
from app.web.server.handing_on import room_of as room_at
from app.web.server.uvicorn_guard import GuardedHttp
from tests.journal.memory_store import MemoryStore
from tests.web.server.handed import a_post, serving, two_servers
from tests.web.servers import Served, on_both_loops
from tools.play_random import Player, seated
from tools.play_random import Server as Client

PATIENCE_S = 20.0
TEXT_FRAME = 0x81
GET = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


async def a_player(served: Served) -> Player:
    """A seat at a table of two."""
    return (await seated(Client(served.url), "adel_verpflichtet", 2, 1, random.Random(1)))[0]


async def a_player_at(station: int, served: Served) -> Player:
    """A seat at a table whose home that is."""
    while True:
        player = await a_player(served)
        if home(player.room, (0, 1), -1) == station:
            return player


def to(served: Served, player: Player, **headers: str) -> connect:
    """A socket of that seat."""
    shown = {
        "Authorization": f"Bearer {player.token}",
        **{name.replace("_", "-"): text for name, text in headers.items()},
    }
    return connect(
        f"ws://127.0.0.1:{served.port}/api/rooms/{player.room}/live",
        additional_headers=shown,
        proxy=None,
        open_timeout=PATIENCE_S,
        close_timeout=1,
    )


async def answers(socket: ClientConnection) -> bool:
    """Whether a ping is answered."""
    await socket.send('{"id":"p","do":"ping"}')
    async with asyncio.timeout(PATIENCE_S):
        while '"re":"p"' not in str(await socket.recv()):
            continue
    return True


def head(served: Served, player: Player, more: bytes = b"") -> bytes:
    """A handshake."""
    lines = (
        f"GET /api/rooms/{player.room}/live?x=%C3%A4 HTTP/1.1",
        f"Host: 127.0.0.1:{served.port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Version: 13",
        f"Authorization: Bearer {player.token}",
    )
    return "".join(f"{line}\r\n" for line in lines).encode() + more + b"\r\n"


def watch_of(served: Served) -> Watch:
    return cast(type[GuardedHttp], served.running.config.http_protocol_class).watch


@asynccontextmanager
async def raw(served: Served) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A bare connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


async def comes_true(holds: Any) -> None:
    """Waits for a condition."""
    async with asyncio.timeout(PATIENCE_S):
        while not holds():
            await asyncio.sleep(0.01)


@on_both_loops
async def test_all_who_come_to_a_room_meet_at_its_home_wherever_they_arrive() -> None:
    async with two_servers() as (one, two):
        for station, there in enumerate((one, two)):
            player = await a_player_at(station, one)
            async with to(one, player) as first, to(two, player) as second:
                assert await answers(first) and await answers(second)
                assert len(there.gateway) == 2
        await comes_true(lambda: len(one.gateway) == len(two.gateway) == 0)


@pytest.mark.parametrize(
    ("before", "size", "behind"),
    [
        pytest.param(b"", 40, b"", id="in pieces"),
        pytest.param(b"", 1 << 20, b"", id="at once"),
        pytest.param(GET, 1 << 20, b"", id="on a kept connection"),
        pytest.param(b"", 1 << 20, b"\x81\x85\x00\x00\x00\x00hello", id="with a frame behind it"),
    ],
)
@on_both_loops
async def test_a_head_is_handed_on_however_it_comes(before: bytes, size: int, behind: bytes) -> None:
    async with two_servers() as (one, two):
        player = await a_player_at(1, one)
        async with raw(one) as (reader, writer), asyncio.timeout(PATIENCE_S):
            if before:
                writer.write(before)
                await reader.readuntil(b'{"ok":true}')
            request = head(one, player) + behind
            for at in range(0, len(request), size):
                writer.write(request[at : at + size])
                await writer.drain()
                await asyncio.sleep(0.01)
            assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
            assert (await reader.readexactly(1))[0] == TEXT_FRAME
            assert (len(one.gateway), len(two.gateway)) == (0, 1)


@on_both_loops
async def test_behind_a_request_that_waits_for_its_answer_nothing_is_handed_on() -> None:
    async with two_servers() as (one, two):
        player = await a_player_at(1, one)
        async with raw(one) as (reader, writer), asyncio.timeout(PATIENCE_S):
            writer.write(GET + head(one, player))
            assert b" 400 " in await reader.readuntil(b"\r\n")
            await reader.read()
            assert (len(one.gateway), watch_of(two).open.total()) == (0, 0)


async def where_a_body_goes() -> tuple[int, int]:
    """How many connections the one where it arrived and the room's home have, of a request with a body."""
    async with two_servers() as (one, two):
        player = await a_player_at(1, one)
        before = watch_of(one).open.total()
        async with raw(one) as (_, writer):
            writer.write(head(one, player, b"Content-Length: 0\r\n"))
            await asyncio.sleep(0.5)
            return watch_of(one).open.total() - before, watch_of(two).open.total()


@on_both_loops
async def test_what_may_be_read_half_stays_where_it_arrived() -> None:
    assert await where_a_body_goes() == (1, 0)


@pytest.mark.asyncio
async def test_a_process_that_hands_on_what_it_read_half_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handing_on, "WITH_BODY", ())
    assert await where_a_body_goes() == (0, 1)


@pytest.mark.parametrize(
    ("url", "code"),
    [
        (b"/api/rooms/K7QF2M9X/live", "K7QF2M9X"),
        (b"/r/k7qf-2m9x/live?shown=a/b", "K7QF2M9X"),
        (b"/r/K7QF2M9X/watch/some-key/live", "K7QF2M9X"),
        (b"/r/K7QF2M9X", None),
        (b"/r/K7QF2M9X/live/", None),
        (b"/r//live", None),
        (b"/r/\xff\xfe/live", None),
        (b"/r/NOCODE/live", None),
        (b"/x/K7QF2M9X/live", None),
    ],
)
def test_a_rooms_sockets_are_known_by_their_address(url: bytes, code: str | None) -> None:
    assert room_at(url) == code


@on_both_loops
async def test_whom_nobody_can_take_is_served_where_they_arrived() -> None:
    async with two_servers() as (one, two):
        player = await a_player_at(1, one)
        station, there = watch_of(one).station, watch_of(two).station
        assert station is not None and there is not None
        asyncio.get_running_loop().remove_reader(there._inbox)
        with Path(os.devnull).open() as nothing:
            while True:
                try:
                    send(station._outs[1], b"x", nothing.fileno())
                except OSError:
                    break
        async with to(one, player) as socket:
            assert await answers(socket)
            assert (len(one.gateway), len(two.gateway)) == (1, 0)


def test_a_head_that_is_too_long_is_not_handed_on() -> None:
    with a_post(2) as post, Path(os.devnull).open() as nothing:
        assert not post.station(0).hand_on(1, nothing.fileno(), b"x" * (MOST_BYTES + 1))
        assert post.station(0).hand_on(1, nothing.fileno(), b"x" * MOST_BYTES)


@on_both_loops
async def test_whose_home_is_away_is_served_where_they_arrived() -> None:
    async with two_servers() as (one, two):
        player = await a_player_at(1, one)
        there = watch_of(two).station
        assert there is not None
        there.leave()
        there._readers[1] = os.getpid()
        async with to(one, player) as socket:
            assert await answers(socket)
            assert (len(one.gateway), len(two.gateway)) == (1, 0)


async def left_open(one: Served, two: Served, times: int) -> int:
    """How many descriptors are left of sockets that were handed on and are gone."""
    player = await a_player_at(1, one)
    own = Path("/proc/self/fd")
    async with to(one, player) as socket:
        assert await answers(socket)
    await comes_true(lambda: len(two.gateway) == 0)
    before = len(list(own.iterdir()))
    for _ in range(times):
        async with AsyncExitStack() as stack:
            for each in [await stack.enter_async_context(to(one, player)) for _ in range(10)]:
                await each.recv()
    await comes_true(lambda: len(two.gateway) == 0)
    await asyncio.sleep(0.1)
    return len(list(own.iterdir())) - before


@on_both_loops
async def test_nothing_is_left_open_of_two_hundred_connections() -> None:
    async with two_servers() as (one, two):
        assert await left_open(one, two, 20) <= 2


@pytest.mark.asyncio
async def test_a_process_that_keeps_what_it_handed_on_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[int] = []
    told = handing_on.is_handed_on

    def keeps(protocol: Any, station: Station) -> bool:
        kept.append(os.dup(protocol.transport.get_extra_info("socket").fileno()))
        return told(protocol, station)

    monkeypatch.setattr(uvicorn_guard, "is_handed_on", keeps)
    async with two_servers() as (one, two):
        assert await left_open(one, two, 1) >= 10
    for each in kept:
        os.close(each)


@on_both_loops
async def test_a_connection_is_counted_where_it_is_and_once() -> None:
    async with two_servers(limits=True, figures=Figures(connections_per_address=3)) as (one, two):
        player = await a_player_at(1, one)
        await comes_true(lambda: watch_of(one).open.total() == 0)
        async with AsyncExitStack() as stack:
            for count in (1, 2, 3):
                assert await answers(await stack.enter_async_context(to(one, player)))
                await comes_true(lambda: watch_of(one).open.total() == 0)
                assert watch_of(two).open.total() == count
            with pytest.raises((WebSocketException, OSError, EOFError)):
                await stack.enter_async_context(to(one, player))
        await comes_true(lambda: watch_of(two).open.total() == 0)


@on_both_loops
async def test_an_address_behind_a_proxy_is_the_same_after_handing_on() -> None:
    settings: dict[str, Any] = {"limits": True, "figures": Figures(sockets_per_address=1), "proxy": "127.0.0.1"}
    async with two_servers(**settings) as (one, _):
        player = await a_player_at(1, one)
        async with to(one, player, X_Forwarded_For="192.0.2.1") as first:
            assert await answers(first)
            async with to(one, player, X_Forwarded_For="192.0.2.2") as other:
                assert await answers(other)
                async with to(one, player, X_Forwarded_For="192.0.2.1") as again:
                    assert '"too_fast"' in str(await again.recv())
                    with pytest.raises(ConnectionClosed):
                        await again.recv()
        assert len(one.gateway) == 0


@pytest.mark.asyncio
async def test_a_mailbox_has_one_reader_and_what_lies_in_it_is_for_the_next() -> None:
    taken: list[tuple[str, bytes]] = []

    def take(name: str) -> stations.Take:
        def taking(connection: sockets.socket, head: bytes) -> None:
            connection.close()
            taken.append((name, head))

        return taking

    with a_post(2) as post, sockets.socket() as nothing:
        old, new, other = post.station(0), post.station(0), post.station(1)
        other.tick(take("other"))
        old.tick(take("old"))
        new.tick(take("new"))
        assert not new._is_reading and other.serving() == [0, 1]
        assert other.hand_on(0, nothing.fileno(), b"1")
        await comes_true(lambda: taken == [("old", b"1")])
        old.leave()
        assert other.serving() == [1]
        assert other.hand_on(0, nothing.fileno(), b"2"), "who looked a moment ago still hands on"
        old.leave()
        new.tick(take("new"))
        await comes_true(lambda: taken == [("old", b"1"), ("new", b"2")])
        post.left(0, os.getpid() + 1)
        assert other.serving() == [0, 1], "that was another process"
        post.left(0, os.getpid())
        assert other.serving() == [1]
        new.leave()
        other.leave()


def test_mail_that_nobody_may_take_is_closed() -> None:
    with a_post(2) as post:
        ours, theirs = sockets.socketpair()
        with ours:
            with theirs:
                assert post.station(0).hand_on(1, theirs.fileno(), b"head")
            ours.setblocking(False)
            with pytest.raises(BlockingIOError):
                ours.recv(1)
            post.close_mail(0)
            with pytest.raises(BlockingIOError):
                ours.recv(1)
            post.close_mail(1)
            assert ours.recv(1) == b""


def test_rooms_are_shared_out_and_only_those_move_that_must() -> None:
    rooms = [f"room {number}" for number in range(1000)]
    of_four = {room: home(room, range(4), -1) for room in rooms}
    assert all(200 < sum(where == station for where in of_four.values()) < 300 for station in range(4))
    of_three = {room: home(room, (0, 1, 3), -1) for room in rooms}
    assert all(of_three[room] == of_four[room] for room in rooms if of_four[room] != 2)
    assert home("any", (), 7) == 7


@on_both_loops
async def test_who_came_while_the_home_was_away_is_asked_to_come_again_and_meets_the_others() -> None:
    with pytest.MonkeyPatch.context() as patch, a_post(2) as post:
        patch.setattr(strangers, "SETTLED_S", 0.3)
        patch.setattr(strangers, "LOOK_S", 0.1)
        async with serving(post.station(0), store := MemoryStore()) as one:
            stranger = await a_player_at(1, one)
            at_home = await a_player_at(0, one)
            async with to(one, stranger) as left, to(one, at_home) as stays:
                assert await answers(left) and await answers(stays)
                async with serving(post.station(1), store) as two:
                    with pytest.raises(ConnectionClosed) as end:
                        async with asyncio.timeout(PATIENCE_S):
                            while True:
                                await left.recv()
                    assert end.value.rcvd is not None and end.value.rcvd.code == 1012
                    async with to(one, stranger) as back:
                        assert await answers(back) and await answers(stays)
                        assert (len(one.gateway), len(two.gateway)) == (1, 1)
