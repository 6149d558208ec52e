"""deploy/nginx.conf with a real nginx.

Games are played through it, households are counted separately, and sockets, room files and secrets pass."""

import asyncio
import contextlib
import json
import re
import shlex
import shutil
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus

from app.records.room_file import MOST_BYTES
from app.settings.limits import Figures
from app.web.http.uploads import FORM_BYTES
from tests.proxied import nginx as subject
from tests.proxied.households import Household, Way
from tests.proxied.nginx import CONFIGURATION, NAME, run_nginx
from tests.proxied.test_containers import import_file, make_large_room_file, send_long_message
from tests.proxied.test_evening import list_refusals, spend_evening
from tests.proxied.test_recipe import FORGED, OPEN, list_collisions, list_warnings, open_room
from tests.sources import ROOT
from tests.web.servers import a_server
from tests.web.tables import GAME, Time
from tools.served import Served

HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
ROOMS = 3
"""Limit of rooms per address in the test of many households."""
PATIENCE_S = 60.0


def read_environment() -> dict[str, str]:
    """Return the settings of the docs' command for a server behind nginx."""
    text = HOSTING.partition("\n### nginx\n")[2].partition("\n##")[0]
    (line,) = re.findall(r"^    (SIGNET_PUBLIC_URL=.*)$", text, re.M)
    *settings, make, play = shlex.split(line)
    assert (make, play) == ("make", "play")
    return dict(each.split("=", 1) for each in settings)


OWN: dict[str, Any] = {
    "public_url": read_environment()["SIGNET_PUBLIC_URL"],
    "proxy": read_environment()["SIGNET_PROXY"],
}


@asynccontextmanager
async def follow_docs(
    data: Path, configuration: str = CONFIGURATION, **settings: str
) -> AsyncIterator[tuple[Served, Way]]:
    """Run a server and nginx as the docs say, with default limits except those given."""
    given = {f"SIGNET_LIMIT_{name}".upper(): value for name, value in settings.items()}
    server = Served(data, {**read_environment(), "SIGNET_LIMITS": "on", "SIGNET_LOG": "info", **given})
    server.start()
    try:
        with run_nginx(configuration, int(server.url.rpartition(":")[2])) as way:
            yield server, way
    finally:
        server.stop()


@asynccontextmanager
async def put_nginx_before(port: int, configuration: str = CONFIGURATION) -> AsyncIterator[Way]:
    """Run nginx for a test whose own loop serves behind it."""
    with ExitStack() as stack:
        yield await asyncio.to_thread(stack.enter_context, run_nginx(configuration, port))


@pytest.mark.slow("ten browsers play a game through a proxy")
@pytest.mark.asyncio
async def test_friends_play_a_game_through_nginx() -> None:
    time = Time()
    async with a_server(limits=True, clock=time.clock, **OWN) as served, put_nginx_before(served.port) as way:
        known = list_refusals(served)
        await spend_evening(served, way, time, range(1), is_whole=False)
        assert list_refusals(served) == known


@pytest.mark.asyncio
async def test_nginx_lets_limits_hold_for_each_household(tmp_path: Path) -> None:
    async with follow_docs(tmp_path, sockets_per_address="5") as (server, way):
        assert await list_collisions(way) == []
        assert list_warnings(server) == []


async def count_rooms(way: Way, address: str) -> int:
    """Return the rooms that a household may open, with and without a forged address."""
    async with Household(way, address) as house:
        found = [await open_room(house) for _ in range(ROOMS + 1)]
        assert await open_room(house, x_forwarded_for=FORGED) == 429
    return found.count(201)


@pytest.mark.asyncio
async def test_ten_households_behind_nginx_have_limits_of_their_own(tmp_path: Path) -> None:
    async with follow_docs(tmp_path, rooms_per_hour=str(ROOMS)) as (_, way):
        assert [await count_rooms(way, f"127.0.1.{number}") for number in range(1, 11)] == [ROOMS] * 10


@pytest.mark.asyncio
async def test_nginx_that_passes_a_clients_word_on_is_detected(tmp_path: Path) -> None:
    changed = CONFIGURATION.replace("X-Forwarded-For $remote_addr", "X-Forwarded-For $http_x_forwarded_for")
    async with follow_docs(tmp_path, changed, rooms_per_hour=str(ROOMS)) as (_, way):
        with pytest.raises(AssertionError):
            await count_rooms(way, "127.0.1.1")


@pytest.mark.asyncio
async def test_nginx_serves_pages_and_their_sockets(tmp_path: Path) -> None:
    async with follow_docs(tmp_path) as (_, way), Household(way, "127.0.0.2") as house:
        own = {"origin": way.origin}
        opened = await house.request("POST", "/rooms", data={"game": GAME, "name": "Ada"}, headers=own)
        assert opened.status_code == 303
        assert opened.headers["set-cookie"].startswith("__Host-signet-dev=")
        cookie = {"cookie": opened.headers["set-cookie"].partition(";")[0]}
        room = opened.headers["location"]
        page = await house.request("GET", room, headers=cookie)
        assert f"https://{NAME}{room}/join/" in page.text
        async with house.open_socket(f"{room}/live", {**own, **cookie}) as socket:
            assert "regions" in json.loads(await socket.recv())


async def open_patiently(house: Household, path: str, origin: str) -> ClientConnection:
    """Open a socket, again while the machine takes longer than nginx waits.

    Raises TimeoutError."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            try:
                return await house.open_socket(path, {"origin": origin})
            except InvalidStatus as refused:
                assert refused.response.status_code == HTTPStatus.GATEWAY_TIMEOUT


@pytest.mark.parametrize(("ping_seconds", "is_open"), [("0.5", True), ("20", False)])
@pytest.mark.asyncio
async def test_silent_socket_lives_by_the_servers_pings(tmp_path: Path, ping_seconds: str, is_open: bool) -> None:
    """Here nginx waits two seconds instead of sixty."""
    assert Figures().ping_seconds * 2 < 60
    hasty = CONFIGURATION.replace("proxy_read_timeout 60s", "proxy_read_timeout 2s")
    assert hasty != CONFIGURATION
    async with follow_docs(tmp_path, hasty, ping_seconds=ping_seconds) as (_, way), Household(way, "127.0.0.2") as one:
        opened = (await one.request("POST", "/api/rooms", json=OPEN)).json()
        async with await open_patiently(one, f"{opened['links']['watch']}/live", way.origin) as socket:
            await socket.recv()
            with contextlib.suppress(ConnectionClosed, TimeoutError):
                async with asyncio.timeout(5):
                    await socket.wait_closed()
            assert (socket.close_code is None) == is_open


@pytest.mark.parametrize(("change", "is_compressed"), [("gzip off", False), ("gzip on", True)])
@pytest.mark.asyncio
async def test_nginx_does_not_compress_secrets(tmp_path: Path, change: str, is_compressed: bool) -> None:
    """Debian's main file switches compression on."""
    async with (
        follow_docs(tmp_path, CONFIGURATION.replace("gzip off", change)) as (_, way),
        Household(way, "127.0.0.2") as house,
    ):
        coded = {"accept-encoding": "gzip", "origin": way.origin}
        pages = [await house.request("GET", path, headers=coded) for path in ("/r/K7QF2M9X", "/admin", "/join/none")]
        assert any("content-encoding" in page.headers for page in pages) == is_compressed


@pytest.mark.asyncio
async def test_nginx_passes_room_files_and_no_other_large_body() -> None:
    file = make_large_room_file()
    assert len(file) > 65_536
    assert MOST_BYTES + FORM_BYTES < 9 * 1024 * 1024
    async with a_server(**OWN) as served, put_nginx_before(served.port) as way, Household(way, "127.0.0.2") as house:
        brought = await import_file(house, file)
        assert (brought.status_code, f"https://{NAME}/r/" in brought.text) == (200, True)
        assert (await import_file(house, b" " * MOST_BYTES)).status_code == 422, "read whole, and found to be no room"
        assert (await import_file(house, b" " * 9 * 1024 * 1024)).status_code == 413
        assert (await send_long_message(house, 65_536)).status_code == 413


@pytest.mark.asyncio
async def test_nginx_bounds_the_connections_of_an_address() -> None:
    limit = CONFIGURATION.replace("limit_conn signet 240;", "limit_conn signet 2;")
    assert f"limit_conn signet {Figures().connections_per_address};" in CONFIGURATION
    async with (
        a_server(**OWN) as served,
        put_nginx_before(served.port, limit) as way,
        Household(way, "127.0.0.2") as house,
        Household(way, "127.0.0.3") as other,
    ):
        opened = (await other.request("POST", "/api/rooms", json=OPEN)).json()
        path, headers = f"{opened['links']['watch']}/live", {"origin": way.origin}
        async with house.open_socket(path, headers), house.open_socket(path, headers):
            assert (await house.request("GET", "/")).status_code == 429
            assert (await other.request("GET", "/")).status_code == 200


def test_message_without_nginx_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda *_, **__: None)
    with pytest.raises(subject.NginxMissingError, match="`make test` installs them"), run_nginx(CONFIGURATION, 1):
        pytest.fail("there is none")


def test_invalid_configuration_is_reported() -> None:
    with (
        pytest.raises(subject.NginxMissingError, match="unknown directive"),
        run_nginx(CONFIGURATION.replace("gzip off", "gzipped off"), 1),
    ):
        pytest.fail("it started")
