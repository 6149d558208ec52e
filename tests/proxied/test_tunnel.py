"""Limits, addresses and tickets through a real tunnel."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, unquote

import pytest

from app.settings.limits import Figures
from tests.proxied.households import Household, Way, route_through
from tests.proxied.tunnel import NAMES, PATIENCE_S, TunnelService, find_word_link, run_tunnel_service
from tests.web.tables import GAME
from tools.served import Served

pytestmark = pytest.mark.slow("a server, an sshd and a proxy")

FIGURES = Figures()
HOUSEHOLDS = 10
PAGE = {"accept": "text/html", "sec-fetch-site": "none", "user-agent": "Browser/1"}


@dataclass(frozen=True)
class Shared:
    """Server that is shared through a tunnel, and the ways to it."""

    server: Served
    service: TunnelService
    old: Way
    new: Way

    @property
    def opening(self) -> dict[str, str]:
        """Message that opens a room."""
        word = unquote(find_word_link(self.server.log).partition("#word=")[2])
        return {"game": GAME, "name": "Ada", "word": word}

    def move(self) -> None:
        """Cut the tunnel; it comes back by the new name."""
        self.service.rename(NAMES[1])
        self.service.cut()
        until = time.monotonic() + PATIENCE_S
        while f"https://{NAMES[1]}" not in self.server.log:
            assert time.monotonic() < until, self.server.log
            time.sleep(0.05)


@pytest.fixture
def shared(tmp_path: Path) -> Iterator[Shared]:
    """Server with its limits, shared through a tunnel that tells who asks."""
    with run_tunnel_service() as service:
        server = Served(tmp_path, {**service.settings, "SIGNET_LIMITS": "on", "SIGNET_LOG": "info"})
        server.start()
        try:
            yield Shared(server, service, *(route_through(service.caddy, name) for name in NAMES))
        finally:
            server.stop()


async def open_rooms(house: Household, opening: dict[str, str], **headers: str) -> int:
    """Open as many rooms as an address may in an hour; return the status of one more."""
    for _ in range(FIGURES.rooms_per_hour):
        assert (await house.request("POST", "/api/rooms", json=opening)).status_code == 201
    return (await house.request("POST", "/api/rooms", json=opening, headers=headers)).status_code


async def wait_until_believed(house: Household) -> None:
    """Wait until the server has checked that its tunnel tells who asks."""
    until = time.monotonic() + PATIENCE_S
    while (await house.request("GET", f"/api/reach/{'n' * 22}")).json()["address"] == "unknown":
        assert time.monotonic() < until
        await asyncio.sleep(0.1)


@pytest.mark.asyncio
async def test_ten_households_have_limits_of_their_own(shared: Shared) -> None:
    async with AsyncExitStack() as stack:
        houses = [
            await stack.enter_async_context(Household(shared.old, f"127.0.0.{2 + number}"))
            for number in range(HOUSEHOLDS)
        ]
        await wait_until_believed(houses[0])
        forged = {"x-forwarded-for": "198.51.100.7", "forwarded": "for=198.51.100.7", "x-real-ip": "198.51.100.7"}
        assert await open_rooms(houses[0], shared.opening, **forged) == 429, "a forged address helps nobody"
        for house in houses[1:]:
            assert (await house.request("POST", "/api/rooms", json=shared.opening)).status_code == 201


@pytest.mark.asyncio
async def test_only_the_tunnel_brings_addresses(shared: Shared) -> None:
    port = int(shared.server.url.rpartition(":")[2])
    async with Household(shared.old, "127.0.0.2") as house:
        await wait_until_believed(house)
    direct = Way(NAMES[0], port)
    async with Household(direct, "127.0.0.1") as stranger:
        forged = {"x-forwarded-for": "198.51.100.7"}
        told = (await stranger.request("GET", f"/api/reach/{'n' * 22}", headers=forged)).json()
        assert told["address"] == "127.0.0.1"


@pytest.mark.asyncio
@pytest.mark.parametrize("host", ["evil.example", "localhost", "192.168.1.5", "attic.local"])
async def test_the_tunnel_leads_only_to_its_own_names(shared: Shared, host: str) -> None:
    async with Household(Way(host, shared.service.remote), "127.0.0.2") as house:
        assert (await house.request("GET", "/")).status_code == 403


@pytest.mark.asyncio
async def test_a_ticket_works_once_and_for_its_browser_alone(shared: Shared) -> None:
    async with Household(shared.old, "127.0.0.2") as house, Household(shared.new, "127.0.0.2") as after:
        await wait_until_believed(house)
        own = {"origin": shared.old.origin}
        opened = await house.request("POST", "/rooms", data=shared.opening, headers=own)
        cookie, room = opened.headers["set-cookie"].partition(";")[0], opened.headers["location"]
        shared.move()
        asked = {**PAGE, "cookie": cookie}
        sent = await house.request("GET", room, headers=asked)
        assert sent.headers["location"] == f"/move?from={quote(room, safe='')}"
        tickets = [(await house.request("GET", sent.headers["location"], headers=asked)) for _ in range(2)]
        paths = [each.headers["location"].removeprefix(shared.new.origin) for each in tickets]
        assert all(path.startswith("/moved/") for path in paths)
        async with Household(shared.new, "127.0.0.3") as stranger:
            seen = await stranger.request("GET", paths[0], headers=PAGE)
            assert seen.status_code == 200 and "set-cookie" not in seen.headers, "somebody else is asked first"
        other = await after.request("GET", paths[0], headers=PAGE | {"user-agent": "Browser/2"})
        assert other.status_code == 200 and "set-cookie" not in other.headers
        came = await after.request("GET", paths[0], headers=PAGE)
        assert (came.status_code, came.headers["location"]) == (303, room)
        assert cookie in came.headers["set-cookie"]
        assert (await after.request("GET", paths[0], headers=PAGE)).status_code == 410
        assert (await after.request("GET", room, headers=PAGE | {"cookie": cookie})).status_code == 200


@pytest.mark.asyncio
async def test_a_page_without_a_seat_moves_without_a_ticket(shared: Shared) -> None:
    async with Household(shared.old, "127.0.0.2") as house:
        await wait_until_believed(house)
        shared.move()
        sent = await house.request("GET", "/rules/adel_verpflichtet?language=de", headers=PAGE)
        there = await house.request("GET", sent.headers["location"], headers=PAGE)
        assert there.headers["location"] == f"{shared.new.origin}/rules/adel_verpflichtet?language=de"
        evil = await house.request("GET", "/move?from=//evil.example/", headers=PAGE)
        assert evil.headers["location"] == f"{shared.new.origin}/"
