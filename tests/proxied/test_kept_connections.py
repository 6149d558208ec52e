"""A proxy keeps its connections for the next request. The server must not close one first: a form that is sent just
then is lost, and the player reads 502."""

import asyncio
import re

import pytest

from app.web.server.connections import LONGEST_WAIT_S
from app.web.server.server import KEEP_ALIVE_S
from tests.abuse.wire import GET, connected, status_of
from tests.web.servers import Served, a_server

KEPT_S = {"nginx": 60, "Traefik": 90, "Caddy": 120, "Chromium": 300}
"""How long each keeps an idle connection, if nobody tells it otherwise."""


async def head_of_answer(reader: asyncio.StreamReader) -> bytes:
    """The head of the next answer, which is read whole; empty if the server has closed the connection."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except (asyncio.IncompleteReadError, ConnectionError):
        return b""
    length = re.search(rb"content-length: (\d+)", head)
    assert length is not None
    await reader.readexactly(int(length[1]))
    return head


async def status_after_rest(served: Served, rest_s: float) -> int | None:
    """The status of the second answer on one connection; None if the server has closed it meanwhile."""
    async with connected(served.port) as (reader, writer):
        writer.write(GET)
        assert status_of(await head_of_answer(reader)) == 200
        await asyncio.sleep(rest_s)
        writer.write(GET)
        return status_of(await head_of_answer(reader))


@pytest.mark.slow("a connection rests for longer than uvicorn keeps one")
@pytest.mark.asyncio
async def test_a_connection_that_rested_is_answered() -> None:
    async with a_server() as served:
        assert await status_after_rest(served, 6) == 200


@pytest.mark.asyncio
async def test_a_server_that_keeps_no_connection_is_found_out() -> None:
    async with a_server() as served:
        served.running.config.timeout_keep_alive = 1
        assert await status_after_rest(served, 2) is None


@pytest.mark.parametrize("kept_s", KEPT_S.values(), ids=KEPT_S)
def test_the_server_keeps_a_connection_longer_than_a_proxy(kept_s: int) -> None:
    assert kept_s < KEEP_ALIVE_S < LONGEST_WAIT_S
