"""README's recipe for a proxy, with a real Caddy.

Each household is counted separately, nobody can forge an address, and missing settings are detected."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from app.settings.limits import Figures
from app.settings.settings import Settings
from tests.proxied import caddy as subject
from tests.proxied.caddy import run_caddy
from tests.proxied.households import Household, Way, route_through
from tests.proxied.recipe import Recipe, read_recipe
from tests.sources import ROOT
from tests.web.tables import GAME
from tools.served import Served

ONE, OTHER, FORGED = "127.0.0.2", "127.0.0.3", "198.51.100.77"
FIGURES = Figures()
SOCKETS = 5
"""Limit of sockets per address in these tests."""

NOWHERE = "00000000"
OPEN = {"game": GAME, "name": "Ada", "options": {"watchers": "public"}}
WITHOUT_PROXY = {"SIGNET_PUBLIC_URL", "SIGNET_HOST"}


@asynccontextmanager
async def follow_recipe(told: Recipe, data: Path) -> AsyncIterator[tuple[Served, Way]]:
    """Run a server and a proxy by the recipe, with default limits except sockets."""
    given = {"SIGNET_LIMITS": "on", "SIGNET_LOG": "info", "SIGNET_LIMIT_SOCKETS_PER_ADDRESS": str(SOCKETS)}
    server = Served(data, {**told.environment, **given})
    server.start()
    try:
        with run_caddy(told.replace_port(int(server.url.rpartition(":")[2]))) as caddy:
            yield server, route_through(caddy, told.name)
    finally:
        server.stop()


async def open_room(house: Household, **headers: str) -> int:
    """Open a room and return the status."""
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    return (await house.request("POST", "/api/rooms", json=OPEN, headers=named)).status_code


async def do_rooms_collide(one: Household, other: Household) -> bool:
    """Return whether one household's rooms count as another's."""
    assert [await open_room(one) for _ in range(FIGURES.rooms_per_hour)] == [201] * FIGURES.rooms_per_hour
    assert await open_room(one) == 429
    assert await open_room(one, x_forwarded_for=FORGED) == 429, "nobody else is believed"
    assert (
        await open_room(one, x_real_ip=FORGED, forwarded=f"for={FORGED}", x_forwarded_for=f"{OTHER}, {FORGED}") == 429
    )
    return await open_room(other) == 429


async def do_codes_collide(one: Household, other: Household, code: str) -> bool:
    """Return whether one household's wrong codes delay another."""
    wrong = [one.request("GET", f"/api/rooms/{NOWHERE}") for _ in range(FIGURES.wrong_burst)]
    assert {answer.status_code for answer in await asyncio.gather(*wrong)} == {404}
    turned_away = await one.request("GET", f"/api/rooms/{code}")
    assert turned_away.status_code == 429
    assert 1 <= int(turned_away.headers["retry-after"]) <= FIGURES.wrong_seconds
    return (await other.request("GET", f"/api/rooms/{code}")).status_code == 429


async def do_sockets_collide(one: Household, other: Household, path: str) -> bool:
    """Return whether one household's sockets count as another's.

    ``path`` is a watchers' socket."""
    own = {"origin": one.way.origin}
    async with contextlib.AsyncExitStack() as open_ones:
        for _ in range(SOCKETS):
            await (await open_ones.enter_async_context(one.open_socket(path, own))).recv()
        async with one.open_socket(path, own) as one_more:
            assert json.loads(await one_more.recv())["refused"] == "too_fast"
        async with other.open_socket(path, own) as elsewhere:
            told = json.loads(await elsewhere.recv())
            with contextlib.suppress(ConnectionClosed):
                await elsewhere.close()
    return bool(told.get("refused") == "too_fast")


async def list_collisions(way: Way) -> list[str]:
    """Return the limits that count two households behind the proxy as one."""
    found = []
    async with Household(way, ONE) as one, Household(way, OTHER) as other:
        opened = (await other.request("POST", "/api/rooms", json=OPEN)).json()
        if await do_sockets_collide(one, other, f"{opened['links']['watch']}/live"):
            found.append("sockets")
        if await do_codes_collide(one, other, opened["room"]):
            found.append("codes")
    async with Household(way, "127.0.0.4") as one, Household(way, OTHER) as other:
        if await do_rooms_collide(one, other):
            found.append("rooms")
    return found


def list_warnings(server: Served) -> list[str]:
    """Return the settings that the log recommends for a proxy."""
    lines = [line for line in server.log.splitlines() if "proxy is not believed" in line]
    return [json.loads(line)["if_it_is_yours"] for line in lines]


@pytest.mark.asyncio
async def test_recipe_counts_every_household_separately(tmp_path: Path) -> None:
    async with follow_recipe(read_recipe(), tmp_path) as (server, way):
        assert await list_collisions(way) == []
        assert list_warnings(server) == []
        for address in (ONE, OTHER, FORGED):
            assert address not in server.log


@pytest.mark.asyncio
async def test_missing_proxy_setting_is_logged_with_its_remedy(tmp_path: Path) -> None:
    told = read_recipe()
    without = replace(told, environment={name: told.environment[name] for name in WITHOUT_PROXY})
    async with follow_recipe(without, tmp_path) as (server, way):
        async with Household(way, ONE) as one, Household(way, OTHER) as other:
            assert [await open_room(one) for _ in range(FIGURES.rooms_per_hour)] == [201] * FIGURES.rooms_per_hour
            assert await open_room(other) == 429
        assert list_warnings(server) == [f"SIGNET_PROXY={told.environment['SIGNET_PROXY']}"]


@pytest.mark.asyncio
async def test_pages_and_their_sockets_work_behind_the_proxy(tmp_path: Path) -> None:
    async with follow_recipe(read_recipe(), tmp_path) as (_, way), Household(way, ONE) as house:
        form, own = {"game": GAME, "name": "Ada"}, {"origin": way.origin}
        opened = await house.request("POST", "/rooms", data=form, headers=own)
        assert opened.status_code == 303
        assert opened.headers["set-cookie"].startswith("__Host-signet-dev=")
        assert "Secure" in opened.headers["set-cookie"]
        cookie = {"cookie": opened.headers["set-cookie"].partition(";")[0]}
        room = opened.headers["location"]
        page = await house.request("GET", room, headers=cookie)
        assert page.status_code == 200
        assert f"https://{read_recipe().name}{room}/join/" in page.text
        async with house.open_socket(f"{room}/live", {**own, **cookie}) as socket:
            assert "regions" in json.loads(await socket.recv())


def test_recipe_is_complete() -> None:
    told = read_recipe()
    assert told.environment.keys() == {"SIGNET_PUBLIC_URL", "SIGNET_PROXY", "SIGNET_HOST"}
    assert subject.list_sites(told.caddyfile) == [told.name]
    assert told.command == ["make", "play"]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "-m app serve" in makefile.partition("\nplay:")[2].partition("\n\n")[0]
    settings = Settings(public_url=told.environment["SIGNET_PUBLIC_URL"], proxy=told.environment["SIGNET_PROXY"])
    assert settings.main_url == f"https://{told.name}" and "127.0.0.1" in settings.proxies
    assert told.caddyfile.count(f"{told.environment['SIGNET_HOST']}:{settings.port}") == 1


def test_message_without_caddy_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(subject.CaddyMissingError, match="`make test` installs it"), run_caddy(read_recipe().caddyfile):
        pytest.fail("there is none")


def test_invalid_caddyfile_is_reported() -> None:
    with (
        pytest.raises(subject.CaddyMissingError, match="unrecognized directive"),
        run_caddy("a.example {\n\tproxy_back\n}\n"),
    ):
        pytest.fail("it started")
