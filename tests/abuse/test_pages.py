"""Hostile text on every page stays text.

Each page has the same elements and attributes as with harmless text, and shows the text literally."""

import asyncio
import os
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from html.parser import HTMLParser

import pytest

from tests.abuse.hostile_rooms import Room, make_harmless_rooms, make_rooms
from tests.journal.memory_store import MemoryStore
from tests.journal.writers import write_as_played
from tests.records.seated import device
from tests.rooms.builders import JOIN_KEY, WATCH_KEY
from tests.web.tables import Web, a_web

PATHS: Mapping[str, tuple[str, ...]] = {
    "lobby": ("", f"/join/{JOIN_KEY}", f"/watch/{WATCH_KEY}"),
    "finished": (
        "",
        "/replay?perspective=open",
        "/replay?perspective=public&if=1",
        "/replay?perspective=0&if=1",
        "/rounds",
        "/statistics",
        "/fairness",
        "/file",
        f"/watch/{WATCH_KEY}",
    ),
    "playing": ("", "/replay", "/rounds", f"/watch/{WATCH_KEY}"),
}
"""Pages of a room that show what people wrote, by its phase.

All but those behind a key are as a seat has them."""

ROOMS = int(os.environ.get("SIGNET_HOSTILE_ROOMS", "29"))
"""Number of hostile rooms to test.

29 rooms have every text, 87 every name in every phase."""

SHELF = "/?tables=all"
"""Home page with all tables of the player."""

QUICK, PATIENCE_S = "edel_stein_reich", 120.0

WITHOUT_TALK = ("replay", "rounds", "statistics", "fairness", "join", "file")
WITHOUT_NAMES = ("file",)


FOR_A_LETTER = ("class", "broad")
"""Attribute that depends on the first letter of a name."""


class Built(HTMLParser):
    """Structure of a page: its elements with attribute names in order, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, ...]] = []
        self.text = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record an element."""
        self.elements.append((tag, *(key for key, value in attrs if (key, value) != FOR_A_LETTER)))

    def handle_endtag(self, tag: str) -> None:
        """Record its end."""
        self.elements.append((f"/{tag}",))

    def handle_comment(self, data: str) -> None:
        """Record a comment."""
        self.elements.append(("comment",))

    def handle_decl(self, decl: str) -> None:
        """Record a declaration."""
        self.elements.append(("declaration", decl))

    def unknown_decl(self, data: str) -> None:
        """Record another declaration."""
        self.elements.append(("declaration", data))

    def handle_pi(self, data: str) -> None:
        """Record a processing instruction."""
        self.elements.append(("instruction",))

    def handle_data(self, data: str) -> None:
        """Record text."""
        self.text += data


@contextmanager
def serve_rooms(some: Iterable[Room]) -> Iterator[Web]:
    """Run a server with these rooms."""
    store = MemoryStore()

    async def keep() -> None:
        for room in some:
            await write_as_played(store, room.code, room.entries, room.phase)

    asyncio.run(keep())
    with a_web(store) as web:
        yield web


def build_page(web: Web, path: str, who: str = "Ada") -> Built:
    """Return the page for a player, or for a visitor with the path's key."""
    web.client.cookies.clear()
    headers = {} if JOIN_KEY in path or WATCH_KEY in path else {"cookie": f"dev={device(who).secret}"}
    answer = web.client.get(path, headers=headers)
    assert answer.status_code == 200, (path, answer.status_code)
    return Built(answer.text)


@pytest.fixture(scope="module")
def harmless() -> dict[tuple[str, str, str], list[tuple[str, ...]]]:
    """Structure of each kind of page with harmless text."""
    with serve_rooms(make_harmless_rooms()) as web:
        return {
            (room.game, room.phase, path): build_page(web, f"/r/{room.code}{path}").elements
            for room in make_harmless_rooms()
            for path in PATHS[room.phase]
        }


@pytest.mark.slow("reads 150 pages element by element")
def test_hostile_text_is_text_on_every_page(harmless: dict[tuple[str, str, str], list[tuple[str, ...]]]) -> None:
    wrong = []
    with serve_rooms(make_rooms(ROOMS)) as web:
        for room in make_rooms(ROOMS):
            for path in PATHS[room.phase]:
                seen = build_page(web, f"/r/{room.code}{path}")
                if seen.elements != harmless[room.game, room.phase, path]:
                    wrong.append(f"{path} of {room.names} or {room.lines} is built otherwise")
                shown = () if path.endswith(WITHOUT_NAMES) else room.names
                if not any(part in path for part in WITHOUT_TALK):
                    shown += room.lines
                wrong += [f"{path} lacks {word!a}" for word in shown if word not in seen.text]
    assert wrong == []


def test_hostile_names_are_text_in_a_mirror() -> None:
    """One room suffices, of the game with the quicker mirrors: templates are the same."""
    (one,) = (room for room in make_harmless_rooms() if (room.game, room.phase) == (QUICK, "finished"))
    other = next(room for room in make_rooms(ROOMS) if (room.game, room.phase) == (QUICK, "finished"))
    with serve_rooms([one]) as web:
        usual = build_mirror(web, one)
    with serve_rooms([other]) as web:
        seen = build_mirror(web, other)
    assert seen.elements == usual.elements
    assert [name for name in other.names if name not in seen.text] == []
    assert any("<" in name for name in other.names)


def build_mirror(web: Web, room: Room) -> Built:
    """Return Ada's mirror of the finished game, once it is computed."""
    until = time.monotonic() + PATIENCE_S
    while True:
        answer = web.client.get(f"/r/{room.code}/mirror", headers={"cookie": f"dev={device('Ada').secret}"})
        assert answer.status_code == 200
        if "refresh" not in answer.headers:
            return Built(answer.text)
        assert time.monotonic() < until
        time.sleep(0.05)


def test_hostile_names_are_text_on_the_shelf() -> None:
    with serve_rooms(make_harmless_rooms()) as web:
        usual = set(build_page(web, SHELF, "Ben").elements)
    # It names other players for whom a table waits.
    playing = tuple(room for room in make_rooms(ROOMS) if room.phase == "playing")
    with serve_rooms(playing) as web:
        shelf = build_page(web, SHELF, "Ben")
    assert set(shelf.elements) - usual == set()
    assert {name for room in playing for name in room.names if "<" in name and name in shelf.text}


@pytest.mark.parametrize("word", ["<b>x", '" onfocus="f()', "<!-- x -->"])
def test_page_without_escaping_is_detected(word: str) -> None:
    template = '<p title="{}"><bdi>{}</bdi></p>'
    assert Built(template.format(word, word)).elements != Built(template.format("Otto", "Otto")).elements
