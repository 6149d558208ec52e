"""Sub-path in pages: on every page, every address of ours has it, once.

Each page is compared with the same page of a server without a sub-path."""

import asyncio
import re
from collections.abc import Iterator
from html.parser import HTMLParser

import orjson
import pytest

from tests.abuse.hostile_rooms import Room, make_harmless_rooms, make_rooms
from tests.journal.memory_store import MemoryStore
from tests.journal.writers import write_as_played
from tests.records.seated import device
from tests.rooms.builders import JOIN_KEY, WATCH_KEY
from tests.web.http.test_origin import EXPECTED
from tests.web.tables import BASE, DEVICE_COOKIE, Web, a_web

BELOW = "/signet"
NOT_ADDRESSES = {"value", "data-past"}
"""Attributes that may begin with a slash.

They are a form's fields, and ends of addresses that scripts complete."""

PARTS = ("plan", "hurry", "last_round", "menu", "coach", "end", "more-0", "more-1")
OF_ROOMS = sorted(path for path, methods in EXPECTED.items() if "GET" in methods and "{room}" in path)
OF_NO_ROOM: tuple[str, ...] = (
    "/",
    "/?tables=all",
    "/nowhere",
    "/r/22222222",
    "/r/22222222/join/x",
    "/forget",
    "/offline",
    "/fairness",
)
OF_NO_ROOM += ("/rules/adel_verpflichtet", "/rules/edel_stein_reich", "/rules/adel_verpflichtet/A3.4", "/rooms/import")
OWN = re.compile(r'(?<=")[A-Za-z0-9_-]{16,43}(?=")|<svg class="qr".*?</svg>', re.DOTALL)
"""Parts that differ: ids of forms, and the QR code of a link."""

TOUCH_ICON = f'<link rel="apple-touch-icon" href="{BELOW}/apple-touch-icon.png">'


class Attributes(HTMLParser):
    """Attributes of a page whose values begin with a slash."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record an element's attributes."""
        self.found += [(name, value) for name, value in attrs if value and value.startswith("/")]


async def _write(store: MemoryStore, rooms: tuple[Room, ...]) -> None:
    for room in rooms:
        await write_as_played(store, room.code, room.entries, room.phase)


@pytest.fixture(scope="module")
def webs() -> Iterator[tuple[Web, Web]]:
    """Servers with the same rooms: below a sub-path, and without one."""
    below, plain = MemoryStore(), MemoryStore()
    for store in (below, plain):
        asyncio.run(_write(store, (*make_harmless_rooms(), *make_rooms(3))))
    with a_web(below, base_path=BELOW, admin_token="x" * 16) as one, a_web(plain, admin_token="x" * 16) as other:
        yield one, other


def fetch(web: Web, path: str, who: str) -> str:
    """Return the HTML at a path; empty for anything else.

    It is that of a player, or of somebody without a seat if ``who`` is empty."""
    web.client.cookies.clear()
    headers = {"cookie": f"{DEVICE_COOKIE}={device(who).secret}"} if who else {}
    answer = web.client.get(path, headers=headers, follow_redirects=False)
    return answer.text if answer.headers.get("content-type", "").startswith("text/html") else ""


def list_faults(path: str, below: str, plain: str) -> list[str]:
    """Return what is wrong with a page below the sub-path."""
    bare = below.replace(f' data-base="{BELOW}"', "").replace(TOUCH_ICON, "")
    has_base = f'<html lang="en" data-base="{BELOW}">' in below or "<html" not in below or "<script" not in below
    faults = [
        f"{path}: {name}={value}"
        for name, value in Attributes(bare).found
        if name not in NOT_ADDRESSES and not value.startswith(f"{BELOW}/")
    ]
    faults += [] if has_base else [f"{path} does not tell its scripts"]
    bare = bare.replace(f'"{BELOW}/', '"/').replace(f"{BASE}{BELOW}/", f"{BASE}/")
    if OWN.sub("", bare) != OWN.sub("", plain):
        faults.append(f"{path} differs by more than the sub-path")
    return faults


def list_paths(room: Room) -> list[str]:
    """Return the addresses of all pages of a room."""
    filled = []
    for path in OF_ROOMS:
        key = WATCH_KEY if "watch" in path else JOIN_KEY
        at = path.replace("{room}", room.code).replace("{key}", key).replace("{action}", "stop")
        at = at.replace("{token}", "x" * 43)
        filled += [at.replace("{part}", part) for part in PARTS] if "{part}" in at else [at]
    return [*filled, f"/r/{room.code}/replay?perspective=open", f"/r/{room.code}/replay?perspective=0&if=1"]


@pytest.mark.slow("reads 400 pages of two servers")
def test_every_address_on_every_page_has_the_base_path(webs: tuple[Web, Web]) -> None:
    faults, pages = [], 0
    rooms = (*make_harmless_rooms(), *make_rooms(3))
    asked = [(path, who) for path in OF_NO_ROOM for who in ("Ada", "")]
    asked += [(path, who) for room in rooms for path in list_paths(room) for who in ("Ada", "")]
    for path, who in asked:
        below, plain = (fetch(web, path, who) for web in webs)
        pages += bool(plain)
        faults += list_faults(path, below, plain)
    assert faults == []
    assert pages > 200


def test_regions_on_sockets_have_the_base_path(webs: tuple[Web, Web]) -> None:
    for room in make_harmless_rooms():
        sent = []
        for web, before in zip(webs, (BELOW, ""), strict=True):
            cookie = f"{DEVICE_COOKIE}={device('Ada').secret}"
            with web.socket(f"{before}/r/{room.code}/live?language=en", origin=BASE, cookie=cookie) as socket:
                regions = orjson.loads(socket.receive_text())["regions"]
            sent.append("".join(regions[id] for id in sorted(regions)))
        assert list_faults(room.code, *sent) == []
        assert f'="{BELOW}/' in sent[0]


def test_films_hold_no_address(webs: tuple[Web, Web]) -> None:
    """Otherwise their script would have to know the sub-path."""
    for room in make_harmless_rooms():
        headers = {"cookie": f"{DEVICE_COOKIE}={device('Ada').secret}", "accept": "application/json"}
        answer = webs[0].client.get(f"{BELOW}/r/{room.code}/replay/films", headers=headers)
        assert answer.status_code == (409 if room.phase == "lobby" else 200)
        assert '"/' not in answer.text


def test_forms_answer_with_pages_below_the_base_path(webs: tuple[Web, Web]) -> None:
    (room,) = (room for room in make_harmless_rooms()[:3] if room.phase == "playing")
    pages = []
    for web in webs:
        web.client.cookies.clear()
        headers = {"cookie": f"{DEVICE_COOKIE}={device('Ada').secret}", "origin": BASE}
        refused = web.client.post(f"/r/{room.code}/do", data={"do": "say", "text": ""}, headers=headers)
        link = web.client.post(f"/r/{room.code}/return-link", data={"id": ""}, headers=headers)
        admin = web.client.get("/admin")
        assert link.status_code == 200
        pages.append((refused.text, re.sub(r"/return/[\w-]+", "", link.text), admin.text))
    for below, plain in zip(*pages, strict=True):
        assert list_faults("form", below, plain) == []
