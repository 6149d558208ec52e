"""Context of a room's templates: a mapping of names from one viewer's view.

Most regions get no names for what others do while cards are sealed (``app.web.html.stable_view``). That is sent as
data, so it never makes a rendered region stale."""

import functools
import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from jinja2 import Environment

from app.rooms.model.ids import Millis
from app.rooms.model.reveal import Reveal
from app.rooms.model.values import replace
from app.rooms.views.page_view import PageView, Scene
from app.rooms.views.view_types import RoomView, SeatPart
from app.web.cache import PageCache
from app.web.games import find_presenter
from app.web.games.coach import Coach
from app.web.games.presenter import Presenter
from app.web.html.stable_view import make_stable_view, without_asks
from app.web.scene.faces import Faces
from app.web.scene.placed import PlacedPieces
from app.web.table.chat import make_chat
from app.web.table.log import log, turns
from app.web.table.options import option_rows, share
from app.web.table.plan import build_plan_sheet
from app.web.table.player_menu import device_rows, list_instruction_rows
from app.web.table.recap import make_recap
from app.web.table.score import evening
from app.web.table.state import format_state, offline, seat_states
from app.web.table.votes import clock_span, motions
from app.web.text.people import people
from app.web.text.sentences import Part, Speech, waiting_for
from engine import registry

STAGED, MOTIONS, ASKED, PLANNED, LOOKED_BACK, AT_REST = "staged", "motions", "asked", "plan", "looked back", "at rest"
GROUPS = (STAGED, MOTIONS, ASKED, PLANNED, LOOKED_BACK, AT_REST)
"""Groups of names that are slow to build and that few templates use.

In order: the table's present action; its votes; the viewer's prompt; the viewer's plan; the past reveals; chat,
options and statistics."""

Names = dict[str, Any]
"""Names of a template and their values."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Place at the table, as one viewer sees it."""

    part: SeatPart | None
    """Seat's player; None for an empty seat."""
    facts: Any
    """Game's view of that seat; None without a game or without a player."""
    is_mine: bool


class TemplateContext:
    """Builder of template contexts in one language."""

    def __init__(self, speech: Speech, environment: Environment) -> None:
        self.speech, self._base_path = speech, environment.globals["base_path"]
        self.faces = functools.cache(lambda key: Faces(environment, key, self._words(key)))
        self._template = functools.cache(environment.get_template)
        # One for each game, as caches use it as a key.
        self._words = functools.cache(lambda key: find_presenter(key).words(speech))

    def render(self, template: str, names: Names) -> str:
        """Render the template with these names."""
        html: str = self._template(template).render(names)
        return html

    def context(self, seen: RoomView) -> Names:
        """Return the names that every template gets.

        ``public_table`` is the public view of the table; callers that render for a seat replace it."""
        presenter = find_presenter(seen.room.game)
        persons = people(seen.seats)
        game = registry.find(seen.room.game)
        return self.table(seen, seen.table) | {
            "view": seen,
            "public_table": seen.table,
            "sitting": without_asks(seen.seats),
            "room": seen.room,
            "people": persons,
            "asked_for": _get_prompt_kind(seen),
            "me": persons.get(int(seen.you)) if seen.you is not None else None,
            "is_host": seen.you in seen.room.hosts,
            "game": game,
            "games": _titles(),
            "presenter": presenter,
            "edition": presenter.edition(seen.room.options, self.speech),
            "speech": self.speech,
            "words": self._words(seen.room.game),
        }

    def table(self, seen: RoomView, table: Any) -> Names:
        """Return the names that depend on one of the game's views of the table."""
        spots = _spots(seen, table)
        you = int(seen.you) if seen.you is not None else len(spots)
        return {"table": table, "spots": spots, "own": spots[you].facts if you < len(spots) else None}

    def page(self, page: PageView, base_url: str, kept: PageCache) -> Names:
        """Return all names for the templates of a page."""
        # Scripts fetch the coach themselves.
        coach = self.coach(page) if page.view.room.options["coach"] else None
        return self.region(page, base_url, kept, GROUPS) | {"state": format_state(page), "coach": coach}

    def filler(self, page: PageView, names: Names, placed: PlacedPieces | None) -> Callable[[str], str]:
        """Return a function from the name of a slot to its value on that page.

        The name of a template gives the rendered template."""
        says = vars(self._template("parts/seat_words.html").module)["seat_says"]
        values = {"do": f"{self._base_path}{page.back}/do", "reveal": str(page.reveals[-1].ask) if page.reveals else ""}
        for seat, state, presence in seat_states(page.view):
            values |= {f"state-{seat}": state, f"presence-{seat}": presence}
            values |= {f"says-{seat}": says(state), f"is-{seat}": says(presence)}

        def value_of(name: str) -> str:
            if name == "id":
                return secrets.token_urlsafe(12)
            if name.endswith(".html"):
                return self.render(name, names)
            if name.startswith("count "):
                place, _, kind = name.removeprefix("count ").partition("/")
                return str(placed.count(place, kind)) if placed is not None else ""
            return values.get(name, "")

        return value_of

    def region(self, page: PageView, base_url: str, kept: PageCache, groups: Collection[str] = ()) -> Names:
        """Return the names for a region's template, with these slow groups."""
        names = self.base(page, base_url)
        for group in groups:
            names |= self.group(group, page, base_url, kept)
        return names

    def base(self, page: PageView, base_url: str) -> Names:
        """Return the names for every template of a room's page."""
        return (
            self.context(page.view)
            | self.waiting(page)
            | {
                "public_table": page.table,
                "base_url": base_url,
                **{"place": f"/r/{page.code}", "back": page.back},
                "table_id": page.table_id,
                **{"hands": page.hands, "is_screen": page.is_screen},
            }
        )

    def make_stage_context(self, stable: RoomView, table: Any) -> Names:
        """Return the names for the table's present action, the same for all viewers.

        ``table`` is the public view of the table."""
        seen = replace(stable, you=None, ask=None, table=table)
        return {
            "view": seen,
            "room": seen.room,
            "people": people(seen.seats),
            "staged": self._get_stage(seen, find_presenter(seen.room.game)),
        }

    def prompt(self, stable: RoomView, ask: int, per_ask_until: Millis | None) -> Names:
        """Return the names for the prompt, from a stable view.

        ``ask`` is the number of the table's ask."""
        presenter, persons = find_presenter(stable.room.game), people(stable.seats)
        names: Names = {
            "view": stable,
            "room": stable.room,
            "table": stable.table,
            "people": persons,
            "sitting": stable.seats,
            "me": persons.get(int(stable.you)) if stable.you is not None else None,
            "words": self._words(stable.room.game),
            # A viewer who is asked reads the prompt instead.
            "staged": self._get_stage(stable, presenter) if stable.ask is None else (),
        }
        return names | self._make_prompt_context(stable, ask, presenter, per_ask_until)

    def waiting(self, page: PageView) -> Names:
        """Return the names for the waiting line."""
        seen, waiting = page.view, waiting_for(page.view)
        return {
            "view": seen,
            "room": seen.room,
            "table": seen.table,
            "people": people(seen.seats),
            "waiting": None if waiting is None else tuple(seat for seat in waiting if seat != seen.you),
            "waits_for_me": waiting is not None and seen.you in waiting,
            "offline": offline(seen),
            **{"owes": seen.ask is not None and seen.ask.sealed is None, "is_curtain": page.is_curtain},
        }

    def group(self, name: str, page: PageView, base_url: str, kept: PageCache) -> Names:
        """Return the names of a slow group."""
        presenter, seen = find_presenter(page.view.room.game), page.view
        if name == STAGED:
            return {"staged": self._get_stage(seen, presenter), "is_watching": seen.you is None}
        if name == MOTIONS:
            return {"motions": motions(seen)}
        if name == ASKED:
            return self._make_prompt_context(make_stable_view(seen), page.ask, presenter, page.per_ask_until)
        if name == PLANNED:
            return {"plan": build_plan_sheet(make_stable_view(seen), page.ask, presenter, self.speech)}
        if name == LOOKED_BACK:
            return self._make_log_context(page.reveals, presenter) | {"after": make_recap(page, self.speech, kept)}
        shared = kept.get_or_compute(
            "link", (seen.room.join_link, base_url), lambda: share(seen.room, base_url), among="link"
        )
        return self._make_stable_context(seen, page.reveals, presenter) | {"share": shared}

    def place_pieces(
        self, seen: RoomView, table: Any, scene: Scene | None, *, is_kept: bool = False
    ) -> PlacedPieces | None:
        """Return the pieces by place of a running table, or of a replay if ``is_kept``.

        ``table`` is the public view. Return None for a table without a picture."""
        presenter, persons = find_presenter(seen.room.game).scene, people(seen.seats)
        if scene is None or presenter is None:
            return None
        names = presenter.place_names(table, {seat: person.name for seat, person in persons.items()}, self.speech)
        return PlacedPieces(scene, self.faces(seen.room.game), persons, names, is_kept=is_kept)

    def _make_stable_context(self, stable: RoomView, reveals: Sequence[Reveal], presenter: Presenter) -> Names:
        """Return the names that do not depend on seals."""
        game = registry.find(stable.room.game)
        return {
            "chat": make_chat(stable, reveals, self.speech),
            "evening": evening(stable.room),
            "instructions": list_instruction_rows(stable, presenter, self.speech),
            "devices": device_rows(stable),
            "clock_span": clock_span(stable.room.options),
            "options": option_rows(game.options, presenter, self.speech, stable),
            "is_going_on": stable.table is not None and presenter.is_going_on(stable.table),
        }

    def _get_stage(self, seen: RoomView, presenter: Presenter) -> tuple[Part, ...]:
        return presenter.stage(seen, self.speech) if seen.table is not None else ()

    def _make_prompt_context(
        self, own: RoomView, ask: int, presenter: Presenter, per_ask_until: Millis | None
    ) -> Names:
        """Return the viewer's prompt and the names that help to answer it."""
        return {
            "headline": presenter.headline(own, self.speech) if own.table is not None else None,
            "others_until": per_ask_until if own.ask is None else None,
            "asked": presenter.prompt(own, self.speech) if own.ask is not None else None,
            "by_default": self._name_default_choice(own, presenter),
            "plan": build_plan_sheet(own, ask, presenter, self.speech, has_offers=False),
        }

    def coach(self, page: PageView) -> Coach | None:
        """Return the coach's advice; None while the viewer does not play."""
        own = make_stable_view(page.view)
        is_playing = own.room.phase == "playing" and own.table is not None and own.you is not None
        return find_presenter(own.room.game).coach(own, page.reveals, self.speech) if is_playing else None

    def _make_log_context(self, reveals: Sequence[Reveal], presenter: Presenter) -> Names:
        return {
            "log": [(round, turns(said, presenter)) for round, said in log(reveals, presenter, self.speech)],
            "last_round": presenter.last_round(reveals, self.speech),
            "course": presenter.course(reveals),
            "revealed": (reveals[0].ask, reveals[-1].ask) if reveals else (0, 0),
        }

    def _name_default_choice(self, seen: RoomView, presenter: Presenter) -> str:
        """Return the name of the choice that is sealed at the deadline; empty without one."""
        ask = seen.ask
        if ask is None or ask.deadline is None:
            return ""
        sealed = replace(seen, ask=replace(ask, sealed=ask.default))
        return str(presenter.prompt(sealed, self.speech).sealed_name)


@functools.cache
def _titles() -> Mapping[str, str]:
    return {key: each.title for key, each in registry.GAMES.items()}


def _get_prompt_kind(seen: RoomView) -> str:
    """Return the kind of choice that the page asks for.

    It is empty while a stand-in plays the seat and while the table is paused."""
    mine = [part for part in seen.seats if part.seat == seen.you]
    is_mine_to_make = seen.room.phase == "playing" and not any(part.stand_in for part in mine)
    return seen.ask.kind if seen.ask is not None and is_mine_to_make else ""


def _spots(seen: RoomView, table: Any) -> tuple[Spot, ...]:
    parts: Mapping[int, SeatPart] = {int(part.seat): part for part in seen.seats}
    facts = getattr(table, "seats", ())
    return tuple(
        Spot(parts.get(seat), facts[seat] if seat < len(facts) else None, seat == seen.you)
        for seat in range(max(registry.find(seen.room.game).table_sizes))
    )
