"""What the templates of a room know: one mapping of names for each viewer, made of that viewer's own view.

What others do while cards are sealed is no part of what most regions know (``app.web.html.stable_view``): it is sent
as data, and so nothing that was drawn grows old by it."""

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
from app.web.html.stable_view import idle, make_stable_view
from app.web.scene.faces import Faces
from app.web.scene.placed import Placed
from app.web.table.afterwards import afterwards
from app.web.table.log import log, turns
from app.web.table.options import option_rows, share
from app.web.table.own_seat import device_rows, list_instruction_rows
from app.web.table.plan import build_plan_sheet
from app.web.table.score import evening
from app.web.table.state import offline, seat_states, written_state
from app.web.table.talk import talk
from app.web.table.votes import clock_span, motions
from app.web.text.people import people
from app.web.text.sentences import Part, Speech, waiting_for
from engine import registry

STAGED, MOTIONS, ASKED, PLANNED, LOOKED_BACK, AT_REST = "staged", "motions", "asked", "plan", "looked back", "at rest"
GROUPS = (STAGED, MOTIONS, ASKED, PLANNED, LOOKED_BACK, AT_REST)
"""What takes a while to be put together, and few templates know: what the table is doing and what it votes on; what the
viewer is asked, and can plan; what was revealed; what was said, chosen and counted at this table."""

Names = dict[str, Any]
"""What a template knows, by name."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place at the table, as one viewer sees it."""

    part: SeatPart | None
    """Who sits there, if anybody."""
    facts: Any
    """What the game's view says of that seat; None without a game, or where nobody plays there."""
    is_mine: bool


class TemplateContext:
    """What templates know in one language."""

    def __init__(self, speech: Speech, environment: Environment) -> None:
        self.speech = speech
        self.faces = functools.cache(lambda key: Faces(environment, key, self._words(key)))
        self._template = functools.cache(environment.get_template)
        # one for each game: what is drawn with it is kept by it
        self._words = functools.cache(lambda key: find_presenter(key).words(speech))

    def drawn(self, template: str, names: Names) -> str:
        """The template with these names."""
        html: str = self._template(template).render(names)
        return html

    def context(self, seen: RoomView) -> Names:
        """What every template knows; ``public_table`` is the table as everybody sees it, which who draws for a seat
        puts in."""
        presenter = find_presenter(seen.room.game)
        persons = people(seen.seats)
        game = registry.find(seen.room.game)
        return self.table(seen, seen.table) | {
            "view": seen,
            "public_table": seen.table,
            "sitting": idle(seen.seats),
            "room": seen.room,
            "people": persons,
            "asked_for": _asked_for(seen),
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
        """What follows from one of the game's views of the table."""
        spots = _spots(seen, table)
        you = int(seen.you) if seen.you is not None else len(spots)
        return {"table": table, "spots": spots, "own": spots[you].facts if you < len(spots) else None}

    def page(self, page: PageView, base_url: str, kept: PageCache) -> Names:
        """All that the templates of a page know."""
        # who has scripts is told by them
        coach = self.coach(page) if page.view.room.options["coach"] else None
        return self.region(page, base_url, kept, GROUPS) | {"state": written_state(page), "coach": coach}

    def filler(self, page: PageView, names: Names, placed: Placed | None) -> Callable[[str], str]:
        """Return what finds the value of a slot of that page. The name of a template stands for what it draws."""
        says = vars(self._template("parts/seat_words.html").module)["seat_says"]
        values = {"do": f"{page.back}/do", "reveal": str(page.reveals[-1].ask) if page.reveals else ""}
        for seat, state, presence in seat_states(page.view):
            values |= {f"state-{seat}": state, f"presence-{seat}": presence}
            values |= {f"says-{seat}": says(state), f"is-{seat}": says(presence)}

        def value_of(name: str) -> str:
            if name == "id":
                return secrets.token_urlsafe(12)
            if name.endswith(".html"):
                return self.drawn(name, names)
            if name.startswith("count "):
                place, _, kind = name.removeprefix("count ").partition("/")
                return str(placed.count(place, kind)) if placed is not None else ""
            return values.get(name, "")

        return value_of

    def region(self, page: PageView, base_url: str, kept: PageCache, groups: Collection[str] = ()) -> Names:
        """What the template of a region knows, with these groups of what takes longer."""
        names = self.base(page, base_url)
        for group in groups:
            names |= self.group(group, page, base_url, kept)
        return names

    def base(self, page: PageView, base_url: str) -> Names:
        """What every template of a room's page knows."""
        return (
            self.context(page.view)
            | self.waiting(page)
            | {
                "public_table": page.table,
                "base_url": base_url,
                "place": f"/r/{page.code}",
                "back": page.back,
                "table_id": page.table_id,
            }
        )

    def staged(self, stable: RoomView, table: Any) -> Names:
        """What tells what the table is doing, everybody alike; ``table`` is the table as everybody sees it."""
        seen = replace(stable, you=None, ask=None, table=table)
        return {
            "view": seen,
            "room": seen.room,
            "people": people(seen.seats),
            "staged": self._staged(seen, find_presenter(seen.room.game)),
        }

    def prompt(self, stable: RoomView, ask: int, per_ask_until: Millis | None) -> Names:
        """What asks the viewer, of a stable view; ``ask`` is the number of what the table is asked."""
        presenter, persons = find_presenter(stable.room.game), people(stable.seats)
        names: Names = {
            "view": stable,
            "room": stable.room,
            "table": stable.table,
            "people": persons,
            "sitting": stable.seats,
            "me": persons.get(int(stable.you)) if stable.you is not None else None,
            "words": self._words(stable.room.game),
            # whoever is asked reads what is asked instead
            "staged": self._staged(stable, presenter) if stable.ask is None else (),
        }
        return names | self._asked(stable, ask, presenter, per_ask_until)

    def waiting(self, page: PageView) -> Names:
        """What tells whom the table waits for."""
        seen, waiting = page.view, waiting_for(page.view)
        return {
            "view": seen,
            "room": seen.room,
            "table": seen.table,
            "people": people(seen.seats),
            "waiting": None if waiting is None else tuple(seat for seat in waiting if seat != seen.you),
            "waits_for_me": waiting is not None and seen.you in waiting,
            "offline": offline(seen),
            "owes": seen.ask is not None and seen.ask.sealed is None,
        }

    def group(self, name: str, page: PageView, base_url: str, kept: PageCache) -> Names:
        """What takes longer, by the name of its group."""
        presenter, seen = find_presenter(page.view.room.game), page.view
        if name == STAGED:
            return {"staged": self._staged(seen, presenter), "is_watching": seen.you is None}
        if name == MOTIONS:
            return {"motions": motions(seen)}
        if name == ASKED:
            return self._asked(make_stable_view(seen), page.ask, presenter, page.per_ask_until)
        if name == PLANNED:
            return {"plan": build_plan_sheet(make_stable_view(seen), page.ask, presenter, self.speech)}
        if name == LOOKED_BACK:
            return self._looked_back(page.reveals, presenter) | {"after": afterwards(page, self.speech, kept)}
        shared = kept.again("link", (seen.room.join_link, base_url), lambda: share(seen.room, base_url), among="link")
        return self._at_rest(seen, page.reveals, presenter) | {"share": shared}

    def placed(self, seen: RoomView, table: Any, scene: Scene | None, *, is_kept: bool = False) -> Placed | None:
        """What lies where, with the view of the table that everybody has, of one that is played or ``is_kept``; None
        for a table that is no picture."""
        presenter, persons = find_presenter(seen.room.game).scene, people(seen.seats)
        if scene is None or presenter is None:
            return None
        names = presenter.place_names(table, {seat: person.name for seat, person in persons.items()}, self.speech)
        return Placed(scene, self.faces(seen.room.game), persons, names, is_kept=is_kept)

    def _at_rest(self, stable: RoomView, reveals: Sequence[Reveal], presenter: Presenter) -> Names:
        """What does not depend on who has sealed."""
        game = registry.find(stable.room.game)
        return {
            "talk": talk(stable, reveals, self.speech),
            "evening": evening(stable.room),
            "instructions": list_instruction_rows(stable, presenter, self.speech),
            "devices": device_rows(stable),
            "clock_span": clock_span(stable.room.options),
            "options": option_rows(game.options, presenter, self.speech, stable),
            "is_going_on": stable.table is not None and presenter.is_going_on(stable.table),
        }

    def _staged(self, seen: RoomView, presenter: Presenter) -> tuple[Part, ...]:
        return presenter.stage(seen, self.speech) if seen.table is not None else ()

    def _asked(self, own: RoomView, ask: int, presenter: Presenter, per_ask_until: Millis | None) -> Names:
        """What the viewer is asked, and what helps to answer it."""
        return {
            "headline": presenter.headline(own, self.speech) if own.table is not None else None,
            "others_until": per_ask_until if own.ask is None else None,
            "asked": presenter.prompt(own, self.speech) if own.ask is not None else None,
            "by_default": self._by_default(own, presenter),
            "plan": build_plan_sheet(own, ask, presenter, self.speech, has_offers=False),
        }

    def coach(self, page: PageView) -> Coach | None:
        """What the coach may say; None where nobody plays."""
        own = make_stable_view(page.view)
        is_playing = own.room.phase == "playing" and own.table is not None and own.you is not None
        return find_presenter(own.room.game).coach(own, page.reveals, self.speech) if is_playing else None

    def _looked_back(self, reveals: Sequence[Reveal], presenter: Presenter) -> Names:
        return {
            "log": [(round, turns(said, presenter)) for round, said in log(reveals, presenter, self.speech)],
            "last_round": presenter.last_round(reveals, self.speech),
            "course": presenter.course(reveals),
            "revealed": (reveals[0].ask, reveals[-1].ask) if reveals else (0, 0),
        }

    def _by_default(self, seen: RoomView, presenter: Presenter) -> str:
        """What is sealed for the viewer when the clock runs out, in words; empty without a clock."""
        ask = seen.ask
        if ask is None or ask.deadline is None:
            return ""
        sealed = replace(seen, ask=replace(ask, sealed=ask.default))
        return str(presenter.prompt(sealed, self.speech).sealed_name)


@functools.cache
def _titles() -> Mapping[str, str]:
    return {key: each.title for key, each in registry.GAMES.items()}


def _asked_for(seen: RoomView) -> str:
    """What kind of choice the page asks for: none of whose seat a stand-in plays, or while the table rests."""
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
