"""Regions: the parts of a room's page. One region is one template and one element; a page is all of them, a message
those that changed.

Every region of every phase is always on the page, hidden while it has nothing to show: so a room goes from its lobby
through the game to the ranking without loading a page."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from gettext import NullTranslations
from typing import Any

from jinja2 import Environment

from app.rooms.late import as_seen
from app.rooms.model.ids import Digest
from app.rooms.model.play import Play
from app.rooms.model.room import Room
from app.rooms.view import view
from app.rooms.view_types import RoomView
from app.web.cache import LastDrawn, PageCache, Same, TableCache, TableCaches
from app.web.games import face
from app.web.games.face import Face
from app.web.html.context import CONSTANT, Names, TemplateContext, resting, timeless
from app.web.html.drawing import RegionDrawer
from app.web.text.languages import ENGLISH
from app.web.text.people import people
from app.web.text.sentences import Sentence, Speech
from engine.core.happenings import Step
from engine.core.seats import Seat, Viewer

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
        self._context = TemplateContext(self.speech)
        self._drawer = RegionDrawer(environment)
        self._caches = TableCaches(keep)

    def learn(self) -> None:
        """Does what would have to be done when something is drawn for the first time."""
        self._drawer.learn()

    def context(self, seen: RoomView) -> Names:
        """What every template knows."""
        return self._context.context(seen)

    def page_context(self, room: Room, seen: RoomView, base_url: str) -> Names:
        """What the templates of regions outside the film know besides."""
        return self._context.page(room, seen, base_url, PageCache(LastDrawn(), self._shared(room)))

    def whole(
        self,
        room: Room,
        viewer: Viewer,
        here: frozenset[Seat],
        base_url: str,
        device: Digest | None = None,
        drawn: LastDrawn | None = None,
    ) -> Html:
        """All regions of the page as the viewer sees them, at the device that holds this token.

        ``drawn`` is what this page was drawn with before: only what reads something new is drawn anew."""
        kept, room = PageCache(drawn or LastDrawn(), self._shared(room)), as_seen(room, viewer)
        seen = timeless(view(room, viewer, here, device))
        context = self._context.page(room, seen, base_url, kept)
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
        play = room.play
        table = None if play is None else _sight(play, play.state, None, kept)
        everybody = self._context.context(resting(replace(seen, you=None, table=table)))
        return html | self._board(everybody, kept)

    def film(self, room: Room, viewer: Viewer, here: frozenset[Seat]) -> tuple[Frame, ...]:
        """The steps of the last opening, as far as the viewer may know them, each with all regions it may move."""
        room = as_seen(room, viewer)
        play = room.play
        if play is None:
            return ()
        kept = PageCache(LastDrawn(), self._shared(room))
        seen = resting(timeless(view(room, viewer, here)))
        look = face(room.game.key)
        mine, everybody = self._context.context(seen), self._context.context(replace(seen, you=None, table=None))
        frames = []
        for step, sentence in self._said(play, viewer, look):
            table, own = (_sight(play, step.state, eyes, kept) for eyes in (None, viewer))
            doing = (step.happening.round, look.doing(step.happening, own, self.speech))
            at_step = mine | self._context.table(seen, own) | {"view": replace(seen, table=own), "doing": doing}
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

    def _said(self, play: Play, viewer: Viewer, look: Face) -> Iterator[tuple[Step[Any], Sentence]]:
        """The steps of which something is said to the viewer."""
        for step in play.film:
            if step.happening.is_for(viewer) and not look.is_quiet(step.happening):
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

    def _shared(self, room: Room) -> TableCache:
        shared = self._caches.of(room.code)
        shared.at(room.version)
        return shared


def _hidden(seen: RoomView) -> tuple[str, ...]:
    """The regions that show nothing now, whatever else a page knows."""
    at_rest = () if seen.room.phase == "lobby" else IN_LOBBY
    return at_rest if seen.outcome is not None else (*at_rest, "end")


def _seats(context: Names) -> Iterator[tuple[int, Names]]:
    """Every seat there can be, with what its templates know."""
    for seat, spot in enumerate(context["spots"]):
        yield seat, context | {"seat": seat, "part": spot.part, "facts": spot.facts, "is_mine": spot.is_mine}


def _sight(play: Play, state: Any, viewer: Viewer, kept: PageCache) -> Any:
    """What the viewer sees of a state of the game; who sat down after it began has no hand in it."""
    eyes = viewer if viewer is not None and viewer < play.seats else None
    return kept.shared.again("sight", (play.number, Same(state), eyes), lambda: play.game.view(state, eyes))
