"""Regions: the text parts of a room's page, each one template and one element.

A page holds all regions, a message the changed ones. Every region of every phase is always on the page, hidden while
it is empty. So a room goes from lobby to ranking without loading a page."""

from collections.abc import Callable, Mapping
from functools import cached_property, partial
from gettext import NullTranslations
from typing import Any

from jinja2 import Environment

from app.rooms.model.values import replace
from app.rooms.views.page_view import PageView, Scene
from app.rooms.views.view_types import RoomView
from app.web.cache import LastDrawn, PageCache, TableCache, TableCaches
from app.web.games import find_presenter
from app.web.games.coach import is_lesson
from app.web.html import region_keys
from app.web.html.region_keys import KEYS, Key, KeyInputs, glance
from app.web.html.slots import remove_page_parts
from app.web.html.stable_view import make_stable_view, without_asks
from app.web.html.template_context import (
    ASKED,
    AT_REST,
    GROUPS,
    LOOKED_BACK,
    MOTIONS,
    Names,
    TemplateContext,
)
from app.web.scene.films import Films
from app.web.text.languages import ENGLISH
from app.web.text.sentences import Speech
from engine import registry

LOG = "log"
"""Log region, sent with whole tables only: new lines are the film's sentences."""

HAND = "hand"
"""Hand region; with a picture only pages have it, and the pieces are data."""

PROMPT, HANDS, GUESSES = "prompt", "hands", "guesses"
"""Prompt, with only the names it needs; shared device; watchers' question."""

WAITING = "waiting"
"""Waiting line, the only region that changes with every seal."""

NEEDS: Mapping[str, tuple[str, ...]] = {
    "doorway": (AT_REST,),
    "options": (AT_REST,),
    "start": (AT_REST,),
    "end": (LOOKED_BACK, AT_REST),
    "votes": (MOTIONS,),
    "hand": (ASKED,),
    LOG: (LOOKED_BACK,),
    "chat": (AT_REST,),
}
"""Slow groups of names by region; a fetched region gets all groups."""

FETCHED = ("plan", "hurry", "last_round", "menu")
"""Sheets that a page fetches when they are opened, besides each seat's ``MORE``."""

COACH = "coach"
"""Coach's advice, fetched at each choice while the player is coached."""

LATE = ("end",)
"""Regions that a page fetches after the film that leads to them: a game's end."""

STAGE = "stage"
"""Stage region: the table's present action."""

SEAT, MORE = "seat", "more"
"""Regions that a page has once a seat: ``regions/seat.html`` renders ``seat-0``."""

Html = dict[str, str]
"""Regions by id."""


class Regions:
    """Renderer of regions in one language, with a cache of what viewers share."""

    def __init__(
        self, environment: Environment, words: NullTranslations, keep: int = 128, language: str = ENGLISH
    ) -> None:
        """Cache the regions of ``keep`` tables."""
        self.environment = environment
        self.speech = Speech(words, language)
        self.films = Films(self.speech)
        self._context = TemplateContext(self.speech, environment)
        self._caches = TableCaches(keep)

    def context(self, seen: RoomView) -> Names:
        return self._context.context(seen)

    def page_context(self, page: PageView, base_url: str) -> Names:
        """Return the names for the templates of a room's page, with its picture."""
        names = self._context.page(page, base_url, PageCache(LastDrawn(), self._open_cache(page)))
        return names | self.scene_context(page.view, page.table, page.scene)

    def filler(self, page: PageView, names: Names) -> Callable[[str], str]:
        return self._context.filler(page, names, names["scene"])

    def scene_context(self, seen: RoomView, table: Any, scene: Scene | None, *, is_kept: bool = False) -> Names:
        """Return the names for a table's picture, or for a replay's if ``is_kept``.

        ``table`` is the public view; ``held`` are the seats whose trays are shown beside the picture."""
        game, presenter = registry.find(seen.room.game), find_presenter(seen.room.game).scene
        placed = self._context.place_pieces(seen, table, scene, is_kept=is_kept)
        # After the game a player has no dock and no hand.
        held = () if seen.you is None else (seen.you,)
        if placed is None or presenter is None or game.pictures is None:
            return {"scene": None, "book": {}, "held": held}
        book = self._context.faces(game.key).book(presenter.faces(table))
        return {"scene": placed, "book": book, "held": held}

    def render_all(
        self, page: PageView, base_url: str, drawn: LastDrawn | None = None, *, is_log_shown: bool = True
    ) -> Html:
        """Return all regions that messages bring; the log only if ``is_log_shown``.

        ``drawn`` holds the page's last regions: only those with a changed key are rendered again."""
        kept = PageCache(drawn or LastDrawn(), self._open_cache(page))
        drawing = _Drawing(self._context, page, base_url, kept)
        html = kept.get_or_compute("stable", (page.back, base_url, drawing.at.stable), drawing.render_stable) | {
            WAITING: drawing.waiting()
        }
        return html | {LOG: drawing.region(LOG)} if is_log_shown else html

    def on_page(self, page: PageView, base_url: str) -> Html:
        """Return all regions that messages bring, with the page's slots."""
        kept = PageCache(LastDrawn(), self._open_cache(page))
        drawing = _Drawing(self._context, page, base_url, kept, is_on_page=True)
        return drawing.render_stable() | {WAITING: drawing.waiting(), LOG: drawing.region(LOG)}

    def sheets(self, page: PageView, names: Names) -> Html:
        """Return the regions that only pages have or fetch, with slots, from ``names``."""
        html = {id: self._context.render(f"regions/{id}.html", names) for id in (*FETCHED, HAND)}
        seats = {seat: names | make_seat_context(names, seat) for seat in range(seats_of(page))}
        return html | {
            f"{MORE}-{seat}": self._context.render(f"regions/{MORE}.html", of_it) for seat, of_it in seats.items()
        }

    def part(self, page: PageView, base_url: str, id: str) -> str | None:
        """Render a region that is sent on request only; None for any other id."""
        html = self._part(page, base_url, id)
        return remove_page_parts(html) if html is not None else None

    def _part(self, page: PageView, base_url: str, id: str) -> str | None:
        if id in LATE:
            return _Drawing(self._context, page, base_url, PageCache(LastDrawn(), self._open_cache(page))).region(id)
        if id == COACH:
            names = self._context.base(replace(page, view=make_stable_view(page.view)), base_url)
            said = {"coach": self._context.coach(page), "is_lesson": is_lesson(page.view)}
            return self._context.render(f"regions/{COACH}.html", names | said | {"reveals": page.reveals})
        name, _, seat = id.partition("-")
        is_seat = name == MORE and seat in map(str, range(seats_of(page)))
        if not is_seat and id not in FETCHED:
            return None
        names = self._context.region(page, base_url, PageCache(LastDrawn(), self._open_cache(page)), GROUPS)
        of_it = make_seat_context(names, int(seat)) if is_seat else {}
        return self._context.render(f"regions/{name}.html", names | of_it)

    def _open_cache(self, page: PageView) -> TableCache:
        shared = self._caches.get_cache(page.code)
        shared.enter_version(page.version)
        return shared


class _Drawing:
    """Regions of one page at one moment."""

    def __init__(
        self, context: TemplateContext, page: PageView, base_url: str, kept: PageCache, *, is_on_page: bool = False
    ) -> None:
        self._is_on_page = is_on_page
        self._context = context
        self._page = page
        self._base_url = base_url
        self._kept = kept
        self.at: KeyInputs = glance(page)
        self._groups: dict[str, Names] = {}

    @cached_property
    def _view(self) -> RoomView:
        return make_stable_view(self._page.view)

    @cached_property
    def _stable_page(self) -> PageView:
        return replace(self._page, view=self._view)

    @cached_property
    def _base(self) -> Names:
        return self._context.base(self._stable_page, self._base_url)

    @cached_property
    def _to_all(self) -> Names:
        return self._context.base(to_all(self._stable_page), self._base_url)

    def render_stable(self) -> Html:
        """Render all regions but the log and the waiting line."""
        key = (self._page.back, self._base_url, self.at.resting)
        html = self._kept.get_or_compute("paused", key, lambda: {id: self.region(id) for id in region_keys.AT_REST})
        asked = (PROMPT, HANDS, GUESSES) if self._page.scene is not None else (PROMPT, HAND, HANDS, GUESSES)
        html = html | {STAGE: self.stage(), **{id: self.region(id) for id in asked}}
        return html | self.seats() | self.board()

    def waiting(self) -> str:
        """Render the waiting line."""
        # A table has few different lines, so they are cached.
        return self._kept.shared.line(
            region_keys.make_waiting_key(self.at),
            lambda: self._context.render(f"regions/{WAITING}.html", self._context.waiting(self._page)),
        )

    def stage(self) -> str:
        """Render the table's present action, the same for all viewers."""
        is_watching = self._page.view.you is None and not self._page.is_curtain
        key = (is_watching, region_keys.make_stage_key(self.at))

        def make_context() -> Names:
            return self._context.make_stage_context(self._view, self._page.table) | {"is_watching": is_watching}

        return self._render_cached(STAGE, key, f"regions/{STAGE}.html", make_context)

    def region(self, id: str) -> str:
        """Render a region that every page has once."""
        return self._render_cached(id, KEYS[id](self.at), f"regions/{id}.html", lambda: self._make_region_context(id))

    def seats(self) -> Html:
        """Render the seats' own regions."""

        def render_all() -> Html:
            return {f"{SEAT}-{seat}": self.seat(seat) for seat in range(seats_of(self._page))}

        if self._page.table is not None and self._page.scene is None:
            return render_all()
        key = (self._page.back, self._base_url, region_keys.make_seats_key(self.at))
        return self._kept.get_or_compute("seats", key, render_all)

    def seat(self, seat: int) -> str:
        """Render a seat's own region."""
        key = region_keys.make_seat_key(self.at, seat)

        def make_context() -> Names:
            is_mine = seat == self._page.view.you
            # The seat's state is sent as data.
            return self._to_all | make_seat_context(self._to_all, seat) | {"is_mine": is_mine}

        return self._render_cached(f"{SEAT}-{seat}", key, f"regions/{SEAT}.html", make_context)

    def board(self) -> Html:
        """Render the game's own regions."""
        key, game = region_keys.make_board_key(self.at), self._page.view.room.game
        return {
            part.id: self._render_cached(part.id, key, part.path(game), partial(self._make_board_context, part.seat))
            for part in find_presenter(game).regions
        }

    def _make_region_context(self, id: str) -> Names:
        if id == PROMPT:
            return self._context.prompt(self._view, self._page.ask, self._page.per_ask_until)
        names = self._base
        for group in NEEDS.get(id, ()):
            if group not in self._groups:
                self._groups[group] = self._context.group(group, self._stable_page, self._base_url, self._kept)
            names = names | self._groups[group]
        return names

    def _make_board_context(self, seat: int | None) -> Names:
        return self._to_all | {"seat": seat}

    def _render_cached(self, id: str, key: Key, template: str, known: Callable[[], Names]) -> str:
        # Regions contain addresses, which differ for watchers.
        whole = (self._page.back, self._base_url, key)

        def on_page() -> str:
            return self._kept.shared.get_or_compute(id, whole, lambda: self._context.render(template, known()))

        if self._is_on_page:
            return on_page()
        return self._kept.get_or_compute(id, whole, lambda: remove_page_parts(on_page()), among=f"{id}, sent")


def seats_of(page: PageView) -> int:
    """Return the table's number of seats."""
    return max(registry.find(page.view.room.game).table_sizes)


def make_seat_context(names: Names, seat: int) -> Names:
    """Return the names for a seat's templates."""
    spot = names["spots"][seat]
    return {"seat": seat, "part": spot.part, "facts": spot.facts, "is_mine": spot.is_mine}


def to_all(page: PageView, *, is_idle: bool = True) -> PageView:
    """Return the page as everyone may see it; no seat is being asked if ``is_idle``."""
    seen = page.view
    seats = without_asks(seen.seats) if is_idle else seen.seats
    return replace(page, view=replace(seen, you=None, ask=None, seats=seats, table=page.table))
