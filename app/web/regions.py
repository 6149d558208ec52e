"""Regions: the parts of a room's page. One region is one template and one element; a page is all of them, a message
those that changed.

Every region of every phase is always on the page, hidden while it has nothing to show: so a room goes from its lobby
through the game to the ranking without loading a page."""

import functools
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from gettext import NullTranslations
from typing import Any

from jinja2 import Environment

from app.rooms.ids import Digest
from app.rooms.play import Opening
from app.rooms.room import Room
from app.rooms.view import RoomView, is_delayed, told, view
from app.web.afterwards import afterwards
from app.web.drawn import Drawn, Shelf
from app.web.games import Face, face
from app.web.languages import ENGLISH
from app.web.options import option_rows, share
from app.web.own_rows import device_rows, order_rows
from app.web.people import people
from app.web.reads import Reads
from app.web.sentences import Sentence, Speech, waiting_for
from app.web.talk import talk
from app.web.together import ahead, clock_span, evening, motions
from engine import registry
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

IN_FILM, SEATS_IN_FILM = ("stage", "hand"), ("seat",)
"""The regions that the film moves besides the board."""

LOG_ROUNDS, LOG_SENTENCES = 3, 60
"""Rounds in the log, and how many of their newest sentences: a message repeats the log whole."""

CONSTANT = ("game", "games", "face", "speech", "words", "base_url", "place", "back", "new_id")
"""What a page knows that never changes while it shows the same game."""

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
    """Renders regions in one language. What all viewers see alike is rendered once and kept for a while."""

    def __init__(
        self, environment: Environment, words: NullTranslations, keep: int = 512, language: str = ENGLISH
    ) -> None:
        self.environment = environment
        self.speech = Speech(words, language)
        self._keep = keep
        self._shared: OrderedDict[tuple[object, ...], str] = OrderedDict()
        self._boards = Shelf(keep)
        self._reads = Reads(environment, CONSTANT)

    def whole(
        self,
        room: Room,
        viewer: Viewer,
        here: frozenset[Seat],
        base_url: str,
        device: Digest | None = None,
        drawn: Drawn | None = None,
    ) -> Html:
        """All regions of the page as the viewer sees them, at the device that holds this token.

        ``drawn`` is what this page was drawn with before: only what reads something new is drawn anew."""
        drawn = drawn or Drawn()
        seen = _timeless(view(room, viewer, here, device))
        context = self.page_context(room, seen, base_url, drawn)
        html = self._page_regions(PAGE_REGIONS, SEAT_REGIONS, context, drawn)
        is_late = viewer is None and is_delayed(room)
        state = None if room.play is None else room.play.before if is_late else room.play.state
        return html | self._board_now(room, seen, state, is_late=is_late)

    def film(self, room: Room, viewer: Viewer, here: frozenset[Seat], drawn: Drawn | None = None) -> tuple[Frame, ...]:
        """The steps of the last opening, as far as the viewer may know them, each with all regions it may move."""
        play = room.play
        if play is None or (viewer is None and is_delayed(room)):
            return ()
        drawn = drawn or Drawn()
        seen = _resting(_timeless(view(room, viewer, here)))
        look = face(room.game.key)
        frames = []
        for number, step in enumerate(play.film):
            sentence = look.sentence(step.happening, self.speech) if step.happening.is_for(viewer) else None
            if sentence is None or look.is_quiet(step.happening):
                continue
            moment = ("film", play.number, play.ask, number)
            table = play.game.view(step.state, viewer)
            doing = (step.happening.round, look.doing(step.happening, table, self.speech))
            context = self.context(replace(seen, table=table)) | {"doing": doing}
            html = self._page_regions(IN_FILM, (), context, drawn, "film ") | self._filmed_seats(
                room, seen, moment, step.state
            )
            board = self._board(room, seen, moment, step.state)
            said, weight = sentence.plain(people(seen.seats)), look.weight(step.happening)
            frames.append(Frame(said, sentence.clause, sentence.actor(step.happening.seat), weight, html | board))
        return tuple(frames)

    def context(self, seen: RoomView) -> dict[str, Any]:
        """What every template knows."""
        look = face(seen.room.game)
        persons = people(seen.seats)
        return {
            "view": seen,
            "sitting": tuple(replace(part, state="idle") for part in seen.seats),
            "room": seen.room,
            "table": seen.table,
            "people": persons,
            "me": persons.get(int(seen.you)) if seen.you is not None else None,
            "is_host": seen.you in seen.room.hosts,
            "game": registry.find(seen.room.game),
            "games": {key: game.title for key, game in registry.GAMES.items()},
            "face": look,
            "speech": self.speech,
            "words": look.words(self.speech),
            "new_id": None,
            "doing": None,
        }

    def page_context(self, room: Room, seen: RoomView, base_url: str, drawn: Drawn | None = None) -> dict[str, Any]:
        """What the templates of regions outside the film know besides."""
        drawn = drawn or Drawn()
        look = face(seen.room.game)
        openings = told(room, seen.you)
        looked_back = drawn.again("looked back", (seen.room.game, openings), lambda: self._looked_back(openings, look))
        return (
            self.context(seen)
            | {
                "waiting": waiting_for(seen),
                "by_default": self._by_default(seen, look),
                "base_url": base_url,
                "place": f"/r/{room.code}",
                "after": afterwards(room, seen, openings, self.speech),
                "back": f"/r/{room.code}" if seen.you is not None else f"/r/{room.code}/watch/{room.watch_key}",
                "share": drawn.again("link", (seen.room.join_link, base_url), lambda: share(seen.room, base_url)),
                "talk": talk(seen, openings, self.speech),
                "motions": motions(seen),
                "evening": evening(seen.room),
                "orders": order_rows(seen, look, self.speech),
                "devices": device_rows(seen),
                "ahead": ahead(seen, room.play.ask if room.play else 0, look, self.speech),
                "clock_span": clock_span(seen.room.options),
                "options": option_rows(registry.find(seen.room.game).options, look, self.speech, seen),
            }
            | looked_back
        )

    def _looked_back(self, openings: Sequence[Opening], look: Face) -> dict[str, Any]:
        return {
            "log": self._log(openings, look),
            "last_round": look.last_round(openings, self.speech),
            "course": look.course(openings),
            "opened": (openings[0].ask, openings[-1].ask) if openings else (0, 0),
        }

    def _by_default(self, seen: RoomView, look: Face) -> str:
        """What is sealed for the viewer when the clock runs out, in words; empty without a clock."""
        ask = seen.ask
        if ask is None or ask.deadline is None:
            return ""
        sealed = replace(seen, ask=replace(ask, sealed=ask.default))
        return str(look.prompt(sealed, self.speech).sealed_name)

    def _log(self, openings: Sequence[Opening], look: Face) -> Sequence[tuple[int, Sequence[Sentence]]]:
        rounds: dict[int, list[Sentence]] = {}
        left = LOG_SENTENCES
        for opening in reversed(openings):
            if left <= 0 or (opening.round not in rounds and len(rounds) == LOG_ROUNDS):
                break
            said = [look.sentence(happening, self.speech) for happening in opening.happenings]
            sentences = [replace(sentence, then=opening.names) for sentence in said if sentence]
            rounds[opening.round] = [*sentences, *rounds.get(opening.round, [])]
            left -= len(sentences)
        return sorted(rounds.items(), reverse=True)

    def _page_regions(
        self, ids: Sequence[str], seat_ids: Sequence[str], context: Mapping[str, Any], drawn: Drawn, scope: str = ""
    ) -> Html:
        html = {id: self._again(drawn, scope + id, f"regions/{id}.html", context) for id in ids}
        parts = {part.seat: part for part in context["view"].seats}
        for seat in range(max(context["game"].table_sizes)):
            of_seat = {**context, "seat": seat, "part": parts.get(Seat(seat))}
            for id in seat_ids:
                html[f"{id}-{seat}"] = self._again(drawn, f"{scope}{id}-{seat}", f"regions/{id}.html", of_seat)
        return html

    def _again(self, drawn: Drawn, name: str, template: str, context: Mapping[str, Any]) -> str:
        """The template with this context; what was drawn before where all that the template reads is the same."""
        inputs = self._reads.inputs(template, context["room"].game, context)
        return drawn.again(name, inputs, lambda: self._render(template, context))

    def _board_now(self, room: Room, seen: RoomView, state: Any, *, is_late: bool) -> Html:
        """The game's regions as they are, from what everybody may see alone: so they are shared between viewers."""
        drawn = self._boards.of((room.code, is_late))
        play = room.play
        table = drawn.again(
            "table", (play and play.number, state), lambda: play.game.view(state, None) if play else None
        )
        context = self.context(replace(_resting(seen), you=None, table=table))
        regions = face(seen.room.game).regions
        return {
            each.id: self._again(drawn, each.id, f"games/{seen.room.game}/{each.id}.html", context) for each in regions
        }

    def _board(self, room: Room, seen: RoomView, moment: object, state: Any) -> Html:
        """The game's regions at a moment of the film, shared like the board itself."""
        key = seen.room.game
        context = functools.cache(lambda: self._public_context(room, replace(_resting(seen), you=None), state))
        html = {}
        for region in face(key).regions:
            draw = functools.partial(self._drawn, f"games/{key}/{region.id}.html", context)
            html[region.id] = self._once((room.code, moment, region.id), draw)
        return html

    def _filmed_seats(self, room: Room, seen: RoomView, moment: object, state: Any) -> Html:
        """The seats while cards are opened, from what everybody may see: shared between all viewers but for the mark
        on one's own."""
        context = functools.cache(lambda: self._public_context(room, seen, state))
        parts = {part.seat: part for part in seen.seats}
        html = {}
        for seat in range(max(room.game.table_sizes)):
            for id in SEATS_IN_FILM:
                draw = functools.partial(
                    self._drawn, f"regions/{id}.html", context, seat=seat, part=parts.get(Seat(seat))
                )
                html[f"{id}-{seat}"] = self._once((room.code, moment, id, seat, seat == seen.you, seen.seats), draw)
        return html

    def _drawn(self, template: str, context: Callable[[], dict[str, Any]], **more: Any) -> str:
        return self._render(template, {**context(), **more})

    def _public_context(self, room: Room, seen: RoomView, state: Any) -> dict[str, Any]:
        return self.context(replace(seen, table=room.play.game.view(state, None) if room.play else None))

    def _once(self, key: tuple[object, ...], draw: Callable[[], str]) -> str:
        """What ``draw`` made when it was first asked for under that key."""
        html = self._shared.pop(key, None) or draw()
        self._shared[key] = html
        if len(self._shared) > self._keep:
            self._shared.popitem(last=False)
        return html

    def _render(self, template: str, context: Mapping[str, Any]) -> str:
        html: str = self.environment.get_template(template).render(context)
        return html


def _timeless(seen: RoomView) -> RoomView:
    """The view without its version, which no template reads and every change changes."""
    return replace(seen, room=replace(seen.room, version=0))


def _resting(seen: RoomView) -> RoomView:
    """The view while cards are opened: nobody is asked anything."""
    return replace(seen, ask=None, seats=tuple(replace(part, state="idle") for part in seen.seats))
