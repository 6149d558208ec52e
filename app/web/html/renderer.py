"""Renderer of all HTML pages, from plain values and without I/O."""

import asyncio
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from app.rooms.model.refusals import Refusal
from app.rooms.views.page_view import PageView
from app.rooms.views.view_types import RoomView
from app.web.games import chronicle, find_presenter
from app.web.html.environment import environment
from app.web.html.jinja_dialect import FastJinja
from app.web.html.regions import Regions
from app.web.html.slots import fill
from app.web.http.packing import strip_marks
from app.web.static import bundles
from app.web.table.options import option_rows
from app.web.text.languages import LANGUAGES, catalogue
from app.web.text.people import people
from app.web.text.qr import qr_code
from app.web.text.rule_books import book
from app.web.text.sentences import waiting_for
from engine import registry
from engine.core.plain import Plain

ORDER = ("playing", "lobby", "paused", "finished")
"""Order of tables on the home page, by phase."""


TABLES_SHOWN = 4
"""Tables that the home page shows at once."""

PACE = ("option.clock", "option.grace", "option.bot_pace")
"""Options that hosts may set in a running game, by their fields' names."""


WordState = Literal["none", "kept", "asked", "refused"]
"""State of a browser's word: none is set, given before, still to be given, wrong."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """Contents of the page on which a player joins a room."""

    code: str
    """Code to type in for joining."""
    game: str
    options: Mapping[str, Plain]
    seated: Sequence[str]
    """Names of the players at the table."""
    action: str
    """Address to which the form is sent."""
    form_id: str
    people: Sequence[tuple[int, str]] = ()
    """Players who may ask to come back, by seat and name."""
    watch: str | None = None
    """Address of the watchers' page; None if watchers are not allowed."""


@dataclass(frozen=True, slots=True)
class HomeTables:
    """Tables of the device on the home page."""

    views: Sequence[RoomView]
    left_out: int
    """Number of further, finished tables."""
    lists_all: bool
    """True if the page was asked for all of them."""
    has_deleted: bool
    """True if the device has just deleted one."""


@dataclass(frozen=True, slots=True)
class _Pages:
    """Environment and regions of one language."""

    environment: FastJinja
    regions: Regions

    def learn(self) -> None:
        """Load every template and every rule book."""
        self.environment.read_all()
        for key in registry.GAMES:
            book(key), book(key, self.regions.speech.language)


def _make_pages(language: str, base_path: str, has_calls: bool, is_club: bool) -> _Pages:
    words = catalogue(language)
    made = environment(words, language, base_path, has_calls=has_calls, is_club=is_club)
    return _Pages(made, Regions(made, words, language=language))


class Renderer:
    """Renderer of all pages of one server, in every language.

    ``base_url`` (scheme, host and sub-path) begins absolute links; ``language`` is a code of
    :data:`app.web.text.languages.LANGUAGES`. ``has_calls``: tables can start voice calls.
    ``is_club``: all deals follow from a club's words."""

    def __init__(self, base_path: str = "", *, has_calls: bool = False, is_club: bool = False) -> None:
        """``base_path`` is the sub-path below which the server is reached."""
        self._by_language = {each: _make_pages(each, base_path, has_calls, is_club) for each in LANGUAGES}
        for key in registry.GAMES:
            # Import their modules now, not at the first page.
            find_presenter(key), chronicle(key)
        self._learning: dict[str, asyncio.Future[None]] = {}
        self._learned: set[str] = set()

    def is_compiled(self, language: str) -> bool:
        """Return whether an earlier process has compiled templates in that language."""
        return self._by_language[language].environment.is_compiled()

    async def learn(self, language: str) -> None:
        """Load every template in that language, in a thread of its own.

        The first time takes up to a second, unless they are compiled. Only requests in that language wait for it."""
        await self._once(language, self._by_language[language].learn)

    async def learn_tables(self) -> None:
        """Build the bundles of tables' pages, in a thread of their own."""
        await self._once("tables", bundles.read_all)

    async def _once(self, name: str, work: Callable[[], None]) -> None:
        if name in self._learned:
            return
        if name not in self._learning:
            self._learning[name] = asyncio.ensure_future(asyncio.to_thread(work))
        await asyncio.shield(self._learning[name])
        self._learned.add(name)

    def regions(self, language: str) -> Regions:
        """Return the regions of rooms' pages in a language, with its speech."""
        return self._by_language[language].regions

    def page(self, language: str, name: str, /, *, base_url: str, **values: Any) -> str:
        """Render the template ``pages/<name>.html``.

        Its language form leads to ``back``, the path from which the page can be loaded again."""
        html = self._render(language, name, base_url, values)
        return strip_marks(fill(html, lambda _: secrets.token_urlsafe(12)))

    def _render(self, language: str, name: str, base_url: str, values: Mapping[str, Any]) -> str:
        made = self._by_language[language]
        known = {"back": "/", "speech": made.regions.speech, "base_url": base_url}
        html: str = made.environment.get_template(f"pages/{name}.html").render({**known, **values})
        return html

    def guest(self, language: str) -> str:
        """Return the default name of a nameless player at their own table."""
        return self.regions(language).speech.words.gettext("Guest")

    def home(
        self,
        tables: HomeTables,
        device_name: str,
        refusal: Refusal | None,
        typed: Mapping[str, str],
        form_id: str,
        *,
        language: str,
        base_url: str,
        word: WordState = "none",
    ) -> str:
        """Render the home page: the shelf, joining by code, and the device's tables.

        Tables that wait for the device's player come first. ``word`` is about the word that opens tables."""
        rows: list[dict[str, Any]] = [
            {
                "view": table,
                "people": people(table.seats),
                "game": registry.find(table.room.game),
                "waiting": waiting_for(table),
                "is_mine": table.ask is not None and table.ask.sealed is None and table.room.phase == "playing",
            }
            for table in tables.views
        ]
        rows.sort(key=lambda row: (not row["is_mine"], ORDER.index(row["view"].room.phase)))
        return self.page(
            language,
            "home",
            base_url=base_url,
            games=tuple(registry.GAMES.values()),
            tables=rows,
            shown=len(rows) if tables.lists_all else TABLES_SHOWN,
            left_out=tables.left_out,
            name_given=device_name,
            form_id=form_id,
            refusal=refusal,
            typed=typed,
            is_deleted=tables.has_deleted,
            word=word,
        )

    async def room(
        self,
        shown: PageView,
        refusal: Refusal | None = None,
        *,
        language: str,
        base_url: str,
        line: Mapping[str, str] | None = None,
    ) -> str:
        """Render the room for a seat or a watcher: lobby, table or ranking.

        The page keeps the marks of its public parts; ``room_page`` makes a response of it. ``line`` is the chat message
        that was refused.

        It renders in steps of a few milliseconds, and other tasks run in between."""
        regions = self.regions(language)
        shared = regions.on_page(shown, base_url)
        await asyncio.sleep(0)
        names = regions.page_context(shown, base_url)
        await asyncio.sleep(0)
        html = regions.sheets(shown, names) | shared
        await asyncio.sleep(0)
        values = {
            "form_id": secrets.token_urlsafe(32),
            "board": find_presenter(shown.view.room.game).regions,
            "refusal": refusal,
            "line": line,
            # The socket keeps the page's language, even if the player chooses another one in another tab.
            "live": f"{shown.back}/live?language={language}",
        }
        value_of = regions.filler(shown, names)

        def part(name: str) -> str:
            return fill(html[name], value_of) if name in html else value_of(name)

        return fill(self._render(language, "room", base_url, {**names, **values}), part)

    def sit_down(
        self,
        invitation: Invitation,
        refusal: Refusal | None,
        typed: Mapping[str, str],
        *,
        language: str,
        base_url: str,
    ) -> str:
        """Render the form for a name before joining."""
        return self.page(
            language,
            "sit_down",
            base_url=base_url,
            code=invitation.code,
            game=registry.find(invitation.game),
            options=invitation.options,
            edition=find_presenter(invitation.game).edition(invitation.options, self.regions(language).speech),
            seated=invitation.seated,
            action=invitation.action,
            refusal=refusal,
            typed=typed,
            form_id=invitation.form_id,
            people=invitation.people,
            ask="/back".join(invitation.action.rsplit("/join", 1)),
            watch=invitation.watch,
            back=invitation.action.removesuffix("/join"),
        )

    def pace(self, seen: RoomView, *, language: str, base_url: str) -> str:
        """Render the form for a host to set a running game's clock and pace."""
        room, speech = seen.room, self.regions(language).speech
        rows = option_rows(registry.find(room.game).options, find_presenter(room.game), speech, seen)
        return self.page(
            language,
            "pace",
            base_url=base_url,
            room=room,
            options=[row for row in rows if row.name in PACE],
            is_host=True,
            back=f"/r/{room.code}/pace",
        )

    def take_return(
        self, action: str, name: str, refusal: Refusal | None, form_id: str, *, language: str, base_url: str
    ) -> str:
        """Render the question whether this device shall hold the seat too."""
        known = {"action": action, "name": name, "refusal": refusal, "form_id": form_id, "back": action}
        return self.page(language, "take_return", base_url=base_url, **known)

    def return_link(self, url: str, view: RoomView, *, language: str, base_url: str) -> str:
        """Render the link that brings another device to the seat, shown once."""
        link = url if "://" in url else f"{base_url}{url}"
        back = f"/r/{view.room.code}"
        return self.page(
            language, "return_link", base_url=base_url, link=link, qr=qr_code(link), room=view.room, back=back
        )

    def problem(self, status: int, title: str, refusal: Refusal, *, language: str, base_url: str) -> str:
        """Render an error page; the title is translated here."""
        heading = self.regions(language).speech.words.gettext(title)
        return self.page(language, "problem", base_url=base_url, status=status, title=heading, refusal=refusal)

    def render_lost_seat_page(self, why: str, watch: str | None, *, language: str, base_url: str) -> str:
        """Render the page for a device that has lost its seat.

        It gives the reason and the watchers' link, if there is one."""
        return self.page(language, "gone", base_url=base_url, why=why, watch=watch)
