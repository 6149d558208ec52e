"""Containers as an operator gets them.

Room files come in, notifications and mails go out, and a backup goes out and back. The tests use the proxy's own file
in a real Caddy, and the commands of docs/operating.md."""

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
from app.settings.limits import Figures
from app.web.http.uploads import FORM_BYTES
from tests.journal.test_backup import everything, fill_store
from tests.postgres import postgres_server
from tests.proxied.caddy import Caddy, read_version, run_caddy_beside
from tests.proxied.households import Household, route_through
from tests.proxied.recipe import read_worker_recipe
from tests.sources import ROOT
from tests.test_deployment import COMPOSE
from tests.web.routes.test_replay import some_play
from tests.web.routes.test_room_files import PASSPHRASE as SECRET
from tests.web.routes.test_room_files import save_room_file
from tests.web.servers import Served, a_server
from tests.web.tables import a_web

CADDYFILE = (ROOT / "deploy" / "Caddyfile").read_text(encoding="utf-8")
OPERATING = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
OF_WORKERS = read_worker_recipe().replace_addresses(["app-one:8000", "app-two:8000"])
IMPORT = "/rooms/import"
NAME = "play.example.org"
UNITS = {"KB": 1_000, "MB": 1_000_000}

PASSPHRASE = {"passphrase": SECRET}
OWN = {"sec-fetch-site": "same-origin"}


def find_limit(caddyfile: str, path: str) -> int:
    """Return the body limit in bytes of the proxy for a path."""
    here = re.findall(r"^\t@(\w+) (not )?path (\S+)$", caddyfile, re.M)
    blocks = re.findall(r"request_body (@\w+ )?\{\s+max_size (\d+)([KM]B)\s+\}", caddyfile)
    holds = {f"@{name} ": (path == of) != bool(negated) for name, negated, of in here} | {"": True}
    return min([int(count) * UNITS[unit] for matcher, count, unit in blocks if holds[matcher]], default=sys.maxsize)


def list_apps(compose: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {name: service for name, service in compose["services"].items() if service.get("build")}


def list_services(compose: dict[str, Any], network: str) -> set[str]:
    """Return the services of a network."""
    return {name for name, service in compose["services"].items() if network in service["networks"]}


def find_faults(compose: dict[str, Any], caddyfile: str, readme: str) -> set[str]:
    """Return the faults of a set-up of containers and its documentation."""
    found, networks = set(), compose["networks"]
    if find_limit(caddyfile, IMPORT) < MOST_BYTES + FORM_BYTES:
        found.add("room files are refused")
    if find_limit(caddyfile, "/r/K7QF2M9X/do") > 4 * Figures().body_bytes:
        found.add("anything may be large")
    for name, app in list_apps(compose).items():
        out = [each for each in app["networks"] if not (networks[each] or {}).get("internal")]
        if not out:
            found.add("nothing gets out")
        for each in out:
            options = (networks[each] or {}).get("driver_opts", {})
            is_closed = options.get("com.docker.network.bridge.enable_icc") == "false"
            if list_services(compose, each) - list_apps(compose).keys() or not is_closed or "ports" in app:
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


def test_containers_pass_files_mails_and_backups() -> None:
    assert find_faults(COMPOSE, CADDYFILE, OPERATING) == set()


def drop_network(compose: dict[str, Any]) -> None:
    for app in list_apps(compose).values():
        app["networks"].remove("outgoing")


def isolate_network(compose: dict[str, Any]) -> None:
    compose["networks"]["outgoing"]["internal"] = True


def add_proxy_to_network(compose: dict[str, Any]) -> None:
    compose["services"]["proxy"]["networks"].append("outgoing")


def connect_apps(compose: dict[str, Any]) -> None:
    compose["networks"]["outgoing"] = None


def publish_port(compose: dict[str, Any]) -> None:
    list_apps(compose)["app-one"]["ports"] = ["8000:8000"]


def trust_everybody(compose: dict[str, Any]) -> None:
    for app in list_apps(compose).values():
        app["environment"]["SIGNET_PROXY"] = "0.0.0.0/0"


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (drop_network, "nothing gets out"),
        (isolate_network, "nothing gets out"),
        (add_proxy_to_network, "something gets in"),
        (connect_apps, "something gets in"),
        (publish_port, "something gets in"),
        (trust_everybody, "others than the proxy are believed"),
    ],
)
def test_wrong_container_setup_is_detected(change: Callable[[dict[str, Any]], None], fault: str) -> None:
    changed = copy.deepcopy(COMPOSE)
    for app in list_apps(changed).values():
        app["networks"], app["environment"] = list(app["networks"]), dict(app["environment"])
    change(changed)
    assert find_faults(changed, CADDYFILE, OPERATING) == {fault}


def test_wrong_proxy_or_readme_is_detected() -> None:
    for_all = "request_body {\n\t\tmax_size 64KB\n\t}\n"
    one_for_all = re.sub(r"@room_file path.*?(?=\treverse_proxy)", for_all, CADDYFILE, flags=re.S)
    assert find_faults(COMPOSE, one_for_all, OPERATING) == {"room files are refused"}
    for small in ("1MB", f"{MOST_BYTES // 1_000}KB"):
        assert find_faults(COMPOSE, CADDYFILE.replace("9MB", small), OPERATING) == {"room files are refused"}
    assert find_faults(COMPOSE, one_for_all.replace(for_all, ""), OPERATING) == {"anything may be large"}
    assert find_faults(COMPOSE, CADDYFILE, "") == {"no backup gets out", "no backup comes back"}


@asynccontextmanager
async def run_servers(caddyfile: str = CADDYFILE, **settings: Any) -> AsyncIterator[tuple[list[Served], Caddy]]:
    """Run two servers behind a proxy with this file."""
    own = {"public_url": f"https://{NAME}", "proxy": "127.0.0.1", **settings}
    async with a_server(**own) as one, a_server(**own) as two:
        # Caddy before 2.7 does not know this line.
        known = (
            caddyfile if read_version() >= (2, 7) else re.sub(r"^\tstream_close_delay .*\n", "", caddyfile, flags=re.M)
        )
        written = known.replace("{$SIGNET_DOMAIN}", NAME)
        for name, served in zip(list_apps(COMPOSE), (one, two), strict=True):
            assert f" {name}:8000" in written
            written = written.replace(f" {name}:8000", f" 127.0.0.1:{served.port}")
        async with run_caddy_beside(written) as caddy:
            yield [one, two], caddy


def make_large_room_file() -> bytes:
    """Return the file of a room in which five have played a whole game."""
    with a_web() as web:
        table = web.playing("Ada", "Ben", "Cleo", "Dora", "Emil")
        while table.view(0)["room"]["phase"] == "playing":
            some_play(table, 1)
        return save_room_file(table)


async def import_file(house: Household, file: bytes) -> Response:
    """Return the answer to a room that is imported from a file."""
    form = {"file": ("room.json", file, "application/json")}
    return await house.request("POST", IMPORT, files=form, data=PASSPHRASE, headers=OWN)


@pytest.mark.asyncio
async def test_proxy_passes_room_files_and_no_other_large_body() -> None:
    file = make_large_room_file()
    async with run_servers() as (_, caddy), Household(route_through(caddy, NAME), "127.0.0.2") as house:
        assert len(file) > find_limit(CADDYFILE, "/"), "larger than anything else may be"
        brought = await import_file(house, file)
        assert (brought.status_code, f"https://{NAME}/r/" in brought.text) == (200, True)
        assert (await import_file(house, b" " * MOST_BYTES)).status_code == 422, "read whole, and found to be no room"
        assert await is_stopped(import_file(house, b" " * find_limit(CADDYFILE, IMPORT)))
        assert await is_stopped(send_long_message(house, find_limit(CADDYFILE, "/")))


TOO_LARGE = (413, 502)
"""Caddy's message on a body that is too large, in new and old versions."""


async def is_stopped(asked: Awaitable[Response]) -> bool:
    """Return whether the proxy stopped a body that is too large.

    It sends its own message or closes the connection. It closes amid the answer of a server that already knew that
    there is no such room. A connection closed before the whole body is read is reset (RFC 9112, 9.6), and a slow
    client loses the answer."""
    try:
        return (await asked).status_code in TOO_LARGE
    except (ReadError, RemoteProtocolError):
        return True


async def send_long_message(house: Household, length: int) -> Response:
    """Return the answer to a stranger's message of more than ``length`` characters.

    The room does not exist."""
    return await house.request("POST", "/r/K7QF2M9X/do", data={"text": "x" * length}, headers=OWN)


@pytest.mark.asyncio
async def test_proxy_with_one_small_limit_is_detected() -> None:
    small = CADDYFILE.replace("9MB", "64KB")
    async with run_servers(small) as (_, caddy), Household(route_through(caddy, NAME), "127.0.0.2") as house:
        assert await is_stopped(import_file(house, b" " * 200_000))


async def count_failures(caddy: Caddy, house: Household) -> int:
    """Return the failures counted against the servers after large bodies."""
    for _ in range(2):
        assert await is_stopped(send_long_message(house, 2 * find_limit(CADDYFILE, "/")))
    return sum(await caddy.fails())


@pytest.mark.parametrize(("change", "is_kept_out"), [("", False), ("fail_duration 30s", True)])
@pytest.mark.asyncio
async def test_strangers_bodies_are_no_server_failures(change: str, is_kept_out: bool) -> None:
    written = CADDYFILE.replace("\thealth_uri", f"\t{change}\n\thealth_uri")
    async with run_servers(written) as (_, caddy), Household(route_through(caddy, NAME), "127.0.0.2") as house:
        assert (await count_failures(caddy, house) > 0) == is_kept_out


@pytest.mark.asyncio
async def test_other_server_answers_when_one_is_gone() -> None:
    async with run_servers() as (served, caddy), Household(route_through(caddy, NAME), "127.0.0.2") as house:
        assert (await house.request("GET", "/")).status_code == 200
        served[0].stop()
        while served[0].running.servers[0].is_serving():
            await asyncio.sleep(0.01)
        answers = [(await house.request("GET", "/")).status_code for _ in range(10)]
        assert answers == [200] * 10


ROOMS = 12


def record_rooms(served: Served) -> set[str]:
    """Return the set of rooms requested at a server from now on."""
    rooms: set[str] = set()
    # The proxy keeps its connections, and those keep their application: so wrap inside it.
    app = cast(FastAPI, served.running.config.app)
    inner = app.middleware_stack
    assert inner is not None

    async def note(scope: Scope, receive: Receive, send: Send) -> None:
        if found := re.match("/(?:api/rooms|r)/([^/]+)", scope["path"]):
            rooms.add(found[1])
        await inner(scope, receive, send)

    app.middleware_stack = note
    return rooms


async def check_room_affinity(caddyfile: str) -> None:
    async with run_servers(caddyfile) as (served, caddy), Household(route_through(caddy, NAME), "127.0.0.2") as house:
        codes = [f"R00M{number:04}" for number in range(ROOMS)]
        one, other = (record_rooms(each) for each in served)
        for code in codes:
            for path in (f"/r/{code}", f"/api/rooms/{code}", f"/r/{code}/live", f"/r/{code}/watch/key/live"):
                await house.request("GET", path)
        assert (one & other, one | other) == (set(), set(codes))
        assert one and other, "both have rooms"
        served[0].stop()
        while served[0].running.servers[0].is_serving():
            await asyncio.sleep(0.01)
        async with asyncio.timeout(30):
            # On its open connections a stopping server still answers for a moment.
            while other != set(codes):
                assert {(await house.request("GET", f"/r/{code}")).status_code for code in codes} == {404}


@pytest.mark.parametrize("caddyfile", [CADDYFILE, OF_WORKERS], ids=["containers", "workers"])
@pytest.mark.asyncio
async def test_room_stays_at_one_server_until_it_is_gone(caddyfile: str) -> None:
    await check_room_affinity(caddyfile)


@pytest.mark.asyncio
async def test_proxy_without_affinity_is_detected() -> None:
    with pytest.raises(AssertionError):
        await check_room_affinity(CADDYFILE.replace("lb_policy header Room-Place", "lb_policy round_robin"))


def read_commands() -> dict[str, str]:
    """Return the backup commands of docs/operating.md for containers, by purpose."""
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


def parse_command(line: str, service: str) -> list[str]:
    """Return the command that a line runs in a container of a service.

    The shell's own parts are left out."""
    words = shlex.split(line.removeprefix("(umask 077; ").removesuffix(")"))
    assert service in COMPOSE["services"]
    words = words[words.index(service) + 1 :]
    ends = [place for place, word in enumerate(words) if word in ("<", ">")]
    return words[: ends[0]] if ends else words


def run_in_container(words: list[str], url: str, given: bytes = b"") -> bytes:
    """Run a program as in a container and return its output.

    It cannot write files, and finds its database in the environment."""
    assert words[0] == "python"
    own = {**os.environ, "SIGNET_DATABASE_URL": url, "SIGNET_DATA": "/proc/self", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, *words[1:]], cwd=ROOT, env=own, input=given, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.asyncio
async def test_backup_leaves_a_container_and_returns(tmp_path: Path) -> None:
    words = read_commands()
    assert words["backup"].startswith("(umask 077; ") and words["backup"].endswith("> rooms.backup)")
    psql = parse_command(words["rename"], "db")
    assert psql[:5] == ["psql", "-U", COMPOSE["services"]["db"]["environment"]["POSTGRES_USER"], "-d", "postgres"]
    changes = [word for flag, word in zip(psql[5::2], psql[6::2], strict=True) if flag == "-c"]
    with postgres_server(settings=()) as server:
        server.run(sql.SQL("CREATE DATABASE signet"))
        store = SqlStore(server.url("signet"), trust_disk_off=True)
        await fill_store(store)
        await store.close()
        before = everything(server.url("signet"))
        backup = run_in_container(parse_command(words["backup"], "app-one"), server.url("signet"))
        for change in changes:
            server.run(sql.SQL(change))
        run_in_container(parse_command(words["restore"], "app-one"), server.url("signet"), backup)
        assert everything(server.url("signet")) == everything(server.url("signet_before")) == before
