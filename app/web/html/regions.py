"""Regions: the parts of a room's page. One region is one template and one element; a page is all of them, a message
those that changed.

Every region of every phase is always on the page, hidden while it has nothing to show: so a room goes from its lobby
through the game to the ranking without loading a page."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from gettext import NullTranslations

from jinja2 import Environment

from app.rooms.page_view import FilmStep, PageView
from app.rooms.view_types import RoomView
from app.web.cache import LastDrawn, PageCache, TableCache, TableCaches
from app.web.games import face
from app.web.games.face import Face
from app.web.html.drawing import RegionDrawer
from app.web.html.template_context import CONSTANT, Names, TemplateContext, resting, timeless
from app.web.text.languages import ENGLISH
from app.web.text.people import people
from app.web.text.sentences import Sentence, Speech
from engine import registry
from engine.core.picture import Pictured

PAGE_REGIONS = (
    "phase",
    "stage",
    "share",
    "chairs",
    "options",
    "start",
    "end",
    "votes",
    "ahead",
    "prompt",
    "hand",
    "last_round",
    "log",
    "chat",
    "menu",
)
"""The ids of the regions that every page has once; their templates are ``regions/<id>.html``."""

SEAT_REGIONS = ("seat", "more")
"""The regions that every page has once a seat: ``seat-0`` is drawn by ``regions/seat.html``. A game's board adds
its own: ``games/<key>/<id>.html``."""

IN_LOBBY = ("share", "chairs", "options", "start")
"""The regions that show something before the game alone."""

IN_FILM, SEATS_IN_FILM = ("stage", "hand"), ("seat",)
"""The regions that the film moves besides the board."""

Html = dict[str, str]
"""Regions by id."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A step of the film: what is said, by which clause, and the regions as they are then."""

    say: str
    clause: str
    seat: int | None
    """Whose doing it was, if anybody's."""
    weight: float
    """How long it is rested upon, 1 for most."""
    regions: Html


class Regions:
    """Renders regions in one language. What several viewers would see alike is rendered once and kept for a while."""

    def __init__(
        self, environment: Environment, words: NullTranslations, keep: int = 128, language: str = ENGLISH
    ) -> None:
        """``keep`` is for how many tables that is done."""
        self.environment = environment
        self.speech = Speech(words, language)
        self._context = TemplateContext(self.speech, environment)
        self._drawer = RegionDrawer(environment)
        self._caches = TableCaches(keep)

    def learn(self) -> None:
        """Does what would have to be done when something is drawn for the first time."""
        self._drawer.learn()

    def context(self, seen: RoomView) -> Names:
        """What every template knows."""
        return self._context.context(seen)

    def page_context(self, page: PageView, base_url: str) -> Names:
        """What the templates of regions outside the film know besides."""
        return self._context.page(page, base_url, PageCache(LastDrawn(), self._shared(page)))

    def scene_context(self, page: PageView) -> Names:
        """What the picture of the table on a first page knows besides."""
        game, look = registry.find(page.view.room.game), face(page.view.room.game).scene
        if page.scene is None or look is None or not isinstance(game, Pictured):
            return {"book": {}, "scene_places": ()}
        book = self._context.faces(game.key).book(look.faces(page.table))
        return {"book": book, "scene_places": game.places(page.table)}

    def whole(self, page: PageView, base_url: str, drawn: LastDrawn | None = None) -> Html:
        """All regions of the page.

        ``drawn`` is what this page was drawn with before: only what reads something new is drawn anew."""
        kept, seen = PageCache(drawn or LastDrawn(), self._shared(page)), timeless(page.view)
        context = self._context.page(replace(page, view=seen), base_url, kept)
        hidden = _hidden(seen)
        bare = context | dict.fromkeys(context.keys() - {*CONSTANT, "room"}) | {"view": replace(seen, you=None)}
        html = {
            id: self._drawer.again(kept, id, f"regions/{id}.html", bare if id in hidden else context)
            for id in PAGE_REGIONS
        }
        for seat, of_seat in _seats(context):
            for id in SEAT_REGIONS:
                name = f"{id}-{seat}"
                html[name] = self._drawer.again(kept, name, f"regions/{id}.html", of_seat)
        everybody = self._context.context(resting(replace(seen, you=None, table=page.table)))
        return html | self._board(everybody, kept)

    def film(self, page: PageView, steps: Iterable[FilmStep]) -> tuple[Frame, ...]:
        """The steps of the last opening of which something is said, each with all regions it may move."""
        kept = PageCache(LastDrawn(), self._shared(page))
        seen = resting(timeless(replace(page.view, devices=())))
        look = face(seen.room.game)
        mine, everybody = self._context.context(seen), self._context.context(replace(seen, you=None, table=None))
        frames = []
        for step, sentence in self._said(steps, look):
            table, own = step.table, step.own
            doing = (step.happening.round, look.doing(step.happening, own, self.speech))
            at_step = mine | self._context.table(seen, own) | {"view": replace(seen, table=own), "doing": doing}
            at_step["public_table"] = table
            html = {id: self._drawer.again(kept, id, f"regions/{id}.html", at_step) for id in IN_FILM}
            for seat, of_seat in _seats(mine | self._context.table(seen, table)):
                for id in SEATS_IN_FILM:
                    name = f"{id}-{seat}"
                    html[name] = self._drawer.again(kept, name, f"regions/{id}.html", of_seat)
            to_all = replace(seen, you=None, table=table)
            html |= self._board(everybody | self._context.table(to_all, table) | {"view": to_all}, kept)
            said, weight = sentence.plain(people(seen.seats)), look.weight(step.happening)
            frames.append(Frame(said, sentence.clause, sentence.actor(step.happening.seat), weight, html))
        return tuple(frames)

    def _said(self, steps: Iterable[FilmStep], look: Face) -> Iterator[tuple[FilmStep, Sentence]]:
        for step in steps:
            if not look.is_quiet(step.happening):
                sentence = look.sentence(step.happening, self.speech)
                if sentence is not None:
                    yield step, sentence

    def _board(self, context: Names, kept: PageCache) -> Html:
        """The game's regions; the context is what everybody may know."""
        key: str = context["room"].game
        return {
            each.id: self._drawer.again(
                kept, each.id, each.path(key), context if each.seat is None else context | {"seat": each.seat}
            )
            for each in face(key).regions
        }

    def _shared(self, page: PageView) -> TableCache:
        shared = self._caches.of(page.code)
        shared.at(page.version)
        return shared


def _hidden(seen: RoomView) -> tuple[str, ...]:
    """The regions that show nothing now, whatever else a page knows."""
    at_rest = () if seen.room.phase == "lobby" else IN_LOBBY
    return at_rest if seen.outcome is not None else (*at_rest, "end")


def _seats(context: Names) -> Iterator[tuple[int, Names]]:
    """Every seat there can be, with what its templates know."""
    for seat, spot in enumerate(context["spots"]):
        yield seat, context | {"seat": seat, "part": spot.part, "facts": spot.facts, "is_mine": spot.is_mine}
