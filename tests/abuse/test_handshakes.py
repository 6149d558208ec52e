"""Timeouts of connections: anything left unfinished is answered or closed."""

import asyncio
import io
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

import pytest
from starlette.types import Receive, Scope, Send

from app.settings.limits import Figures
from app.web.server import connections, uvicorn_guard
from app.web.server.connections import ConnectionTable, Slot
from app.web.server.guard_log import GuardLog
from app.web.server.handshake_guard import HandshakeGuard
from app.web.server.uvicorn_guard import GuardedHttp
from tests.abuse.wire import (
    GET,
    IMPATIENCE_S,
    PATIENCE_S,
    connect_raw,
    get_guard,
    make_head,
    parse_status,
    read_to_end,
    send_request,
)
from tests.web.servers import Served, a_server, on_both_loops

BRISK = Figures(request_seconds=1.5, response_seconds=0.5, hello_seconds=0.5)

UPGRADES: dict[str, tuple[bytes, int]] = {
    "a header of 8 KB": (make_head(b"GET /r/x/live HTTP/1.1", b"X: " + b"x" * 8300), 431),
    "a query of 8 KB": (make_head(b"GET /r/x/live?" + b"q" * 8300 + b" HTTP/1.1"), 431),
    "more than 128 headers": (make_head(b"GET /r/x/live HTTP/1.1", *[b"X: 1"] * 130), 431),
    "a body": (make_head(b"GET /r/x/live HTTP/1.1", b"Content-Length: 3") + b"abc", 400),
    "a body that never comes": (make_head(b"GET /r/x/live HTTP/1.1", b"Content-Length: 3"), 400),
    "a body in chunks": (make_head(b"GET /r/x/live HTTP/1.1", b"Transfer-Encoding: chunked") + b"0\r\n\r\n", 400),
    "a method of another kind": (make_head(b"POST /r/x/live HTTP/1.1"), 405),
    "a method for tunnels": (make_head(b"CONNECT x:1 HTTP/1.1"), 405),
    "no key": (
        make_head(b"GET /r/x/live HTTP/1.1", of=(b"Host: x", b"Upgrade: websocket", b"Connection: Upgrade")),
        400,
    ),
    "bytes in the path": (make_head(b"GET /r/\xe4/live HTTP/1.1"), 400),
    "a folded header": (make_head(b"GET /r/x/live HTTP/1.1", b"X: a", b" b"), 400),
    "a request before it": (GET + make_head(), 400),
    "another host": (make_head(b"GET /r/x/live HTTP/1.1", b"Origin: https://elsewhere.example"), 403),
    "an old version of HTTP": (make_head(b"GET /api/rooms/K7QF2M9X/live HTTP/1.0"), 400),
}
"""Handshakes that fail, each with the status of their answer."""

H2C = (b"Host: 127.0.0.1", b"Upgrade: h2c", b"Connection: Upgrade")
EARLY = (b"Sec-Fetch-Site: same-origin", b"Content-Length: 20")
"""Form that is answered before its body has arrived."""

LEFT: dict[str, tuple[tuple[bytes, ...], int | None]] = {
    "nothing": ((b"",), None),
    "half a head": ((make_head()[:-2],), None),
    "an upgrade to something unknown": ((make_head(b"GET /healthz HTTP/1.1", of=H2C),), 200),
    "something unknown, with more behind": ((make_head(b"GET /healthz HTTP/1.1", of=H2C), b"PRI * HTTP/2.0\r\n"), 200),
    "something unknown, answered early": ((make_head(b"POST /rooms HTTP/1.1", *EARLY, of=H2C), b"x" * 20), 400),
    "answered early, without the rest": ((make_head(b"POST /rooms HTTP/1.1", *EARLY, of=H2C[:1]), b"x"), 400),
    "a body after 100 Continue": (
        (make_head(b"POST /csp-report HTTP/1.1", b"Expect: 100-continue", b"Content-Length: 9", of=H2C[:1]),),
        100,
    ),
    "HTTP/2": ((b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",), 400),
    "TLS": ((b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"x" * 500,), 400),
    "an old version of HTTP": ((b"GET /healthz HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n",), 200),
    "empty lines after an answer": ((GET, b"\r\n\r\n"), 200),
    "half a request after an answer": ((GET, GET[:20]), 200),
    "a socket without its first message": ((make_head(),), 101),
    "a frame behind its handshake": ((make_head() + b"\x81\xfe\x01\x00",), 101),
    "a handshake after 100 Continue": (
        (make_head(b"GET /api/rooms/K7QF2M9X/live HTTP/1.1", b"Expect: 100-continue"),),
        101,
    ),
    "half a frame": ((make_head(), b"\x81\xfe\x01\x00"), 101),
    "a close whose answer is not read": ((make_head(), b"\x88\x80\x00\x00\x00\x00"), 101),
    "a frame that is none": ((make_head(), b"\xff\xff\xff\xff"), 101),
}
"""Bytes of a peer, piece by piece, before its silence; the first answer's status."""


@asynccontextmanager
async def brisk_server() -> AsyncIterator[Served]:
    """Server with short timeouts, also for keep-alive connections."""
    async with a_server(figures=BRISK) as served:
        served.running.config.timeout_keep_alive = 1
        # The first page of a server is slow.
        await served.dependencies.renderer.learn("en")
        yield served


async def abandon(served: Served, pieces: tuple[bytes, ...], patience_s: float = PATIENCE_S) -> bytes | None:
    """Send these pieces; return the bytes until the server closes, or None.

    None means that it does not close."""
    async with connect_raw(served.port) as (reader, writer):
        for piece in pieces:
            writer.write(piece)
            await asyncio.sleep(0.1)
        return await read_to_end(reader, patience_s)


@pytest.mark.parametrize("what", UPGRADES)
@on_both_loops
async def test_invalid_handshake_is_answered_and_closed(what: str) -> None:
    request, status = UPGRADES[what]
    async with a_server() as served:
        answer = await send_request(served.port, request)
        assert parse_status(answer) == status
        assert answer is not None and len(answer) < 2000
        assert not get_guard(served).watch.open


@on_both_loops
async def test_unfinished_requests_are_closed() -> None:
    async with brisk_server() as served:
        # Each waits for its timeout, so all run at once.
        answers = await asyncio.gather(*(abandon(served, pieces) for pieces, _ in LEFT.values()))
        found = {what: "still open" if it is None else parse_status(it) for what, it in zip(LEFT, answers, strict=True)}
        assert found == {what: status for what, (_, status) in LEFT.items()}
        assert not get_guard(served).watch.open


@pytest.mark.parametrize("pieces", [(b"",), (GET[:20],), (GET,), (make_head(),), (GET, GET[:5])])
@on_both_loops
async def test_half_closed_connection_is_closed(pieces: tuple[bytes, ...]) -> None:
    async with brisk_server() as served, connect_raw(served.port) as (reader, writer):
        for piece in pieces:
            writer.write(piece)
        writer.write_eof()
        assert await read_to_end(reader) is not None


async def stay_silent(scope: Scope, receive: Receive, send: Send) -> None:
    """Never answer a handshake (an application)."""
    await asyncio.Event().wait()


async def begin_refusal(scope: Scope, receive: Receive, send: Send) -> None:
    """Begin an answer and never end it (an application)."""
    await send({"type": "websocket.http.response.start", "status": 403, "headers": []})
    await asyncio.Event().wait()


@pytest.mark.parametrize("application", [stay_silent, begin_refusal])
@on_both_loops
async def test_handshake_timeout_runs_until_the_answer(application: Any) -> None:
    async with brisk_server() as served:
        served.running.config.loaded_app = application
        assert parse_status(await send_request(served.port, make_head())) == 503
        assert not get_guard(served).watch.open
        for task in served.running.server_state.tasks:
            task.cancel()


@on_both_loops
async def test_late_answer_of_the_application_is_dropped() -> None:
    ended: list[str] = []

    async def late(scope: Scope, receive: Receive, send: Send) -> None:
        await asyncio.sleep(2 * BRISK.request_seconds)
        try:
            await send({"type": "websocket.accept"})
        except OSError as error:
            ended.append(type(error).__name__)

    async with brisk_server() as served:
        served.running.config.loaded_app = late
        async with connect_raw(served.port) as (reader, writer):
            writer.write(make_head())
            assert parse_status(await read_to_end(reader)) == 503
        async with asyncio.timeout(PATIENCE_S):
            while not ended:
                await asyncio.sleep(0.05)
        assert ended == ["ClientDisconnected"]


async def keeps_connection(served: Served) -> bool:
    """Return whether a closed connection stays while its peer does not read."""
    little = socket.socket()
    little.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    little.setblocking(False)
    await asyncio.get_running_loop().sock_connect(little, ("127.0.0.1", served.port))
    with little:
        table = get_guard(served).watch.connections
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
async def test_unread_answer_holds_no_connection() -> None:
    async with brisk_server() as served:
        assert not await keeps_connection(served)


@on_both_loops
async def test_flood_of_bad_handshakes_is_one_log_line(log: io.StringIO) -> None:
    async with a_server() as served:
        for _ in range(50):
            await send_request(served.port, make_head(b"GET /r/x/live?secret=canary" + b"q" * 8300 + b" HTTP/1.1"))
    (line,) = [line for line in log.getvalue().splitlines() if "connections refused" in line]
    assert json.loads(line)["bad_handshake"] == 1
    assert "canary" not in log.getvalue()


# Mutants.


@pytest.mark.parametrize("what", ["a header of 8 KB", "a query of 8 KB", "more than 128 headers"])
@pytest.mark.asyncio
async def test_guard_that_ignores_handshakes_is_detected(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HandshakeGuard, "guard_handshake", lambda self, slot: None)
    async with brisk_server() as served:
        assert await send_request(served.port, UPGRADES[what][0], patience_s=IMPATIENCE_S) is None


@pytest.mark.asyncio
async def test_guard_that_passes_a_body_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uvicorn_guard, "has_body", lambda headers: False)
    monkeypatch.setattr(HandshakeGuard, "guard_handshake", lambda self, slot: None)
    async with brisk_server() as served:
        assert await send_request(served.port, UPGRADES["a body"][0], patience_s=IMPATIENCE_S) is None


@pytest.mark.asyncio
async def test_guard_that_takes_any_http_version_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uvicorn_guard, "OLD_HTTP", "")
    async with brisk_server() as served:
        assert (
            parse_status(
                await send_request(served.port, UPGRADES["an old version of HTTP"][0], patience_s=IMPATIENCE_S)
            )
            != 400
        )


@pytest.mark.asyncio
async def test_guard_whose_timeout_ends_early_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HandshakeGuard, "_is_answered", lambda self: True)
    async with brisk_server() as served:
        served.running.config.loaded_app = stay_silent
        assert await send_request(served.port, make_head(), patience_s=IMPATIENCE_S) is None
        for task in served.running.server_state.tasks:
            task.cancel()


@pytest.mark.asyncio
async def test_table_that_cuts_no_connection_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ConnectionTable, "cut_overdue", lambda self, response_s: None)
    async with brisk_server() as served:
        assert await keeps_connection(served)


@on_both_loops
async def test_state_without_timeout_ends_anyway() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(GuardedHttp, "_arm", lambda self: None)
        async with brisk_server() as served:
            assert await abandon(served, (b"GET",), IMPATIENCE_S) is None, "the clock that is taken away is needed"
            patch.setattr(connections, "LONGEST_WAIT_S", 0.5)
            assert await abandon(served, (b"GET",)) == b""


@pytest.mark.asyncio
async def test_log_with_a_line_for_each_is_detected(monkeypatch: pytest.MonkeyPatch, log: io.StringIO) -> None:
    noted = GuardLog.note

    def each(self: GuardLog, why: str, times: int = 1) -> None:
        self._not_before = 0.0
        noted(self, why, times)

    monkeypatch.setattr(GuardLog, "note", each)
    async with a_server() as served:
        for _ in range(3):
            await send_request(served.port, UPGRADES["a query of 8 KB"][0])
    assert log.getvalue().count("connections refused") == 3


def test_lost_slot_stays_lost() -> None:
    table = ConnectionTable(4)
    slot = table.enter("192.0.2.1", cast(asyncio.Transport, None))
    assert isinstance(slot, Slot)
    slot.leave()
    slot.leave()
    slot.begin()
    slot.wait()
    assert (len(table.slots), table.addresses.total(), table.is_full) == (0, 0, False)
