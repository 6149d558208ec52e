"""Lesson of Edel, Stein & Reich: its cards, and sentences for three turns.

Each phase of these turns has its sentence."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from app.rooms.model.reveal import Reveal
from app.web.games.coach import CHOICES, PLAYED, PRESS_SEAL, ROUNDS, SEAL, SEALING, SEALS, Line, place
from app.web.games.edel_stein_reich.coach_spots import CERTIFICATES, gem_places, leading, savings
from app.web.text.details import word
from app.web.text.languages import mark
from engine.core.effects import Effect
from engine.edel_stein_reich.gems import COLOURS
from engine.edel_stein_reich.view_types import TableView

GOAL = mark("The richest dealer after three rounds wins.")
CARDS = (
    mark("Go for your card's money, its gems, or the event card."),
    mark("Everyone seals one choice; all are revealed together."),
    mark("Alone, it's yours. Three or more: nobody gets it."),
    mark("If two want it, they bargain with gems until one steps back."),
    mark("Having the most of a colour pays; the richest after three scorings wins."),
)

DEALS = (1, 11, 5008)

COLLECTED = frozenset({"takes_money", "takes_gems", "takes_open_event", "draws_event"})
VALUES, TURN = ".case .plate", ".case :is(.pips, .round.is-now)"


@dataclass(frozen=True)
class CoachView:
    """View of the table by one seat."""

    table: TableView
    me: int
    reveals: Sequence[Reveal]

    @property
    def turn(self) -> int:
        """Number of the turn in the whole game."""
        return (self.table.round - 1) * self.table.turns + self.table.turn

    @cached_property
    def turns(self) -> tuple[tuple[Effect, ...], tuple[Effect, ...]]:
        """Effects of the last turn and of this one."""
        parts: list[list[Effect]] = [[], []]
        for reveal in self.reveals:
            for effect in reveal.effects:
                if effect.kind == "gem_cards_open":
                    parts.append([])
                parts[-1].append(effect)
        return tuple(parts[-2]), tuple(parts[-1])

    @property
    def lapsed(self) -> tuple[str, ...]:
        """Actions of this turn and the last that lapsed because too many chose them."""
        before, now = self.turns
        return tuple(word(each, "action") for each in (*before, *now) if each.kind == "lapses")

    @property
    def rivals(self) -> tuple[int, ...]:
        """Both seats of the negotiation."""
        bargain = self.table.negotiation
        return () if bargain is None else (bargain.opener, bargain.other)


def _wells(seat_view: CoachView) -> list[str]:
    return gem_places(seat_view.me)


def _leading(seat_view: CoachView) -> list[str]:
    return leading(seat_view.table, seat_view.me)


def _rails(seat_view: CoachView) -> list[str]:
    return [f".station-{action}" for action in seat_view.table.actions]


def _all_gems(seat_view: CoachView) -> list[str]:
    return [well for seat in seat_view.table.seats for well in gem_places(seat.seat)]


LINES: Mapping[str, Sequence[Line[CoachView]]] = {
    "goal": (Line(1, GOAL, lambda seat_view: [savings(seat.seat) for seat in seat_view.table.seats]),),
    "turn": (
        Line(
            1,
            mark("This turn your card is worth its money or its gems, never both."),
            lambda seat_view: (place(f"card-{seat_view.me}"),),
        ),
        Line(
            2,
            mark("Everyone's card is open: look who is tempted by what."),
            lambda seat_view: [place(f"card-{seat.seat}") for seat in seat_view.table.seats],
        ),
        Line(3, mark("This is what the lead in each colour pays at the scoring."), lambda _: (VALUES,)),
    ),
    "action": (
        Line(1, mark("Go for the money, the gems or the event card."), lambda _: (CHOICES,)),
        Line(2, mark("Go where the others don't, or where someone may pay you to step back."), lambda _: (CHOICES,)),
        Line(
            3,
            mark("See what a scoring would pay you now, and which gem would change that."),
            lambda seat_view: (*_wells(seat_view), savings(seat_view.me)),
        ),
    ),
    SEALING: (Line(1, PRESS_SEAL, lambda _: (SEAL, SEALS)),),
    "reveal": (Line(1, mark("Everyone's choice is revealed at once: the crests show who wants what."), _rails),),
    "crowd": (
        Line(
            1,
            mark("Three players wanted the same, so nobody gets it."),
            lambda seat_view: [f".station-{action}" for action in seat_view.lapsed],
        ),
    ),
    "opening_bid": (
        Line(
            1,
            mark("You both want this: offer gems, and they step back or offer you more."),
            lambda seat_view: (*_wells(seat_view), *_own_pan(seat_view)),
        ),
    ),
    "answer": (
        Line(
            1,
            mark("Accept to take these gems and step back, or raise to get the action yourself."),
            lambda seat_view: (
                *[place(f"pan-{seat}") for seat in seat_view.rivals if seat != seat_view.me],
                "#prompt .ways-out .choice",
            ),
        ),
    ),
    "bid": (
        Line(
            2,
            mark("More gems beat fewer; with equally many, the better colour wins: red, then yellow, green, blue."),
            _wells,
        ),
        Line(3, mark("Don't offer gems of a colour you lead: they go to your rival."), _leading),
    ),
    "watched_bid": (
        Line(
            1,
            mark("Two others are bargaining: whoever steps back keeps the gems."),
            lambda seat_view: [place(f"pan-{seat}") for seat in seat_view.rivals],
        ),
    ),
    "collected": (
        Line(1, mark("Money is paid first, then the event, then gems."), _rails),
        Line(2, mark("A gold frame shows who leads a colour or shares the lead."), _all_gems),
        Line(
            3,
            mark("What the supply doesn't have, you don't get."),
            lambda _: [place(f"supply-{colour.value}") for colour in COLOURS],
        ),
    ),
    "event_source": (
        Line(
            1,
            mark("Take the open card, or gamble on the face-down one."),
            lambda _: (place("event"), place("event-pile")),
        ),
        Line(
            2,
            mark("Some cards stay with you until the scoring; the others take effect at once."),
            lambda seat_view: (place("event"), place(f"kept-{seat_view.me}")),
        ),
    ),
    "end": (
        Line(1, mark("That was a whole turn. To see it again, press Last turn."), lambda _: (PLAYED,)),
        Line(3, mark("You know all you need. After eight turns comes the scoring."), lambda _: (TURN,), is_last=True),
    ),
    "scoring": (
        Line(
            1,
            mark("The leader in a colour is paid and gives back half of those gems. Ties split the money."),
            lambda _: (VALUES,),
            is_late=True,
        ),
    ),
    "certificates": (
        Line(
            1,
            mark("Certificates are event cards: at the scoring the most of them earn money, and the second most."),
            lambda seat_view: (CERTIFICATES, place(f"kept-{seat_view.me}")),
        ),
    ),
}
"""Sentences of each phase: for its first time, its second, and so on."""


def _own_pan(seat_view: CoachView) -> tuple[str, ...]:
    return (place(f"pan-{seat_view.me}"),)


def phases(seat_view: CoachView, kind: str) -> Iterator[tuple[str, int]]:
    """Yield the phases that have come up, each with its turn, in speaking order.

    ``kind`` is the kind of the viewer's ask, or empty."""
    table, turn = seat_view.table, seat_view.turn
    before, now = (frozenset(effect.kind for effect in part) for part in seat_view.turns)
    if table.stage == "action":
        yield "goal", turn
        yield from _list_effect_phases(before, turn - 1)
        is_last = turn > ROUNDS
        if is_last:
            # phases that have not come up are explained before the lesson ends
            yield from ((phase, ROUNDS) for phase in ("bid", "event_source", "certificates"))
        if "scoring_begins" in before or is_last:
            yield "scoring", turn - 1
        if turn > 1:
            yield "end", turn - 1
        if is_last:
            return
        yield "turn", turn
    else:
        yield from _list_effect_phases(now, turn)
    if kind == "bid" and table.negotiation is not None:
        if table.negotiation.bid is not None:
            yield "answer", turn
        elif not table.negotiation.passed:
            yield "opening_bid", turn
        yield "bid", turn
    elif table.negotiation is not None:
        yield "watched_bid", turn
    elif kind in ("action", "event_source"):
        # the later lines are about avoiding several others, but a guessing game has only two seats
        yield kind, 1 if table.guessing and kind == "action" else turn
    if kind:
        yield SEALING, turn


def _list_effect_phases(kinds: frozenset[str], turn: int) -> Iterator[tuple[str, int]]:
    """Yield the phases about effects of that turn."""
    if "lapses" in kinds:
        yield "crowd", turn
    elif "actions_open" in kinds:
        yield "reveal", turn
    if kinds & COLLECTED:
        yield "collected", turn


def is_over(seat_view: CoachView) -> bool:
    """Return whether the lesson's turns and the comments on the last one are over."""
    return seat_view.turn > ROUNDS + 1 or (seat_view.turn == ROUNDS + 1 and seat_view.table.stage != "action")
