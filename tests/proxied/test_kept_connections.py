"""A proxy keeps its connections for the next request. The server must not close one first: a form that is sent just
then is lost, and the player reads 502."""

import asyncio
import time
from http.client import HTTPConnection

import pytest

from app.settings import Figures
from app.web.server.connections import LONGEST_WAIT_S
from app.web.server.server import KEEP_ALIVE_S
from app.web.server.uvicorn_guard import GuardedHttp
from tests.web.servers import a_server

KEPT_S = {"nginx": 60, "Traefik": 90, "Caddy": 120, "Chromium": 300}
"""How long each keeps an idle connection, if nobody tells it otherwise."""


ASKED = {"GET": ("/healthz", 200), "HEAD": ("/", 200), "POST": ("/csp-report", 204)}
"""By method: where it is sent, and what is answered."""


def status_after_rest(port: int, rest_s: float, method: str = "GET") -> int | None:
    """The status of the second answer on one connection; None if the server has closed it meanwhile."""
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    path, body = ASKED[method][0], "{}" if method == "POST" else None
    try:
        connection.request(method, path, body)
        connection.getresponse().read()
        time.sleep(rest_s)
        connection.request(method, path, body)
        return connection.getresponse().status
    except ConnectionError:
        return None
    finally:
        connection.close()


@pytest.mark.slow("a connection rests for longer than uvicorn keeps one")
@pytest.mark.asyncio
async def test_a_connection_that_rested_is_answered() -> None:
    async with a_server() as served:
        rested = (asyncio.to_thread(status_after_rest, served.port, 6, method) for method in ASKED)
        assert await asyncio.gather(*rested) == [status for _, status in ASKED.values()]


@pytest.mark.asyncio
async def test_a_server_that_closes_a_resting_connection_is_caught() -> None:
    async with a_server() as served:
        served.running.config.timeout_keep_alive = 1
        assert await asyncio.to_thread(status_after_rest, served.port, 0.1) == 200
        assert await asyncio.to_thread(status_after_rest, served.port, 2) is None


@pytest.mark.parametrize("kept_s", KEPT_S.values(), ids=KEPT_S)
def test_the_server_keeps_a_connection_longer_than_a_proxy(kept_s: int) -> None:
    assert kept_s < KEEP_ALIVE_S < LONGEST_WAIT_S


def ask(connection: HTTPConnection) -> int:
    connection.request("GET", "/healthz")
    answer = connection.getresponse()
    answer.read()
    return answer.status


def statuses_of_many(port: int, most: int) -> list[int]:
    """The answers to more clients of one address than it may have connections, none of which hangs up."""
    clients = [HTTPConnection("127.0.0.1", port, timeout=60) for _ in range(3 * most)]
    try:
        return [ask(client) for client in clients]
    finally:
        for client in clients:
            client.close()


@pytest.mark.asyncio
async def test_resting_connections_lock_nobody_of_their_address_out() -> None:
    """A household whose browsers keep connections for minutes must not be full."""
    async with a_server(limits=True, figures=Figures(connections_per_address=4)) as served:
        assert await asyncio.to_thread(statuses_of_many, served.port, 4) == [200] * 12
        http = served.running.config.http_protocol_class
        assert issubclass(http, GuardedHttp)
        assert http.watch.open.total() <= 4
