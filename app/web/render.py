"""Pages: every HTML answer of the server is made here, from plain values, without I/O."""

import secrets
from collections.abc import Mapping, Sequence
from gettext import NullTranslations
from typing import Any

from app.rooms.refusals import Refusal
from app.rooms.room import Room
from app.rooms.view import RoomView
from app.web.browser_feed import BrowserFeed
from app.web.environment import environment
from app.web.games import face
from app.web.people import people
from app.web.qr import qr_code
from app.web.regions import Regions
from app.web.sentences import waiting_for
from engine import registry


class Renderer:
    """All pages of one server. ``base_url`` (scheme and host) is what absolute links begin with, unless ``public_url``
    is set."""

    def __init__(self, public_url: str | None) -> None:
        words = NullTranslations()
        self._public_url = public_url
        self._environment = environment(words)
        self._regions = Regions(self._environment, words)

    def feed(self, *, base_url: str) -> BrowserFeed:
        """The messages of one browser connection."""
        return BrowserFeed(self._regions, self._base(base_url))

    def home(
        self,
        tables: Sequence[RoomView],
        device_name: str,
        refusal: Refusal | None,
        typed: Mapping[str, str],
        *,
        base_url: str,
    ) -> str:
        """The shelf, joining by code, and the tables this device sits at."""
        rows = [
            {
                "view": table,
                "people": people(table.seats),
                "game": registry.find(table.room.game),
                "waiting": waiting_for(table),
            }
            for table in tables
        ]
        return self._page(
            "home",
            games=tuple(registry.GAMES.values()),
            tables=rows,
            name_given=device_name,
            refusal=refusal,
            typed=typed,
        )

    def room(self, view: RoomView, room: Room, refusal: Refusal | None, *, base_url: str) -> str:
        """The room for somebody who sits there: lobby, table or ranking."""
        return self._room(view, room, refusal, base_url, f"/r/{room.code}/live")

    def watch(self, view: RoomView, room: Room, *, base_url: str) -> str:
        """The room for somebody who looks on."""
        return self._room(view, room, None, base_url, f"/r/{room.code}/watch/{room.watch_key}/live")

    def sit_down(
        self,
        code: str,
        game: str,
        seated: Sequence[str],
        action: str,
        refusal: Refusal | None,
        typed: Mapping[str, str],
        *,
        base_url: str,
    ) -> str:
        """The form for a name before one sits down."""
        found = registry.find(game)
        return self._page("sit_down", code=code, game=found, seated=seated, action=action, refusal=refusal, typed=typed)

    def take_return(self, action: str, name: str, refusal: Refusal | None, *, base_url: str) -> str:
        """The question whether this device is to hold the seat too."""
        return self._page("take_return", action=action, name=name, refusal=refusal)

    def return_link(self, url: str, view: RoomView, *, base_url: str) -> str:
        """The link that brings another device to the seat, shown once."""
        link = url if "://" in url else f"{self._base(base_url)}{url}"
        return self._page("return_link", link=link, qr=qr_code(link), room=view.room)

    def problem(self, status: int, title: str, say: str, *, base_url: str) -> str:
        """A page that says what went wrong."""
        return self._page("problem", status=status, title=title, say=say)

    def _room(self, view: RoomView, room: Room, refusal: Refusal | None, base_url: str, live: str) -> str:
        context = self._regions.page_context(room, view, self._base(base_url))
        return self._page(
            "room",
            **context | {"new_id": lambda: secrets.token_urlsafe(12)},
            board_regions=[region.id for region in face(view.room.game).regions],
            refusal=refusal,
            live=live,
        )

    def _page(self, page: str, /, **values: Any) -> str:
        html: str = self._environment.get_template(f"pages/{page}.html").render(values)
        return html

    def _base(self, base_url: str) -> str:
        return self._public_url or base_url
