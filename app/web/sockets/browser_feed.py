"""Messages to a browser: each part only when it has changed for this connection.

The table is data: the film that leads to it from the table the page shows, else the whole table. So are the sealed
cards, the viewer's own hand and sealed cards, the seats' states, and changed page data. Texts are regions, sent
whole when they change. The parts of a message are its end state; the film only leads there. So a client that never
plays it shows the right table.

The recap at the end of a game is long: the message has only its id, and the page fetches it.

The first message has everything but the table, if its page shows that already by the table id it came with. If the
page also names the room's version, it gets only the regions that show who is here."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import orjson

from app.live.host.requests import Done
from app.rooms.delayed import lift_delay
from app.rooms.model.ids import Digest, Millis
from app.rooms.model.refusals import Refusal
from app.rooms.model.room import Room
from app.rooms.views.film import films
from app.rooms.views.hands import add_hands, make_curtain
from app.rooms.views.page_view import PageView, page_view
from app.rooms.views.screen import make_screen
from app.web.cache import LastDrawn
from app.web.html.region_keys import OF_PRESENCE
from app.web.html.regions import GUESSES, LATE, SEAT, WAITING, Regions
from app.web.messages.answers import encode_json, make_answer, make_time_fields
from app.web.scene.wire import seats, serialize_pieces, table
from app.web.service.hands import is_named, put_hand
from app.web.table.state import seat_states, state
from app.web.table.toast_words import Toast
from app.web.table.toasts import Toaster
from engine.core.seats import Seat, Viewer

LIGHT = 1_000
"""Characters up to which a region is sent that otherwise its page fetches."""


class BrowserFeed:
    """Messages of one browser connection.

    ``base_url`` finds the start of absolute links. ``device`` is the digest of the browser's token. ``table_id`` and
    ``version`` are the table and the room's version that the page says it shows."""

    def __init__(
        self,
        regions: Regions,
        base_url: Callable[[], str],
        device: Digest | None = None,
        table_id: str = "",
        version: str = "",
        toaster: Toaster | None = None,
        text: str = "",
    ) -> None:
        """``toaster``: what has told this page of before, if anything has.

        ``text`` is the room's part of the page's address, which may name a hand."""
        self._text = text
        self.list_hands: Callable[[], Sequence[Seat]] = tuple
        """Returns the seats of all who share the device; none if nobody does."""
        self._device = device
        self._regions = regions
        self._base_url = base_url
        self._is_first = True
        self._table_id = table_id
        self._version = version
        self._shown: dict[str, str] = {}
        """The regions, as the page shows them."""
        self._told: dict[str, Any] = {}
        """The other parts of messages, as they were sent last."""
        self._drawn = LastDrawn()
        self._toaster = toaster or Toaster(regions.speech)
        self._standing: tuple[Toast, ...] = ()

    def view_page(self, room: Room, viewer: Viewer, here: frozenset[Seat]) -> PageView:
        """Build the page as this connection sees it."""
        return add_hands(page_view(room, viewer, here, self._device), room, self.list_hands())

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat], now: Millis | None = None) -> bytes | None:
        """Return the message that brings this connection up to date, or None.

        The first one is always sent: it tells the time."""
        page = self.view_page(room, viewer, here)
        is_first, self._is_first = self._is_first, False
        led = self._find_table_parts(page, *((lift_delay(room), None) if page.is_curtain else (room, viewer)))
        html = self._regions.render_all(page, self._base_url(), self._drawn, is_log_shown="table" in led)
        if is_first and not led and self._version == str(page.view.room.version):
            # no version counts a watcher's own guess
            due = (WAITING, *OF_PRESENCE, *((GUESSES,) if page.view.gallery.own else ()))
            self._shown = {id: text for id, text in html.items() if id not in due}
        new = html.items() - self._shown.items()
        regions = {id: text for id, text in html.items() if (id, text) in new} if len(new) > 1 else dict(new)
        parts = led | self._pick_changed(
            _data(page), {"seats"} if any(map(_is_seat, regions)) else set(), "table" in led
        )
        self._shown |= regions
        late = [id for id in LATE if len(regions.get(id, "")) > LIGHT]
        if late:
            parts["fetch"] = late
        parts |= self._toasts(page)
        if sent := {id: text for id, text in regions.items() if id not in late}:
            parts["regions"] = sent
        if not is_first and not parts:
            return None
        message = orjson.dumps({"version": page.view.room.version, **make_time_fields(now)} | parts)
        return put_hand(message.decode(), self._text).encode() if is_named(self._text) else message

    def answer(self, id: str | None, answer: Done | Refusal, room: Room | None, viewer: Viewer) -> bytes:
        """Return the answer to this connection's command, in its language."""
        if isinstance(answer, Refusal):
            answer = replace(answer, say=self._regions.speech.refusal(answer))
        return encode_json(make_answer(id, answer, room, viewer))

    def _find_table_parts(self, page: PageView, room: Room, viewer: Viewer) -> dict[str, Any]:
        """Return what leads to the table of this page; nothing if it is shown already."""
        start, self._table_id = self._table_id, page.table_id
        if start == page.table_id:
            return {}
        film = self._regions.films.between(start, page.table_id, films(room, viewer, start)) if start else None
        if film is not None:
            return {"film": film}
        return {"table": table(page.table_id, page.scene.picture if page.scene is not None else None)}

    def _toasts(self, page: PageView) -> dict[str, Any]:
        """Return new announcements once, and all present toasts if they have changed."""
        new, standing = self._toaster.take_toasts(page)
        told: dict[str, Any] = {"toasts": [toast.to_json() for toast in new]} if new else {}
        if standing != self._standing:
            told["standing"] = [toast.to_json() for toast in standing]
            self._standing = standing
        return told

    def _pick_changed(self, data: dict[str, Any], due: set[str], is_all_due: bool) -> dict[str, Any]:
        """Return the parts that have changed, and those that are ``due``.

        With a table all are due. A newly drawn seat does not show its state."""
        changed = {
            name: part
            for name, part in data.items()
            if is_all_due or name in due or ((told := self._told.get(name)) is not part and told != part)
        }
        if "state" in changed and not is_all_due:
            was = self._told.get("state", {}).items()
            changed["state"] = {name: value for name, value in data["state"].items() if (name, value) not in was}
        self._told |= data
        return {name: seats(part) if name == "seats" else part for name, part in changed.items()}


class ScreenFeed(BrowserFeed):
    """Messages of a screen, which shows the table to everybody in a room."""

    def view_page(self, room: Room, viewer: Viewer, here: frozenset[Seat]) -> PageView:
        """Implement BrowserFeed."""
        return make_screen(room, here)


class CurtainFeed(BrowserFeed):
    """Messages of a curtain, which shows no hand."""

    def view_page(self, room: Room, viewer: Viewer, here: frozenset[Seat]) -> PageView:
        """Implement BrowserFeed. ``viewer`` is one of those who share the device."""
        return make_curtain(room, self.list_hands() or [seat for seat in (viewer,) if seat is not None], here)


def _is_seat(id: str) -> bool:
    return id.startswith(f"{SEAT}-")


def _data(page: PageView) -> dict[str, Any]:
    """Return the parts that are sent as data, by name."""
    told: dict[str, Any] = {"seats": seat_states(page.view), "state": state(page)}
    if page.scene is not None:
        told |= {
            "sealed": serialize_pieces(page.scene.sealed),
            "hand": serialize_pieces(page.scene.hand),
            "peeks": page.scene.peeks,
        }
    return told
