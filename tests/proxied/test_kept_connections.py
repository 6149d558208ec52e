"""A proxy keeps its connections for the next request. The server must not close one first: a form that is sent just
then is lost, and the player reads 502."""

import asyncio
import time
from http.client import HTTPConnection

import pytest

from app.web.server.connections import LONGEST_WAIT_S
from app.web.server.server import KEEP_ALIVE_S
from tests.web.servers import a_server

KEPT_S = {"nginx": 60, "Traefik": 90, "Caddy": 120, "Chromium": 300}
"""How long each keeps an idle connection, if nobody tells it otherwise."""


def status_after_rest(port: int, rest_s: float) -> int | None:
    """The status of the second answer on one connection; None if the server has closed it meanwhile."""
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("GET", "/healthz")
        connection.getresponse().read()
        time.sleep(rest_s)
        connection.request("GET", "/healthz")
        return connection.getresponse().status
    except ConnectionError:
        return None
    finally:
        connection.close()


@pytest.mark.slow("a connection rests for longer than uvicorn keeps one")
@pytest.mark.asyncio
async def test_a_connection_that_rested_is_answered() -> None:
    async with a_server() as served:
        assert await asyncio.to_thread(status_after_rest, served.port, 6) == 200


@pytest.mark.asyncio
async def test_a_server_that_closes_a_resting_connection_is_caught() -> None:
    async with a_server() as served:
        served.running.config.timeout_keep_alive = 1
        assert await asyncio.to_thread(status_after_rest, served.port, 0.1) == 200
        assert await asyncio.to_thread(status_after_rest, served.port, 2) is None


@pytest.mark.parametrize("kept_s", KEPT_S.values(), ids=KEPT_S)
def test_the_server_keeps_a_connection_longer_than_a_proxy(kept_s: int) -> None:
    assert kept_s < KEEP_ALIVE_S < LONGEST_WAIT_S
