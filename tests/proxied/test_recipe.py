"""The recipe of the README for a proxy, with a real Caddy: each household is counted for itself, nobody is believed
about whom they are, and without its settings that is noticed."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from app.settings import Figures, Settings
from tests.proxied import caddy as subject
from tests.proxied.caddy import a_caddy
from tests.proxied.households import Household, Way, through
from tests.proxied.recipe import Recipe, recipe
from tests.sources import ROOT
from tests.web.tables import GAME
from tools.served import Served

ONE, OTHER, FORGED = "127.0.0.2", "127.0.0.3", "198.51.100.77"
FIGURES = Figures()
SOCKETS = 5
"""Of one address, here."""

NOWHERE = "00000000"
OPEN = {"game": GAME, "name": "Ada", "options": {"watchers": "public"}}
WITHOUT_PROXY = {"SIGNET_PUBLIC_URL", "SIGNET_HOST"}


@asynccontextmanager
async def followed(told: Recipe, data: Path) -> AsyncIterator[tuple[Served, Way]]:
    """A server and a proxy, started as the recipe says, with default limits but for the sockets."""
    given = {"SIGNET_LIMITS": "on", "SIGNET_LOG": "info", "SIGNET_LIMIT_SOCKETS_PER_ADDRESS": str(SOCKETS)}
    server = Served(data, {**told.environment, **given})
    server.start()
    try:
        with a_caddy(told.behind(int(server.url.rpartition(":")[2]))) as caddy:
            yield server, through(caddy, told.name)
    finally:
        server.stop()


async def opens(house: Household, **headers: str) -> int:
    """The status of a room's reveal."""
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    return (await house.ask("POST", "/api/rooms", json=OPEN, headers=named)).status_code


async def rooms_collide(one: Household, other: Household) -> bool:
    """Whether the rooms of one household are counted as another's."""
    assert [await opens(one) for _ in range(FIGURES.rooms_per_hour)] == [201] * FIGURES.rooms_per_hour
    assert await opens(one) == 429
    assert await opens(one, x_forwarded_for=FORGED) == 429, "nobody else is believed"
    assert await opens(one, x_real_ip=FORGED, forwarded=f"for={FORGED}", x_forwarded_for=f"{OTHER}, {FORGED}") == 429
    return await opens(other) == 429


async def codes_collide(one: Household, other: Household, code: str) -> bool:
    """Whether codes that one household mistypes hold another up."""
    wrong = [one.ask("GET", f"/api/rooms/{NOWHERE}") for _ in range(FIGURES.wrong_burst)]
    assert {answer.status_code for answer in await asyncio.gather(*wrong)} == {404}
    turned_away = await one.ask("GET", f"/api/rooms/{code}")
    assert turned_away.status_code == 429
    assert 1 <= int(turned_away.headers["retry-after"]) <= FIGURES.wrong_seconds
    return (await other.ask("GET", f"/api/rooms/{code}")).status_code == 429


async def sockets_collide(one: Household, other: Household, path: str) -> bool:
    """Whether the sockets of one household are counted as another's. ``path`` is a watchers' socket."""
    own = {"origin": one.way.origin}
    async with contextlib.AsyncExitStack() as open_ones:
        for _ in range(SOCKETS):
            await (await open_ones.enter_async_context(one.socket(path, own))).recv()
        async with one.socket(path, own) as one_more:
            assert json.loads(await one_more.recv())["refused"] == "too_fast"
        async with other.socket(path, own) as elsewhere:
            told = json.loads(await elsewhere.recv())
            with contextlib.suppress(ConnectionClosed):
                await elsewhere.close()
    return bool(told.get("refused") == "too_fast")


async def collisions(way: Way) -> list[str]:
    """In what two households behind the proxy are counted as one."""
    found = []
    async with Household(way, ONE) as one, Household(way, OTHER) as other:
        opened = (await other.ask("POST", "/api/rooms", json=OPEN)).json()
        if await sockets_collide(one, other, f"{opened['links']['watch']}/live"):
            found.append("sockets")
        if await codes_collide(one, other, opened["room"]):
            found.append("codes")
    async with Household(way, "127.0.0.4") as one, Household(way, OTHER) as other:
        if await rooms_collide(one, other):
            found.append("rooms")
    return found


def warnings(server: Served) -> list[str]:
    """The settings that the log says to write for a proxy."""
    lines = [line for line in server.log.splitlines() if "proxy is not believed" in line]
    return [json.loads(line)["if_it_is_yours"] for line in lines]


@pytest.mark.asyncio
async def test_as_the_readme_says_every_household_is_counted_for_itself(tmp_path: Path) -> None:
    async with followed(recipe(), tmp_path) as (server, way):
        assert await collisions(way) == []
        assert warnings(server) == []
        for address in (ONE, OTHER, FORGED):
            assert address not in server.log


@pytest.mark.asyncio
async def test_without_the_proxys_setting_households_collide_and_the_log_says_what_to_write(tmp_path: Path) -> None:
    told = recipe()
    without = replace(told, environment={name: told.environment[name] for name in WITHOUT_PROXY})
    async with followed(without, tmp_path) as (server, way):
        async with Household(way, ONE) as one, Household(way, OTHER) as other:
            assert [await opens(one) for _ in range(FIGURES.rooms_per_hour)] == [201] * FIGURES.rooms_per_hour
            assert await opens(other) == 429
        assert warnings(server) == [f"SIGNET_PROXY={told.environment['SIGNET_PROXY']}"]


@pytest.mark.asyncio
async def test_pages_and_their_sockets_work_behind_the_proxy(tmp_path: Path) -> None:
    async with followed(recipe(), tmp_path) as (_, way), Household(way, ONE) as house:
        form, own = {"game": GAME, "name": "Ada"}, {"origin": way.origin}
        opened = await house.ask("POST", "/rooms", data=form, headers=own)
        assert opened.status_code == 303
        assert opened.headers["set-cookie"].startswith("__Host-signet-dev=")
        assert "Secure" in opened.headers["set-cookie"]
        cookie = {"cookie": opened.headers["set-cookie"].partition(";")[0]}
        room = opened.headers["location"]
        page = await house.ask("GET", room, headers=cookie)
        assert page.status_code == 200
        assert f"https://{recipe().name}{room}/join/" in page.text
        async with house.socket(f"{room}/live", {**own, **cookie}) as socket:
            assert "regions" in json.loads(await socket.recv())


def test_the_recipe_is_whole() -> None:
    told = recipe()
    assert told.environment.keys() == {"SIGNET_PUBLIC_URL", "SIGNET_PROXY", "SIGNET_HOST"}
    assert subject.names(told.caddyfile) == [told.name]
    assert told.command == ["make", "play"]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "-m app serve" in makefile.partition("\nplay:")[2].partition("\n\n")[0]
    settings = Settings(public_url=told.environment["SIGNET_PUBLIC_URL"], proxy=told.environment["SIGNET_PROXY"])
    assert settings.main_url == f"https://{told.name}" and "127.0.0.1" in settings.proxies
    assert told.caddyfile.count(f"{told.environment['SIGNET_HOST']}:{settings.port}") == 1


def test_without_caddy_the_message_says_how_to_get_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(subject.CaddyMissingError, match="`make test` installs it"), a_caddy(recipe().caddyfile):
        pytest.fail("there is none")


def test_a_caddyfile_that_is_none_is_said_to_be() -> None:
    with (
        pytest.raises(subject.CaddyMissingError, match="unrecognized directive"),
        a_caddy("a.example {\n\tproxy_back\n}\n"),
    ):
        pytest.fail("it started")
