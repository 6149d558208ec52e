"""Words on pages: all can be translated, in templates and from code."""

import random
import re
from collections.abc import Iterable, Iterator
from functools import cache
from gettext import NullTranslations
from html.parser import HTMLParser
from pathlib import Path

import pytest
from jinja2 import Environment

from app.paths import TEMPLATES
from app.rooms.model.room import Room
from app.rooms.views.page_view import page_view
from app.web.html.environment import environment
from app.web.html.regions import Regions
from app.web.text.languages import LANGUAGES
from engine import registry
from engine.core.seats import Viewer
from tests.known import SHIPPED, has_presenter
from tests.rooms.builders import ADA, BEN, a_game, a_room, all_sealed, game_of, play_to_end, run_commands, seal
from tests.web.html.test_regions import BASE, EVERYBODY
from tests.web.routes.test_export import play_to_the_end
from tests.web.tables import Web, a_web

PLACE = re.compile(r"(%\([a-z_]+\)[sd]|\{[a-z]+\})")
MARKED = re.compile("⟦[^⟧]*⟧")
WORD = re.compile(r"[^\W\d_]{2,}")
NO_WORD = re.compile(r"\b[0-9A-Z]{4}-[0-9A-Z]{4}\b|\S*=\S*")
"""Room code, or a piece of an address."""

CLASS_OF_PAGE = re.compile(r"\{% block page %\}.*?\{% endblock %\}")

SPOKEN = frozenset({"aria-label", "aria-description", "title", "placeholder", "alt", "data-done", "data-by-hand"})
"""Attributes that are read out or shown.

Names that end in ``-word`` or begin with ``data-say-`` count as well."""

NAMES = ("Signet", *LANGUAGES.values(), *(game.title for game in registry.GAMES.values()))
"""Proper names, the same in every language."""


class Marked(NullTranslations):
    """Translations that put messages in brackets and leave out inserted values."""

    def gettext(self, message: str) -> str:
        """Return the message in brackets."""
        pieces = PLACE.split(message)
        return "".join(piece if place % 2 or not piece else f"⟦{piece}⟧" for place, piece in enumerate(pieces))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the right one of both in brackets."""
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        """Return the message in brackets."""
        return self.gettext(message)


SPEAKING = Marked()
"""Translations for all tests, because templates are compiled once for each object."""


class Words(HTMLParser):
    """Parser that collects words that are neither in brackets nor a person's own."""

    VOID = frozenset({"input", "meta", "link", "br", "img", "path", "use", "circle", "rect"})

    def __init__(self, html: str, people: Iterable[str] = ()) -> None:
        super().__init__(convert_charrefs=True)
        self.found: set[str] = set()
        self._names = (*NAMES, *people)
        self._open: list[bool] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Check the attributes that are read out."""
        if tag not in self.VOID:
            self._open.append(
                tag in ("code", "script", "style") or ("translate", "no") in attrs or ("class", "line") in attrs
            )
        for name, value in attrs:
            if name in SPOKEN or name.endswith("-word") or name.startswith("data-say-"):
                self._look(value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Handle an element that ends at once."""
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        """Leave the element; a part of a page may end more than it begins."""
        if self._open:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        """Check a text, unless it is a person's."""
        if not any(self._open):
            self._look(data)

    def _look(self, text: str) -> None:
        left = PLACE.sub("", NO_WORD.sub("", MARKED.sub("", text)))
        for name in self._names:
            left = left.replace(name, "")
        if WORD.search(left):
            self.found.add(text.strip())


def strip_expressions(environment: Environment, source: str) -> str:
    """Return a template's own text without its expressions."""
    return "".join(value for _, kind, value in environment.lex(CLASS_OF_PAGE.sub("", source)) if kind == "data")


@pytest.mark.parametrize(
    "template", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: str(path.relative_to(TEMPLATES))
)
def test_a_template_says_nothing_by_itself(template: Path) -> None:
    made = environment(NullTranslations())
    assert Words(strip_expressions(made, template.read_text(encoding="utf-8"))).found == set()


@cache
def rooms(game: str, seats: int) -> tuple[Room, ...]:
    """Return a room before its game, at many moments of a random one, and after it."""
    return tuple(_rooms(game, seats))


def _rooms(game: str, seats: int) -> Iterator[Room]:
    rng = random.Random(f"{game}/{seats}")
    lobby = a_room(seats - 1, 1, game, watchers="public")
    yield lobby
    yield a_game(seats, game=game, clock={"mode": "gentle"})
    room = a_game(seats, game=game, watchers="public")
    yield run_commands(room, seal(room, next(iter(game_of(room).asks))))
    step = 0
    while room.phase == "playing" and step < 120:
        if step % 6 == 0:
            yield room
        step += 1
        asks = game_of(room).asks
        room = all_sealed(room, {seat: game_of(room).game.text(rng.choice(ask.choices)) for seat, ask in asks.items()})
    yield play_to_end(room)


@pytest.mark.parametrize("viewer", [ADA, BEN, None])
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("game", registry.GAMES)
def test_a_table_says_nothing_that_was_not_translated(game: str, seats: int, viewer: Viewer) -> None:
    has_presenter(game)
    made = Regions(environment(SPEAKING), SPEAKING, keep=1)
    said = {
        text
        for room in rooms(game, seats)
        for html in made.render_all(page_view(room, viewer, EVERYBODY), BASE).values()
        for text in Words(html, [who.name for who in room.seats if who]).found
    }
    assert said == set()


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("<p>⟦Hello⟧</p>", set()),
        ("<p>⟦Hello⟧ world</p>", {"⟦Hello⟧ world"}),
        ('<p aria-label="Hello">1</p>', {"Hello"}),
        ('<i data-lost-word="gone"></i>', {"gone"}),
        ("<bdi translate='no'>Ada</bdi> <code>5e5e</code>", set()),
        ("<p>Round</p>", {"Round"}),
        ("<h1>Adel verpflichtet</h1><p>K7QF-2M9X</p>", set()),
    ],
)
def test_a_word_that_was_not_translated_is_found(html: str, found: set[str]) -> None:
    assert Words(html).found == found


@pytest.fixture
def marked(monkeypatch: pytest.MonkeyPatch) -> Iterator[Web]:
    """Server that brackets translated texts in every language."""
    monkeypatch.setattr("app.web.html.renderer.catalogue", lambda language: SPEAKING)
    with a_web() as web:
        yield web


PAGES = (
    "/",
    "/rooms/import",
    "/nowhere",
    "/r/{room}",
    "/r/{room}/replay",
    "/r/{room}/rounds",
    "/r/{room}/statistics",
    "/r/{room}/fairness",
)
STRANGERS_PAGES = ("{join}", "{return}", "/r/00000000")


def test_no_page_says_what_was_not_translated(marked: Web) -> None:
    table = marked.playing("Ada", "Ben")
    lobby = marked.open("Ada")
    for seat in (0, 1):
        table.seal(seat)
    said = {}
    for page in (*PAGES, "/r/{room}/file"):
        answer = marked.client.get(page.format(room=table.code), headers={"cookie": f"dev={table.tokens[0]}"})
        said[page] = Words(answer.text, ("Ada", "Ben", table.code)).found
    for page in STRANGERS_PAGES:
        answer = marked.client.get(page.format(**lobby.links))
        said[page] = Words(answer.text, ("Ada", lobby.code)).found
    assert {page: words for page, words in said.items() if words} == {}


@pytest.mark.parametrize("game", sorted(SHIPPED))
def test_nothing_of_what_would_have_been_stays_untranslated(marked: Web, game: str) -> None:
    options = {"variant": "surprise"} if game == "adel_verpflichtet" else {}
    table = marked.playing("Ada", "Ben", game=game, options=options)
    play_to_the_end(table)
    said = {}
    choices = {"adel_verpflichtet": "castle+detective", "edel_stein_reich": "money"}
    for query in (
        "if=1&perspective=public",
        "if=1&perspective=0",
        f"if=1&perspective=0&choice={choices[game]}",
        "if=0&perspective=0",
    ):
        address = f"/r/{table.code}/replay?{query}"
        answer = marked.client.get(address, headers={"cookie": f"dev={table.tokens[0]}"})
        said[query] = Words(answer.text, ("Ada", "Ben", table.code)).found
    assert {query: words for query, words in said.items() if words} == {}
