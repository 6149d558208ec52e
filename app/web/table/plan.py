"""Plan of future choices, as the page offers it."""

from dataclasses import dataclass
from functools import reduce

from app.rooms.sealing.events import MOST_CONDITIONS
from app.rooms.views.view_types import RoomView
from app.web.games.presenter import Presenter
from app.web.table.votes import clock_span
from app.web.text.sentences import Part, Speech, parts_of
from engine import registry
from engine.core.conditions import conditions_of

HOUR_S = 3600
MOST_PLANNED = 3
"""Largest number of choices that the page lets a player plan."""

Named = tuple[tuple[str, tuple[Part, ...]], ...]
"""Choices or conditions in their canonical text, with their names."""


@dataclass(frozen=True, slots=True)
class PlanSheet:
    """Viewer's plan of choices for the next asks, and possible additions."""

    set: Named
    """Planned choices in order, each with its name."""
    when: tuple[str, ...]
    """Planned conditions in order, each with its choices, separated by ``|``."""
    sentence: tuple[Part, ...]
    """All of that in one sentence; empty without conditions."""
    offers: Named
    """Choices that can be added."""
    conditions: Named
    """Conditions that can be added."""
    choices: Named
    """Choices that can be sealed on a condition."""
    ask: int
    is_urged: bool
    """True if the plan deserves a place of its own.

    That is so if the clock counts hours and the viewer owes nothing now."""


def build_plan_sheet(
    seen: RoomView, ask: int, presenter: Presenter, speech: Speech, *, has_offers: bool = True
) -> PlanSheet | None:
    """Build the plan for the ask of that number; None without a hand in a game.

    Additions take a while to compute, so they are listed only if ``has_offers``."""
    # a view may have the viewer's hand in ``mine``; other views give each player a hand
    hand = getattr(seen.table, "mine", seen.you) if seen.table is not None else None
    if seen.room.phase not in ("playing", "paused") or hand is None:
        return None
    said = tuple((choice, parts_of(presenter.choice_name(choice, speech))) for choice in seen.plan)
    choices: Named = ()
    conditions: Named = ()
    if has_offers:
        known = conditions_of(registry.find(seen.room.game), seen.table)
        named = {condition for condition, *_ in seen.plan_when}
        # a plan made again refers to later reveals, so one with an expired condition stays unchanged
        if named <= set(known):
            choices = tuple((choice, parts_of(name)) for choice, name in presenter.list_plannable_choices(seen, speech))
            free = [each for each in known if each not in named] if len(named) < MOST_CONDITIONS and choices else []
            conditions = tuple((each, parts_of(_upper(presenter.condition_name(each, speech)))) for each in free)
    return PlanSheet(
        set=said,
        when=tuple("|".join(each) for each in seen.plan_when),
        sentence=parts_of(_sentence(seen, presenter, speech)) if seen.plan_when else (),
        offers=tuple(each for each in choices if each[0] not in seen.plan) if len(said) < MOST_PLANNED else (),
        conditions=conditions,
        choices=choices,
        ask=ask,
        is_urged=bool(said or seen.plan_when)
        or (clock_span(seen.room.options) >= HOUR_S and not (seen.ask is not None and seen.ask.sealed is None)),
    )


def _sentence(seen: RoomView, presenter: Presenter, speech: Speech) -> str:
    """Write the plan with its conditions as a sentence, with marks of seats."""
    _ = speech.words.gettext

    def either(choices: tuple[str, ...]) -> str:
        names = [presenter.choice_name(choice, speech) for choice in choices]
        return reduce(lambda one, more: _("%(one)s, or else %(more)s") % {"one": one, "more": more}, names)

    clauses = [
        _("%(condition)s: %(choices)s")
        % {"condition": presenter.condition_name(condition, speech), "choices": either(tuple(choices))}
        for condition, *choices in seen.plan_when
    ]
    clauses.append(
        _("otherwise: %(choices)s") % {"choices": either(seen.plan)}
        if seen.plan
        else _("otherwise you choose as usual")
    )
    joined = reduce(lambda one, more: _("%(one)s; %(more)s") % {"one": one, "more": more}, clauses)
    return _upper(joined) + "."


def _upper(clause: str) -> str:
    """Capitalize the clause for the beginning of a sentence."""
    return clause[:1].upper() + clause[1:]
