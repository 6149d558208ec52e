"""Recipes for a sub-path, with a real Caddy over https and a real nginx."""

import json
import re
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
import pytest

from tests.proxied.caddy import run_caddy
from tests.proxied.households import Household, route_through
from tests.proxied.sub_path import BELOW, read_sub_path_recipe, share_name
from tests.web.tables import GAME
from tools.served import Served

OPEN = {"game": GAME, "name": "Ada", "options": {"watchers": "public"}}
FORM = {"game": GAME, "name": "Ada"}
COOKIES = {"__Secure-signet-dev", "__Secure-signet-name"}


@pytest.mark.asyncio
@pytest.mark.parametrize("handle", ["handle", "handle_path"])
async def test_caddy_serves_everything_below_the_path(tmp_path: Path, handle: str) -> None:
    told = read_sub_path_recipe()
    server = Served(tmp_path, told.environment)
    server.start()
    caddyfile = told.replace_port(int(server.url.rpartition(":")[2])).replace("handle /", f"{handle} /")
    try:
        with run_caddy(caddyfile) as caddy:
            async with Household(route_through(caddy, told.name), "127.0.0.2") as house:
                await check_pages(house)
                await check_table(house)
    finally:
        server.stop()


async def check_pages(house: Household) -> None:
    """Check the home page, its parts, the worker, the manifest and the path alone."""
    page = await house.request("GET", f"{BELOW}/")
    addresses = set(re.findall(r'(?:href|src)="(/[^"#]*)', page.text))
    assert len(addresses) > 10
    assert all(address.startswith(f"{BELOW}/") for address in addresses)
    for address in addresses:
        assert (await house.request("GET", address)).status_code == 200, address
    manifest = (await house.request("GET", f"{BELOW}/manifest.webmanifest")).json()
    assert manifest["scope"] == manifest["start_url"] == f"{BELOW}/"
    assert (await house.request("GET", f"{BELOW}/worker.js")).headers["content-type"].startswith("text/javascript")
    alone = await house.request("GET", BELOW)
    assert (alone.status_code, alone.headers["location"]) == (302, f"{BELOW}/")
    assert (await house.request("GET", "/rules/adel_verpflichtet")).text == "", "this is the neighbour's"


async def check_table(house: Household) -> None:
    """Check a table's cookies, links and sockets, for browsers and for programs."""
    origin = {"origin": house.way.origin}
    seated = await house.request("POST", f"{BELOW}/rooms", data=FORM, headers=origin)
    lines = seated.headers.get_list("set-cookie")
    assert {line.partition("=")[0] for line in lines} == COOKIES
    assert all(f"; Path={BELOW};" in f"{line};" and "; Secure" in line for line in lines)
    cookie = {"cookie": "; ".join(line.partition(";")[0] for line in lines)}
    table = seated.headers["location"]
    page = (await house.request("GET", table, headers=cookie)).text
    assert f'value="{house.way.origin}{BELOW}/r/' in page
    async with house.open_socket(f"{table}/live?language=en", origin | cookie) as socket:
        assert "regions" in json.loads(await socket.recv())
    opened = (await house.request("POST", f"{BELOW}/api/rooms", json=OPEN)).json()
    assert opened["base_url"] == f"{house.way.origin}{BELOW}"
    invited = await house.request("GET", f"{BELOW}{opened['links']['join']}")
    assert f'<meta property="og:image" content="{house.way.origin}{BELOW}/' in invited.text
    bearer = {"authorization": f"Bearer {opened['token']}"}
    async with house.open_socket(f"{BELOW}/api/rooms/{opened['room']}/live", bearer) as socket:
        assert json.loads(await socket.recv())["view"]["room"]["code"] == opened["room"]


@pytest.mark.parametrize("removes_path", [False, True])
def test_nginx_keeps_neighbours_apart(tmp_path: Path, removes_path: bool) -> None:
    with (
        share_name(tmp_path, removes_path=removes_path) as shared,
        httpx2.Client(follow_redirects=True, timeout=60) as browser,
    ):
        assert "Neighbour" in browser.get(f"{shared.root}/").text
        home = browser.get(shared.url)
        assert (home.status_code, home.url.path) == (200, f"{BELOW}/")
        table = browser.post(f"{shared.url}/rooms", data=FORM, headers={"origin": shared.root})
        assert 'data-you="' in table.text
        assert urlsplit(str(table.url)).path.startswith(f"{BELOW}/r/")
        browser.get(f"{shared.root}/again")
        assert shared.asked == [("/", ""), ("/again", "neighbour=1")]
