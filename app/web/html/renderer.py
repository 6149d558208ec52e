"""Pages: every HTML answer of the server is made here, from plain values, without I/O."""

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.rooms.model.refusals import Refusal
from app.rooms.views.page_view import PageView
from app.rooms.views.view_types import RoomView
from app.web.games import chronicle, find_presenter
from app.web.html.environment import environment
from app.web.html.jinja_dialect import FastJinja
from app.web.html.regions import Regions
from app.web.html.slots import fill
from app.web.http.packing import bare
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
"""How tables stand below each other at home."""


PACE = ("option.clock", "option.grace", "option.bot_pace")
"""The options that hosts may set in a running game, by the names of their fields."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """What the page shows with which somebody sits down."""

    code: str
    """The code that is typed in to join."""
    game: str
    options: Mapping[str, Plain]
    seated: Sequence[str]
    """The names of who is at the table."""
    action: str
    """Where the form is sent."""
    form_id: str
    people: Sequence[tuple[int, str]] = ()
    """Who may ask to come back to their seat."""
    watch: str | None = None
    """Where one may look on; None where nobody may."""


@dataclass(frozen=True, slots=True)
class _Pages:
    """What a language needs for itself."""

    environment: FastJinja
    regions: Regions

    def learn(self) -> None:
        """Reads every template and every book of rules, and puts together what pages of tables load."""
        self.environment.read_all()
        bundles.read_all()
        for key in registry.GAMES:
            book(key), book(key, self.regions.speech.language)


def _made_for(language: str) -> _Pages:
    words = catalogue(language)
    made = environment(words, language)
    return _Pages(made, Regions(made, words, language=language))


class Renderer:
    """All pages of one server, in every language. ``base_url`` (scheme and host) is what absolute links begin with;
    ``language`` is a code of :data:`app.web.text.languages.LANGUAGES`."""

    def __init__(self) -> None:
        self._by_language = {language: _made_for(language) for language in LANGUAGES}
        for key in registry.GAMES:
            # their modules are read now and not at somebody's first page
            find_presenter(key), chronicle(key)
        self._learning: dict[str, asyncio.Future[None]] = {}
        self._learned: set[str] = set()

    async def learn(self, language: str) -> None:
        """Comes back once every template has been read in that language. The first time that takes up to a second, in
        a thread of its own, and nobody waits for it but who is to be told something in that language."""
        if language in self._learned:
            return
        if language not in self._learning:
            self._learning[language] = asyncio.ensure_future(asyncio.to_thread(self._by_language[language].learn))
        await asyncio.shield(self._learning[language])
        self._learned.add(language)

    def regions(self, language: str) -> Regions:
        """The parts of rooms' pages in a language, with its speech."""
        return self._by_language[language].regions

    def page(self, language: str, name: str, /, *, base_url: str, **values: Any) -> str:
        """The page of the template ``pages/<name>.html``. Its language form leads to ``back``, the path it can be
        loaded again from."""
        html = self._drawn(language, name, base_url, values)
        return bare(fill(html, lambda _: secrets.token_urlsafe(12)))

    def _drawn(self, language: str, name: str, base_url: str, values: Mapping[str, Any]) -> str:
        made = self._by_language[language]
        known = {"back": "/", "speech": made.regions.speech, "base_url": base_url}
        html: str = made.environment.get_template(f"pages/{name}.html").render({**known, **values})
        return html

    def guest(self, language: str) -> str:
        """What somebody is called at a table of their own who has given no name."""
        return self.regions(language).speech.words.gettext("Guest")

    def home(
        self,
        tables: Sequence[RoomView],
        device_name: str,
        refusal: Refusal | None,
        typed: Mapping[str, str],
        form_id: str,
        *,
        language: str,
        base_url: str,
        is_deleted: bool = False,
    ) -> str:
        """The shelf, joining by code, and the tables this device sits at: first those that wait for its player.

        ``is_deleted``: the device comes from a table that it has just deleted."""
        rows: list[dict[str, Any]] = [
            {
                "view": table,
                "people": people(table.seats),
                "game": registry.find(table.room.game),
                "waiting": waiting_for(table),
                "is_mine": table.ask is not None and table.ask.sealed is None and table.room.phase == "playing",
            }
            for table in tables
        ]
        rows.sort(key=lambda row: (not row["is_mine"], ORDER.index(row["view"].room.phase)))
        return self.page(
            language,
            "home",
            base_url=base_url,
            games=tuple(registry.GAMES.values()),
            tables=rows,
            name_given=device_name,
            form_id=form_id,
            refusal=refusal,
            typed=typed,
            is_deleted=is_deleted,
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
        """The room for somebody who sits there: lobby, table or ranking; or who looks on. It keeps the marks of what is
        open to all: it is an answer when ``room_page`` made it one. ``line``: what was typed and refused.

        Made in steps of a few milliseconds, between which everybody else has a turn."""
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
            # the socket is to speak as the page does, whatever is chosen elsewhere in the meantime
            "live": f"{shown.back}/live?language={language}",
        }
        value_of = regions.filler(shown, names)

        def part(name: str) -> str:
            return fill(html[name], value_of) if name in html else value_of(name)

        return fill(self._drawn(language, "room", base_url, {**names, **values}), part)

    def sit_down(
        self,
        invitation: Invitation,
        refusal: Refusal | None,
        typed: Mapping[str, str],
        *,
        language: str,
        base_url: str,
    ) -> str:
        """The form for a name before one sits down."""
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
        """What a host may set of a running game's clock and pace."""
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
        """The question whether this device is to hold the seat too."""
        known = {"action": action, "name": name, "refusal": refusal, "form_id": form_id, "back": action}
        return self.page(language, "take_return", base_url=base_url, **known)

    def return_link(self, url: str, view: RoomView, *, language: str, base_url: str) -> str:
        """The link that brings another device to the seat, shown once."""
        link = url if "://" in url else f"{base_url}{url}"
        back = f"/r/{view.room.code}"
        return self.page(
            language, "return_link", base_url=base_url, link=link, qr=qr_code(link), room=view.room, back=back
        )

    def problem(self, status: int, title: str, refusal: Refusal, *, language: str, base_url: str) -> str:
        """A page that says what went wrong, under a heading that is translated here."""
        heading = self.regions(language).speech.words.gettext(title)
        return self.page(language, "problem", base_url=base_url, status=status, title=heading, refusal=refusal)

    def gone(self, why: str, watch: str | None, *, language: str, base_url: str) -> str:
        """A page for a device that has lost its seat at a table: why, and where it can look on, if anywhere."""
        return self.page(language, "gone", base_url=base_url, why=why, watch=watch)
