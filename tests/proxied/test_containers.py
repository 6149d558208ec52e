"""The containers as they are handed to an operator: a room as a file comes in, notices and mails go out, a backup comes
out and back again. With the proxy's very file in a real Caddy, and the very commands of docs/operating.md."""

import asyncio
import copy
import os
import re
import shlex
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import pytest
from fastapi import FastAPI
from httpx2 import ReadError, RemoteProtocolError, Response
from psycopg import sql
from starlette.types import Receive, Scope, Send

from app.journal.sql.store import SqlStore
from app.records.room_file import MOST_BYTES
from app.settings import Figures
from app.web.http.uploads import FORM_BYTES
from tests.journal.test_backup import everything, filled
from tests.postgres import postgres_server
from tests.proxied.caddy import Caddy, caddy_beside, version
from tests.proxied.households import Household, through
from tests.proxied.recipe import recipe_of_workers
from tests.sources import ROOT
from tests.test_deployment import COMPOSE
from tests.web.routes.test_replay import some_play
from tests.web.routes.test_room_files import PASSPHRASE as SECRET
from tests.web.routes.test_room_files import saved
from tests.web.servers import Served, a_server
from tests.web.tables import a_web

CADDYFILE = (ROOT / "deploy" / "Caddyfile").read_text(encoding="utf-8")
OPERATING = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
OF_WORKERS = recipe_of_workers().behind_each(["app-one:8000", "app-two:8000"])
IMPORT = "/rooms/import"
NAME = "play.example.org"
UNITS = {"KB": 1_000, "MB": 1_000_000}

PASSPHRASE = {"passphrase": SECRET}
OWN = {"sec-fetch-site": "same-origin"}


def most(caddyfile: str, path: str) -> int:
    """How many bytes of a body to that path the file lets by."""
    here = re.findall(r"^\t@(\w+) (not )?path (\S+)$", caddyfile, re.M)
    blocks = re.findall(r"request_body (@\w+ )?\{\s+max_size (\d+)([KM]B)\s+\}", caddyfile)
    holds = {f"@{name} ": (path == of) != bool(negated) for name, negated, of in here} | {"": True}
    return min([int(count) * UNITS[unit] for matcher, count, unit in blocks if holds[matcher]], default=sys.maxsize)


def apps(compose: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {name: service for name, service in compose["services"].items() if service.get("build")}


def on(compose: dict[str, Any], network: str) -> set[str]:
    """The services of a network."""
    return {name for name, service in compose["services"].items() if network in service["networks"]}


def faults(compose: dict[str, Any], caddyfile: str, readme: str) -> set[str]:
    """What is wrong with containers that are set up and looked after like that."""
    found, networks = set(), compose["networks"]
    if most(caddyfile, IMPORT) < MOST_BYTES + FORM_BYTES:
        found.add("room files are refused")
    if most(caddyfile, "/r/K7QF2M9X/do") > 4 * Figures().body_bytes:
        found.add("anything may be large")
    for name, app in apps(compose).items():
        out = [each for each in app["networks"] if not (networks[each] or {}).get("internal")]
        if not out:
            found.add("nothing gets out")
        for each in out:
            options = (networks[each] or {}).get("driver_opts", {})
            is_closed = options.get("com.docker.network.bridge.enable_icc") == "false"
            if on(compose, each) - apps(compose).keys() or not is_closed or "ports" in app:
                found.add("something gets in")
        front = networks["front"]["ipam"]["config"][0]["subnet"]
        if app["environment"]["SIGNET_PROXY"] != front or not networks["front"].get("internal"):
            found.add("others than the proxy are believed")
        words = f"docker compose exec -T {name} python -m app backup -"
        if app.get("read_only") and not app.get("volumes") and words not in readme and name == "app-one":
            found.add("no backup gets out")
    if not re.search(r"docker compose run --rm -T app-one python -m app restore - <", readme):
        found.add("no backup comes back")
    return found


def test_files_come_in_and_mails_and_backups_get_out() -> None:
    assert faults(COMPOSE, CADDYFILE, OPERATING) == set()


def without_a_way_out(compose: dict[str, Any]) -> None:
    for app in apps(compose).values():
        app["networks"].remove("outgoing")


def with_a_way_out_that_is_none(compose: dict[str, Any]) -> None:
    compose["networks"]["outgoing"]["internal"] = True


def with_the_proxy_on_the_way_out(compose: dict[str, Any]) -> None:
    compose["services"]["proxy"]["networks"].append("outgoing")


def with_apps_that_reach_each_other_there(compose: dict[str, Any]) -> None:
    compose["networks"]["outgoing"] = None


def with_a_port_of_their_own(compose: dict[str, Any]) -> None:
    apps(compose)["app-one"]["ports"] = ["8000:8000"]


def with_everybody_believed(compose: dict[str, Any]) -> None:
    for app in apps(compose).values():
        app["environment"]["SIGNET_PROXY"] = "0.0.0.0/0"


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (without_a_way_out, "nothing gets out"),
        (with_a_way_out_that_is_none, "nothing gets out"),
        (with_the_proxy_on_the_way_out, "something gets in"),
        (with_apps_that_reach_each_other_there, "something gets in"),
        (with_a_port_of_their_own, "something gets in"),
        (with_everybody_believed, "others than the proxy are believed"),
    ],
)
def test_containers_set_up_otherwise_are_found_out(change: Callable[[dict[str, Any]], None], fault: str) -> None:
    changed = copy.deepcopy(COMPOSE)
    for app in apps(changed).values():
        app["networks"], app["environment"] = list(app["networks"]), dict(app["environment"])
    change(changed)
    assert faults(changed, CADDYFILE, OPERATING) == {fault}


def test_a_proxy_or_a_readme_that_says_otherwise_is_found_out() -> None:
    for_all = "request_body {\n\t\tmax_size 64KB\n\t}\n"
    one_for_all = re.sub(r"@room_file path.*?(?=\treverse_proxy)", for_all, CADDYFILE, flags=re.S)
    assert faults(COMPOSE, one_for_all, OPERATING) == {"room files are refused"}
    for small in ("1MB", f"{MOST_BYTES // 1_000}KB"):
        assert faults(COMPOSE, CADDYFILE.replace("9MB", small), OPERATING) == {"room files are refused"}
    assert faults(COMPOSE, one_for_all.replace(for_all, ""), OPERATING) == {"anything may be large"}
    assert faults(COMPOSE, CADDYFILE, "") == {"no backup gets out", "no backup comes back"}


@asynccontextmanager
async def running(caddyfile: str = CADDYFILE, **settings: Any) -> AsyncIterator[tuple[list[Served], Caddy]]:
    """Two servers behind a proxy with this file."""
    own = {"public_url": f"https://{NAME}", "proxy": "127.0.0.1", **settings}
    async with a_server(**own) as one, a_server(**own) as two:
        # the one line that a Caddy before 2.7 does not know yet
        known = caddyfile if version() >= (2, 7) else re.sub(r"^\tstream_close_delay .*\n", "", caddyfile, flags=re.M)
        written = known.replace("{$SIGNET_DOMAIN}", NAME)
        for name, served in zip(apps(COMPOSE), (one, two), strict=True):
            assert f" {name}:8000" in written
            written = written.replace(f" {name}:8000", f" 127.0.0.1:{served.port}")
        async with caddy_beside(written) as caddy:
            yield [one, two], caddy


async def brings(house: Household, file: bytes) -> Response:
    """The answer to a room that is brought in as a file."""
    form = {"file": ("room.json", file, "application/json")}
    return await house.ask("POST", IMPORT, files=form, data=PASSPHRASE, headers=OWN)


@pytest.mark.asyncio
async def test_the_proxy_lets_every_room_by_and_nothing_else_that_is_large() -> None:
    with a_web() as web:
        table = web.playing("Ada", "Ben", "Cleo", "Dora", "Emil")
        while table.view(0)["room"]["phase"] == "playing":
            some_play(table, 1)
        file = saved(table)
    async with running() as (_, caddy), Household(through(caddy, NAME), "127.0.0.2") as house:
        assert len(file) > most(CADDYFILE, "/"), "larger than anything else may be"
        brought = await brings(house, file)
        assert (brought.status_code, f"https://{NAME}/r/" in brought.text) == (200, True)
        assert (await brings(house, b" " * MOST_BYTES)).status_code == 422, "read whole, and found to be no room"
        assert await is_stopped(brings(house, b" " * most(CADDYFILE, IMPORT)))
        assert await is_stopped(says(house, most(CADDYFILE, "/")))


TOO_LARGE = (413, 502)
"""Caddy's own word for a body that is too large, the new one and the old."""


async def is_stopped(asked: Awaitable[Response]) -> bool:
    """Whether the proxy stopped a body that is too large: by its own word, or by closing the connection.

    It closes amid the answer of a server that knew already that there is no such room. A connection that is closed
    before the whole body has been read is reset (RFC 9112, 9.6), and a slow client loses the answer with it."""
    try:
        return (await asked).status_code in TOO_LARGE
    except (ReadError, RemoteProtocolError):
        return True


async def says(house: Household, length: int) -> Response:
    """The answer to a stranger who says more than ``length`` characters in a room that does not exist."""
    return await house.ask("POST", "/r/K7QF2M9X/do", data={"text": "x" * length}, headers=OWN)


@pytest.mark.asyncio
async def test_a_proxy_with_one_small_limit_is_found_out() -> None:
    small = CADDYFILE.replace("9MB", "64KB")
    async with running(small) as (_, caddy), Household(through(caddy, NAME), "127.0.0.2") as house:
        assert await is_stopped(brings(house, b" " * 200_000))


async def held_against(caddy: Caddy, house: Household) -> int:
    """How many faults the proxy holds against the servers after a stranger's large bodies."""
    for _ in range(2):
        assert await is_stopped(says(house, 2 * most(CADDYFILE, "/")))
    return sum(await caddy.fails())


@pytest.mark.parametrize(("change", "is_kept_out"), [("", False), ("fail_duration 30s", True)])
@pytest.mark.asyncio
async def test_no_strangers_body_is_held_against_the_servers(change: str, is_kept_out: bool) -> None:
    written = CADDYFILE.replace("\thealth_uri", f"\t{change}\n\thealth_uri")
    async with running(written) as (_, caddy), Household(through(caddy, NAME), "127.0.0.2") as house:
        assert (await held_against(caddy, house) > 0) == is_kept_out


@pytest.mark.asyncio
async def test_while_one_server_is_gone_the_other_answers() -> None:
    async with running() as (served, caddy), Household(through(caddy, NAME), "127.0.0.2") as house:
        assert (await house.ask("GET", "/")).status_code == 200
        served[0].stop()
        while served[0].running.servers[0].is_serving():
            await asyncio.sleep(0.01)
        answers = [(await house.ask("GET", "/")).status_code for _ in range(10)]
        assert answers == [200] * 10


ROOMS = 12


def noting(served: Served) -> set[str]:
    """The rooms of which something is asked at that server from now on."""
    rooms: set[str] = set()
    # not the server's application: a proxy keeps its connections, and those keep theirs
    app = cast(FastAPI, served.running.config.app)
    inner = app.middleware_stack
    assert inner is not None

    async def note(scope: Scope, receive: Receive, send: Send) -> None:
        if found := re.match("/(?:api/rooms|r)/([^/]+)", scope["path"]):
            rooms.add(found[1])
        await inner(scope, receive, send)

    app.middleware_stack = note
    return rooms


async def check_a_room_has_one_server(caddyfile: str) -> None:
    async with running(caddyfile) as (served, caddy), Household(through(caddy, NAME), "127.0.0.2") as house:
        codes = [f"R00M{number:04}" for number in range(ROOMS)]
        one, other = (noting(each) for each in served)
        for code in codes:
            for path in (f"/r/{code}", f"/api/rooms/{code}", f"/r/{code}/live", f"/r/{code}/watch/key/live"):
                await house.ask("GET", path)
        assert (one & other, one | other) == (set(), set(codes))
        assert one and other, "both have rooms"
        served[0].stop()
        while served[0].running.servers[0].is_serving():
            await asyncio.sleep(0.01)
        async with asyncio.timeout(30):
            # on connections that it keeps the one that goes still answers for a moment
            while other != set(codes):
                assert {(await house.ask("GET", f"/r/{code}")).status_code for code in codes} == {404}


@pytest.mark.parametrize("caddyfile", [CADDYFILE, OF_WORKERS], ids=["containers", "workers"])
@pytest.mark.asyncio
async def test_a_rooms_requests_reach_one_server_while_it_lives_and_the_other_afterwards(caddyfile: str) -> None:
    await check_a_room_has_one_server(caddyfile)


@pytest.mark.asyncio
async def test_a_proxy_that_shares_out_every_request_is_found_out() -> None:
    with pytest.raises(AssertionError):
        await check_a_room_has_one_server(CADDYFILE.replace("lb_policy header Room-Place", "lb_policy round_robin"))


def told() -> dict[str, str]:
    """The commands of docs/operating.md for a backup in containers and its way back, by what they are for."""
    part = OPERATING.partition("### Containers")[2].partition("\n## ")[0]
    part = re.sub(r" \\\n +", " ", part)
    lines = [line.strip() for line in re.findall(r"^    (.*docker compose.*)$", part, re.M)]
    backup, restore, rename = (
        next(line for line in lines if word in line) for word in (" backup -", " restore -", "psql")
    )
    assert lines.index(backup) < lines.index(rename) < lines.index(restore)
    assert {lines[0], lines[-1]} == {"docker compose up -d --build", "docker compose up -d"}
    assert lines[lines.index(rename) - 2 : lines.index(rename)] == [
        "docker compose stop proxy app-one app-two",
        "docker compose up -d --wait db",
    ]
    return {"backup": backup, "rename": rename, "restore": restore}


def in_a_container(line: str, service: str) -> list[str]:
    """What a command of docs/operating.md runs in a container of that service, without what a shell does with it."""
    words = shlex.split(line.removeprefix("(umask 077; ").removesuffix(")"))
    assert service in COMPOSE["services"]
    words = words[words.index(service) + 1 :]
    ends = [place for place, word in enumerate(words) if word in ("<", ">")]
    return words[: ends[0]] if ends else words


def carried_out(words: list[str], url: str, given: bytes = b"") -> bytes:
    """The output of a program in a container: it can write nowhere, and finds its database in the environment."""
    assert words[0] == "python"
    own = {**os.environ, "SIGNET_DATABASE_URL": url, "SIGNET_DATA": "/proc/self", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, *words[1:]], cwd=ROOT, env=own, input=given, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.asyncio
async def test_a_backup_gets_out_of_a_container_and_comes_back_as_the_readme_says(tmp_path: Path) -> None:
    words = told()
    assert words["backup"].startswith("(umask 077; ") and words["backup"].endswith("> rooms.backup)")
    psql = in_a_container(words["rename"], "db")
    assert psql[:5] == ["psql", "-U", COMPOSE["services"]["db"]["environment"]["POSTGRES_USER"], "-d", "postgres"]
    changes = [word for flag, word in zip(psql[5::2], psql[6::2], strict=True) if flag == "-c"]
    with postgres_server(settings=()) as server:
        server.run(sql.SQL("CREATE DATABASE signet"))
        store = SqlStore(server.url("signet"), trust_disk_off=True)
        await filled(store)
        await store.close()
        before = everything(server.url("signet"))
        backup = carried_out(in_a_container(words["backup"], "app-one"), server.url("signet"))
        for change in changes:
            server.run(sql.SQL(change))
        carried_out(in_a_container(words["restore"], "app-one"), server.url("signet"), backup)
        assert everything(server.url("signet")) == everything(server.url("signet_before")) == before
