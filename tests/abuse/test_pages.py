"""Hostile words are text and nothing else on every page: each is built of the very same elements and attributes as with
harmless words, and the words stand in it to the letter."""

import asyncio
import os
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from html.parser import HTMLParser

import pytest

from tests.abuse.hostile_rooms import Room, harmless_rooms, rooms
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
"""The pages of a room that show what people wrote, by its phase; all but those behind a key as a seat has them."""

ROOMS = int(os.environ.get("SIGNET_HOSTILE_ROOMS", "29"))
"""So many of the hostile rooms are looked at; 29 have every word, 87 every name in every phase of a room."""

QUICK, PATIENCE_S = "edel_stein_reich", 120.0

WITHOUT_TALK = ("replay", "rounds", "statistics", "fairness", "join", "file")
WITHOUT_NAMES = ("file",)


FOR_A_LETTER = ("class", "broad")
"""An attribute that hangs on the first letter of a name, whoever means well."""


class Built(HTMLParser):
    """What a page is made of: its elements with the names of their attributes in order, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, ...]] = []
        self.text = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element."""
        self.elements.append((tag, *(key for key, value in attrs if (key, value) != FOR_A_LETTER)))

    def handle_endtag(self, tag: str) -> None:
        """Its end."""
        self.elements.append((f"/{tag}",))

    def handle_comment(self, data: str) -> None:
        """A comment."""
        self.elements.append(("comment",))

    def handle_decl(self, decl: str) -> None:
        """A declaration."""
        self.elements.append(("declaration", decl))

    def unknown_decl(self, data: str) -> None:
        """Another one."""
        self.elements.append(("declaration", data))

    def handle_pi(self, data: str) -> None:
        """A processing instruction."""
        self.elements.append(("instruction",))

    def handle_data(self, data: str) -> None:
        """Text."""
        self.text += data


@contextmanager
def holding(some: Iterable[Room]) -> Iterator[Web]:
    """A server with these rooms."""
    store = MemoryStore()

    async def keep() -> None:
        for room in some:
            await write_as_played(store, room.code, room.entries, room.phase)

    asyncio.run(keep())
    with a_web(store) as web:
        yield web


def page(web: Web, path: str, who: str = "Ada") -> Built:
    """The page for a player, or for who has the key that is in the path."""
    web.client.cookies.clear()
    headers = {} if JOIN_KEY in path or WATCH_KEY in path else {"cookie": f"dev={device(who).secret}"}
    answer = web.client.get(path, headers=headers)
    assert answer.status_code == 200, (path, answer.status_code)
    return Built(answer.text)


@pytest.fixture(scope="module")
def harmless() -> dict[tuple[str, str, str], list[tuple[str, ...]]]:
    """What each kind of page is built of when everybody means well."""
    with holding(harmless_rooms()) as web:
        return {
            (room.game, room.phase, path): page(web, f"/r/{room.code}{path}").elements
            for room in harmless_rooms()
            for path in PATHS[room.phase]
        }


@pytest.mark.slow("reads 150 pages element by element")
def test_hostile_words_are_text_on_every_page(harmless: dict[tuple[str, str, str], list[tuple[str, ...]]]) -> None:
    wrong = []
    with holding(rooms(ROOMS)) as web:
        for room in rooms(ROOMS):
            for path in PATHS[room.phase]:
                seen = page(web, f"/r/{room.code}{path}")
                if seen.elements != harmless[room.game, room.phase, path]:
                    wrong.append(f"{path} of {room.names} or {room.lines} is built otherwise")
                shown = () if path.endswith(WITHOUT_NAMES) else room.names
                if not any(part in path for part in WITHOUT_TALK):
                    shown += room.lines
                wrong += [f"{path} lacks {word!a}" for word in shown if word not in seen.text]
    assert wrong == []


def test_hostile_names_are_text_in_a_mirror() -> None:
    """Of one room, of the game whose mirrors are made quickly: those of the others are drawn by the same templates."""
    (one,) = (room for room in harmless_rooms() if (room.game, room.phase) == (QUICK, "finished"))
    other = next(room for room in rooms(ROOMS) if (room.game, room.phase) == (QUICK, "finished"))
    with holding([one]) as web:
        usual = mirror(web, one)
    with holding([other]) as web:
        seen = mirror(web, other)
    assert seen.elements == usual.elements
    assert [name for name in other.names if name not in seen.text] == []
    assert any("<" in name for name in other.names)


def mirror(web: Web, room: Room) -> Built:
    """Ada's mirror of the game that is over, once it is made."""
    until = time.monotonic() + PATIENCE_S
    while True:
        answer = web.client.get(f"/r/{room.code}/mirror", headers={"cookie": f"dev={device('Ada').secret}"})
        assert answer.status_code == 200
        if "refresh" not in answer.headers:
            return Built(answer.text)
        assert time.monotonic() < until
        time.sleep(0.05)


def test_hostile_names_are_text_on_the_shelf() -> None:
    with holding(harmless_rooms()) as web:
        usual = set(page(web, "/", "Ben").elements)
    # of others it names those for whom a table waits
    playing = tuple(room for room in rooms(ROOMS) if room.phase == "playing")
    with holding(playing) as web:
        shelf = page(web, "/", "Ben")
    assert set(shelf.elements) - usual == set()
    assert {name for room in playing for name in room.names if "<" in name and name in shelf.text}


@pytest.mark.parametrize("word", ["<b>x", '" onfocus="f()', "<!-- x -->"])
def test_a_page_that_does_not_escape_is_found_out(word: str) -> None:
    template = '<p title="{}"><bdi>{}</bdi></p>'
    assert Built(template.format(word, word)).elements != Built(template.format("Otto", "Otto")).elements
