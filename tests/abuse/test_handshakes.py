"""No state of a connection is without a clock: whatever a peer begins and leaves is answered or closed in time."""

import asyncio
import io
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

import pytest
from starlette.types import Receive, Scope, Send

from app.settings import Figures
from app.web.server import connections, uvicorn_guard
from app.web.server.connections import ConnectionTable, Slot
from app.web.server.guard_log import GuardLog
from app.web.server.handshake_guard import HandshakeGuard
from app.web.server.uvicorn_guard import GuardedHttp
from tests.abuse.wire import (
    GET,
    IMPATIENCE_S,
    PATIENCE_S,
    ask,
    connected,
    guard_of,
    head,
    read_to_end,
    status_of,
)
from tests.web.servers import Served, a_server, on_both_loops

BRISK = Figures(request_seconds=1.5, response_seconds=0.5, hello_seconds=0.5)

UPGRADES: dict[str, tuple[bytes, int]] = {
    "a header of 8 KB": (head(b"GET /r/x/live HTTP/1.1", b"X: " + b"x" * 8300), 431),
    "a query of 8 KB": (head(b"GET /r/x/live?" + b"q" * 8300 + b" HTTP/1.1"), 431),
    "more than 128 headers": (head(b"GET /r/x/live HTTP/1.1", *[b"X: 1"] * 130), 431),
    "a body": (head(b"GET /r/x/live HTTP/1.1", b"Content-Length: 3") + b"abc", 400),
    "a body that never comes": (head(b"GET /r/x/live HTTP/1.1", b"Content-Length: 3"), 400),
    "a body in chunks": (head(b"GET /r/x/live HTTP/1.1", b"Transfer-Encoding: chunked") + b"0\r\n\r\n", 400),
    "a method of another kind": (head(b"POST /r/x/live HTTP/1.1"), 405),
    "a method for tunnels": (head(b"CONNECT x:1 HTTP/1.1"), 405),
    "no key": (head(b"GET /r/x/live HTTP/1.1", of=(b"Host: x", b"Upgrade: websocket", b"Connection: Upgrade")), 400),
    "bytes in the path": (head(b"GET /r/\xe4/live HTTP/1.1"), 400),
    "a folded header": (head(b"GET /r/x/live HTTP/1.1", b"X: a", b" b"), 400),
    "a request before it": (GET + head(), 400),
    "another host": (head(b"GET /r/x/live HTTP/1.1", b"Origin: https://elsewhere.example"), 403),
    "an old version of HTTP": (head(b"GET /api/rooms/K7QF2M9X/live HTTP/1.0"), 400),
}
"""Handshakes that fail, each with the status of their answer."""

H2C = (b"Host: 127.0.0.1", b"Upgrade: h2c", b"Connection: Upgrade")
EARLY = (b"Sec-Fetch-Site: same-origin", b"Content-Length: 20")
"""A form that is answered before its body has come."""

LEFT: dict[str, tuple[tuple[bytes, ...], int | None]] = {
    "nothing": ((b"",), None),
    "half a head": ((head()[:-2],), None),
    "an upgrade to something unknown": ((head(b"GET /healthz HTTP/1.1", of=H2C),), 200),
    "something unknown, with more behind": ((head(b"GET /healthz HTTP/1.1", of=H2C), b"PRI * HTTP/2.0\r\n"), 200),
    "something unknown, answered early": ((head(b"POST /rooms HTTP/1.1", *EARLY, of=H2C), b"x" * 20), 400),
    "answered early, without the rest": ((head(b"POST /rooms HTTP/1.1", *EARLY, of=H2C[:1]), b"x"), 400),
    "a body after 100 Continue": (
        (head(b"POST /csp-report HTTP/1.1", b"Expect: 100-continue", b"Content-Length: 9", of=H2C[:1]),),
        100,
    ),
    "HTTP/2": ((b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",), 400),
    "TLS": ((b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"x" * 500,), 400),
    "an old version of HTTP": ((b"GET /healthz HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n",), 200),
    "empty lines after an answer": ((GET, b"\r\n\r\n"), 200),
    "half a request after an answer": ((GET, GET[:20]), 200),
    "a socket without its first message": ((head(),), 101),
    "a frame behind its handshake": ((head() + b"\x81\xfe\x01\x00",), 101),
    "a handshake after 100 Continue": ((head(b"GET /api/rooms/K7QF2M9X/live HTTP/1.1", b"Expect: 100-continue"),), 101),
    "half a frame": ((head(), b"\x81\xfe\x01\x00"), 101),
    "a close whose answer is not read": ((head(), b"\x88\x80\x00\x00\x00\x00"), 101),
    "a frame that is none": ((head(), b"\xff\xff\xff\xff"), 101),
}
"""What a peer sends, piece by piece, before it says nothing more; and the status of the first answer."""


@asynccontextmanager
async def brisk() -> AsyncIterator[Served]:
    """A server with little patience, also for a kept connection."""
    async with a_server(figures=BRISK) as served:
        served.running.config.timeout_keep_alive = 1
        # the first page of all takes its time
        await served.dependencies.renderer.learn("en")
        yield served


async def leave(served: Served, pieces: tuple[bytes, ...], patience_s: float = PATIENCE_S) -> bytes | None:
    """What is answered to these pieces until the server closes the connection; None if it does not."""
    async with connected(served.port) as (reader, writer):
        for piece in pieces:
            writer.write(piece)
            await asyncio.sleep(0.1)
        return await read_to_end(reader, patience_s)


@pytest.mark.parametrize("what", UPGRADES)
@on_both_loops
async def test_a_handshake_that_is_none_is_answered_and_closed(what: str) -> None:
    request, status = UPGRADES[what]
    async with a_server() as served:
        answer = await ask(served.port, request)
        assert status_of(answer) == status
        assert answer is not None and len(answer) < 2000
        assert not guard_of(served).watch.open


@on_both_loops
async def test_what_a_peer_leaves_unfinished_is_closed() -> None:
    async with brisk() as served:
        # each waits for the end of its time: all of them at once
        answers = await asyncio.gather(*(leave(served, pieces) for pieces, _ in LEFT.values()))
        found = {what: "still open" if it is None else status_of(it) for what, it in zip(LEFT, answers, strict=True)}
        assert found == {what: status for what, (_, status) in LEFT.items()}
        assert not guard_of(served).watch.open


@pytest.mark.parametrize("pieces", [(b"",), (GET[:20],), (GET,), (head(),), (GET, GET[:5])])
@on_both_loops
async def test_a_connection_that_is_half_closed_is_closed(pieces: tuple[bytes, ...]) -> None:
    async with brisk() as served, connected(served.port) as (reader, writer):
        for piece in pieces:
            writer.write(piece)
        writer.write_eof()
        assert await read_to_end(reader) is not None


async def says_nothing(scope: Scope, receive: Receive, send: Send) -> None:
    """An application that thinks about every handshake for ever."""
    await asyncio.Event().wait()


async def begins_to_refuse(scope: Scope, receive: Receive, send: Send) -> None:
    """One that begins an answer and never ends it."""
    await send({"type": "websocket.http.response.start", "status": 403, "headers": []})
    await asyncio.Event().wait()


@pytest.mark.parametrize("application", [says_nothing, begins_to_refuse])
@on_both_loops
async def test_the_time_for_a_handshake_runs_until_it_is_answered(application: Any) -> None:
    async with brisk() as served:
        served.running.config.loaded_app = application
        assert status_of(await ask(served.port, head())) == 503
        assert not guard_of(served).watch.open
        for task in served.running.server_state.tasks:
            task.cancel()


@on_both_loops
async def test_an_application_that_answers_too_late_answers_nobody() -> None:
    ended: list[str] = []

    async def late(scope: Scope, receive: Receive, send: Send) -> None:
        await asyncio.sleep(2 * BRISK.request_seconds)
        try:
            await send({"type": "websocket.accept"})
        except OSError as error:
            ended.append(type(error).__name__)

    async with brisk() as served:
        served.running.config.loaded_app = late
        async with connected(served.port) as (reader, writer):
            writer.write(head())
            assert status_of(await read_to_end(reader)) == 503
        async with asyncio.timeout(PATIENCE_S):
            while not ended:
                await asyncio.sleep(0.05)
        assert ended == ["ClientDisconnected"]


async def holds_the_rest(served: Served) -> bool:
    """Whether a connection that was closed is still there when its peer does not read the rest."""
    little = socket.socket()
    little.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    little.setblocking(False)
    await asyncio.get_running_loop().sock_connect(little, ("127.0.0.1", served.port))
    with little:
        table = guard_of(served).watch.connections
        while not table.slots:
            await asyncio.sleep(0.01)
        (slot,) = table.slots
        slot.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2048)
        slot.transport.set_write_buffer_limits(1 << 20)
        little.send(b"GET /rules/adel_verpflichtet HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        async with asyncio.timeout(PATIENCE_S):
            while not slot.transport.is_closing():
                await asyncio.sleep(0.01)
        assert slot.transport.get_write_buffer_size(), "nothing is left to be read"
        await asyncio.sleep(IMPATIENCE_S)
        return bool(table.slots)


@on_both_loops
async def test_the_rest_of_an_answer_that_nobody_reads_holds_no_connection() -> None:
    async with brisk() as served:
        assert not await holds_the_rest(served)


@on_both_loops
async def test_a_flood_of_bad_handshakes_is_one_line_without_what_was_sent(log: io.StringIO) -> None:
    async with a_server() as served:
        for _ in range(50):
            await ask(served.port, head(b"GET /r/x/live?secret=canary" + b"q" * 8300 + b" HTTP/1.1"))
    (line,) = [line for line in log.getvalue().splitlines() if "connections refused" in line]
    assert json.loads(line)["bad_handshake"] == 1
    assert "canary" not in log.getvalue()


# ---- mutants


@pytest.mark.parametrize("what", ["a header of 8 KB", "a query of 8 KB", "more than 128 headers"])
@pytest.mark.asyncio
async def test_a_guard_that_looks_at_no_handshake_is_found_out(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HandshakeGuard, "guard_handshake", lambda self, slot: None)
    async with brisk() as served:
        assert await ask(served.port, UPGRADES[what][0], patience_s=IMPATIENCE_S) is None


@pytest.mark.asyncio
async def test_a_guard_that_lets_a_body_by_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uvicorn_guard, "has_body", lambda headers: False)
    monkeypatch.setattr(HandshakeGuard, "guard_handshake", lambda self, slot: None)
    async with brisk() as served:
        assert await ask(served.port, UPGRADES["a body"][0], patience_s=IMPATIENCE_S) is None


@pytest.mark.asyncio
async def test_a_guard_that_takes_any_version_of_http_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uvicorn_guard, "OLD_HTTP", "")
    async with brisk() as served:
        assert status_of(await ask(served.port, UPGRADES["an old version of HTTP"][0], patience_s=IMPATIENCE_S)) != 400


@pytest.mark.asyncio
async def test_a_guard_whose_time_ends_with_the_head_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HandshakeGuard, "_is_answered", lambda self: True)
    async with brisk() as served:
        served.running.config.loaded_app = says_nothing
        assert await ask(served.port, head(), patience_s=IMPATIENCE_S) is None
        for task in served.running.server_state.tasks:
            task.cancel()


@pytest.mark.asyncio
async def test_a_table_that_cuts_nobody_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ConnectionTable, "cut_overdue", lambda self, response_s: None)
    async with brisk() as served:
        assert await holds_the_rest(served)


@on_both_loops
async def test_a_state_that_every_clock_forgets_ends_all_the_same() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(GuardedHttp, "_arm", lambda self: None)
        async with brisk() as served:
            assert await leave(served, (b"GET",), IMPATIENCE_S) is None, "the clock that is taken away is needed"
            patch.setattr(connections, "LONGEST_WAIT_S", 0.5)
            assert await leave(served, (b"GET",)) == b""


@pytest.mark.asyncio
async def test_a_log_with_a_line_for_each_is_found_out(monkeypatch: pytest.MonkeyPatch, log: io.StringIO) -> None:
    noted = GuardLog.note

    def each(self: GuardLog, why: str, times: int = 1) -> None:
        self._not_before = 0.0
        noted(self, why, times)

    monkeypatch.setattr(GuardLog, "note", each)
    async with a_server() as served:
        for _ in range(3):
            await ask(served.port, UPGRADES["a query of 8 KB"][0])
    assert log.getvalue().count("connections refused") == 3


def test_a_slot_that_is_gone_stays_gone() -> None:
    table = ConnectionTable(4)
    slot = table.enter("192.0.2.1", cast(asyncio.Transport, None))
    assert isinstance(slot, Slot)
    slot.leave()
    slot.leave()
    slot.begin()
    slot.wait()
    assert (len(table.slots), table.addresses.total(), table.is_full) == (0, 0, False)
