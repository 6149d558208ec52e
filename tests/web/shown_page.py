"""Page as its script stores it: its first rendering, and changes by messages."""

import asyncio
from collections import Counter
from typing import Any

import orjson

from app.rooms.model.room import Room
from app.rooms.views.page_view import PageView, page_view
from app.web.html.regions import HAND, LOG, Regions
from app.web.html.renderer import Renderer
from app.web.scene.wire import seats, serialize_pieces, table
from app.web.sockets.browser_feed import BrowserFeed
from app.web.table.state import seat_states, state
from engine.core.seats import Seat, Viewer
from tests.web.tables import BASE

Plain = dict[str, Any]


def render_without_ids(renderer: Renderer, page: PageView) -> str:
    """Render the page of a room in English."""
    return asyncio.run(renderer.room(page, language="en", base_url=BASE))


def decode_message(text: bytes | None) -> Plain:
    """Decode a message, which must exist."""
    assert text is not None
    message: Plain = orjson.loads(text)
    return message


class ShownPage:
    """Page of one viewer, which begins empty and reports no version."""

    def __init__(self, regions: Regions, viewer: Viewer) -> None:
        self.feed = BrowserFeed(regions, lambda: BASE)
        self.table_id = ""
        self.data: Plain = {}
        self.html: dict[str, str] = {}
        self.log: list[Any] = []
        self._regions = regions
        self._viewer = viewer
        self._pieces: Plain = {}
        self._heaps: Counter[str] = Counter()
        self._signs: Plain = {}

    def hears(self, room: Room, here: frozenset[Seat] = frozenset()) -> Plain | None:
        """Apply the room's next message, if any, and return it."""
        text = self.feed.update(room, self._viewer, here)
        if text is None:
            return None
        message = decode_message(text)
        assert not ("film" in message and "table" in message)
        if "table" in message:
            self._take(message["table"])
        if "film" in message:
            self._watch(message["film"])
        message_state = self.data.get("state", {}) | message.get("state", {})
        self.data |= {name: part for name, part in message.items() if name in PARTS} | {"state": message_state}
        self.html |= message.get("regions", {})
        page = page_view(room, self._viewer, here)
        self.html |= {id: self._regions.part(page, BASE, id) or "" for id in message.get("fetch", ())}
        return message

    def must_be(self, room: Room, here: frozenset[Seat] = frozenset()) -> None:
        """Check that it shows the same as a page that is rendered now."""
        page = page_view(room, self._viewer, here)
        now = self._regions.render_all(page, BASE)
        # the hand is a region only where the table is no picture; another game's comes with its page
        assert {id: text for id, text in self.html.items() if id != HAND or id in now} | {LOG: now[LOG]} == now
        assert self.data == data(page)
        assert self.table_id == page.table_id
        if page.scene is not None:
            drawn = orjson.loads(orjson.dumps(table(page.table_id, page.scene.picture)))
            assert drawn == {
                "table_id": self.table_id,
                "pieces": self._pieces,
                "heaps": +self._heaps,
                "signs": self._signs,
            }

    def is_drawn(self, page: PageView) -> None:
        """Load the table of a rendered page."""
        self._take(
            orjson.loads(orjson.dumps(table(page.table_id, page.scene.picture if page.scene is not None else None)))
        )

    def _take(self, table: Plain) -> None:
        self.table_id, self._pieces = table["table_id"], table.get("pieces", {})
        self._heaps, self._signs = Counter(table.get("heaps", {})), table.get("signs", {})

    def _watch(self, film: Plain) -> None:
        assert film["from"] == self.table_id
        self.table_id = film["to"]
        for seal in film["seals"]:
            names = ("id", "to", "face", "kind", "order", "seat")
            self._apply_move(dict(zip(names, seal, strict=True)) if isinstance(seal, list) else seal)
        for step in film["steps"]:
            self.log += [each["say"] for each in (*step.get("before", ()), step) if "say" in each]
            for move in step["moves"]:
                self._apply_move(move)

    def _apply_move(self, move: Plain) -> None:
        if "sign" in move:
            self._signs[move["sign"]] = move["is"]
        elif "heap" in move:
            for way, n in (("from", -move["n"]), ("to", move["n"])):
                if way in move:
                    self._heaps[f"{move[way]}/{move['heap']}"] += n
        elif "gone" in move or "into" in move:
            del self._pieces[move["id"]]
            self._heaps[move.get("into", "")] += "into" in move
        else:
            self._put(move)
        assert min(self._heaps.values(), default=0) >= 0

    def _put(self, move: Plain) -> None:
        if "outof" in move:
            self._heaps[move["outof"]] -= 1
        kind = move["outof"].split("/")[1] if "outof" in move else move.get("kind")
        was: list[Any] = self._pieces.pop(move["id"], [None, None, kind, 0, None])
        name = str(move.get("as", move["id"]))
        assert name not in self._pieces
        says = ("to", "face", "kind", "order", "seat")
        self._pieces[name] = [move.get(said, old) for said, old in zip(says, was, strict=True)]


PARTS = ("seats", "state", "sealed", "hand", "peeks")
"""Parts of a message that are data but no table."""


def data(page: PageView) -> Plain:
    """Return all of these parts."""
    told: Plain = {"seats": seats(seat_states(page.view)), "state": state(page)}
    if page.scene is not None:
        told |= {
            "sealed": serialize_pieces(page.scene.sealed),
            "hand": serialize_pieces(page.scene.hand),
            "peeks": page.scene.peeks,
        }
    made: Plain = orjson.loads(orjson.dumps(told))
    return made
