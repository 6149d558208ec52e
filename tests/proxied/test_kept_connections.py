"""Keep-alive connections of proxies: the server must not close them first.

A form that is sent at that moment is lost, and the player reads 502."""

import asyncio
import time
from http.client import HTTPConnection

import pytest

from app.settings.limits import Figures
from app.web.server.connections import LONGEST_WAIT_S
from app.web.server.server import KEEP_ALIVE_S
from app.web.server.uvicorn_guard import GuardedHttp
from tests.web.servers import a_server

KEPT_S = {"nginx": 60, "Traefik": 90, "Caddy": 120, "Chromium": 300}
"""Seconds for which each proxy keeps an idle connection by default."""


ASKED = {"GET": ("/healthz", 200), "HEAD": ("/", 200), "POST": ("/csp-report", 204)}
"""Address and expected status by method."""


def request_after_rest(port: int, rest_s: float, method: str = "GET") -> int | None:
    """Return the status of the second answer on one connection.

    Returns None if the server has closed it meanwhile."""
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
async def test_rested_connection_is_answered() -> None:
    async with a_server() as served:
        rested = (asyncio.to_thread(request_after_rest, served.port, 6, method) for method in ASKED)
        assert await asyncio.gather(*rested) == [status for _, status in ASKED.values()]


@pytest.mark.asyncio
async def test_server_that_closes_rested_connections_is_detected() -> None:
    async with a_server() as served:
        served.running.config.timeout_keep_alive = 1
        assert await asyncio.to_thread(request_after_rest, served.port, 0.1) == 200
        assert await asyncio.to_thread(request_after_rest, served.port, 2) is None


@pytest.mark.parametrize("kept_s", KEPT_S.values(), ids=KEPT_S)
def test_server_keeps_connections_longer_than_proxies(kept_s: int) -> None:
    assert kept_s < KEEP_ALIVE_S < LONGEST_WAIT_S


def ask(connection: HTTPConnection) -> int:
    connection.request("GET", "/healthz")
    answer = connection.getresponse()
    answer.read()
    return answer.status


def request_by_many(port: int, most: int) -> list[int]:
    """Return the statuses for more clients of one address than its limit.

    None of them closes its connection."""
    clients = [HTTPConnection("127.0.0.1", port, timeout=60) for _ in range(3 * most)]
    try:
        return [ask(client) for client in clients]
    finally:
        for client in clients:
            client.close()


@pytest.mark.asyncio
async def test_rested_connections_do_not_fill_their_address() -> None:
    """Browsers of one household may keep connections for minutes."""
    async with a_server(limits=True, figures=Figures(connections_per_address=4)) as served:
        assert await asyncio.to_thread(request_by_many, served.port, 4) == [200] * 12
        http = served.running.config.http_protocol_class
        assert issubclass(http, GuardedHttp)
        assert http.watch.open.total() <= 4
