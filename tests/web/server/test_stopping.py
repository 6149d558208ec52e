"""Shutdown: the server answers the connections that it has accepted."""

import asyncio

import pytest

from app.web.server import server as serving
from tests.web.servers import Served, a_server, on_both_loops

ASKED = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


async def send_request_while_stopping(served: Served) -> bytes:
    """Return the status line for a connection that the server accepted last.

    It sends its request while the server stops. The result is empty if the server breaks the connection off."""
    reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
    while not served.running.server_state.connections:
        await asyncio.sleep(0)
    served.stop()
    while served.running.servers[0].is_serving():
        await asyncio.sleep(0)
    try:
        writer.write(ASKED)
        return await reader.readline()
    except ConnectionError:
        return b""
    finally:
        writer.close()


@on_both_loops
async def test_who_was_let_in_last_is_answered() -> None:
    async with a_server() as served:
        assert (await send_request_while_stopping(served)).startswith(b"HTTP/1.1 200 ")


def test_without_that_moment_they_are_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken_off() -> None:
        async with a_server() as served:
            assert await send_request_while_stopping(served) == b""

    monkeypatch.setattr(serving, "LINGER_S", 0)
    asyncio.run(broken_off())
