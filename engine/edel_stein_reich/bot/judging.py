"""What the bots' estimate says of a moment: how likely everybody wins, what each choice is worth, and how often it is
to be expected. It rests on one seat's view alone. The strong bots play by it, and reports of a game can be made of it.
"""

import functools
import random
from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.core.asks import Ask
from engine.edel_stein_reich.bot.actions import Actions
from engine.edel_stein_reich.bot.bids import Answers
from engine.edel_stein_reich.bot.equilibrium import Mix, equilibrium, expected, habits, softened
from engine.edel_stein_reich.bot.guessing import GUESSED, Guesses, shared
from engine.edel_stein_reich.bot.model.turn import Turn
from engine.edel_stein_reich.choices import Choice, Word
from engine.edel_stein_reich.view_types import TableView

FIRM = 100.0
"""How firmly the better action is preferred: e to this power times as often for a chance that is better by 1."""

RARE = 0.05
"""What would be sealed less often than this is not sealed: it comes of trying, not of thinking."""


@dataclass(frozen=True)
class Judged:
    """One ask as the estimate sees it."""

    chances: Mapping[Choice, float]
    """The own seat's chance to win the game by each of the ask's choices."""
    mixes: tuple[Mapping[Choice, float], ...]
    """By seat, how often it is to be expected to seal each action, or to guess it; together 1. Empty for a seat of
    which nothing is to be guessed, and for all at an open decision."""
    advice: Mapping[Choice, float]
    """How often each of the ask's choices would be made by who plays by the estimate; together 1."""


class _Moment:
    """What is thought of a moment, whichever seat thinks it: nothing hidden counts."""

    def __init__(self, view: TableView, effort: float) -> None:
        self.view = view
        self.effort = effort
        self.turn = Turn(view)

    @functools.cached_property
    def actions(self) -> tuple[Actions, list[Mix]]:
        """What comes of the actions of three seats or more (E3.3), and what to expect: everybody plays half by the
        equilibrium, and half by habit."""
        actions = Actions(self.turn)
        both = zip(equilibrium(actions, self.effort), habits(actions), strict=True)
        return actions, [[(due + usual) / 2 for due, usual in zip(*each, strict=True)] for each in both]

    @functools.cached_property
    def guesses(self) -> tuple[Guesses, list[Mix]]:
        """What comes of the guesses of two (E10.3), and the equilibrium of them. Raises ValueError at another table."""
        if self.view.guessing is None:
            raise ValueError("two seats guess, and no more")
        guesses = Guesses(self.turn, self.view.guessing)
        return guesses, equilibrium(guesses, self.effort)

    @functools.cached_property
    def answers(self) -> Answers:
        """What comes of the answers in a negotiation (E5). Raises ValueError where nobody bargains."""
        if self.view.negotiation is None:
            raise ValueError("nobody bargains")
        return Answers(self.turn, self.view.negotiation)


def chances(view: TableView) -> tuple[float, ...]:
    """Every seat's chance to win the game; together 1. The public's view is as good as a seat's."""
    turn = _moment(view, 1.0).turn
    return turn.values.chances(turn.now)


def judged(view: TableView, ask: Ask[Choice], rng: random.Random, effort: float = 1.0) -> Judged:
    """What each of ``ask.choices`` is worth to the seat whose view it is, and what to expect of everybody.

    All listed choices are judged: who has little time asks about fewer. Nothing is left to the dice: all that is hidden
    here is what others seal. ``effort``: the share of the usual thinking. Raises ValueError for the public's view:
    nobody is asked there."""
    if view.mine is None:
        raise ValueError("a choice is judged by the view of the seat that is asked")
    seat, moment = view.mine.seat, _moment(view, effort)
    if view.guessing is not None and ask.kind in ("action", "guess"):
        return _guessed(moment, ask)
    if ask.kind == "action":
        return _sealed(moment, seat, ask)
    found = {choice: _chance(moment, seat, ask.kind, choice) for choice in ask.choices}
    best = max(found, key=lambda choice: found[choice])
    return Judged(found, tuple({} for _ in view.seats), {choice: float(choice == best) for choice in found})


def _moment(view: TableView, effort: float) -> _Moment:
    """What is thought of the moment that a view shows."""
    return _thought(replace(view, mine=None), effort)


# several bots at a table, and several choices of one report, think of the same moment
@functools.lru_cache(maxsize=16)
def _thought(view: TableView, effort: float) -> _Moment:
    return _Moment(view, effort)


def _sealed(moment: _Moment, seat: int, ask: Ask[Choice]) -> Judged:
    """Three seats or more seal their actions (E3.3): that is drawn whose chances are good against what to expect."""
    actions, mixes = moment.actions
    worths = dict[Choice, float](zip(actions.actions, expected(actions, mixes, seat), strict=True))
    found = {choice: worths[choice] for choice in ask.choices}
    firm = dict(zip(found, softened(list(found.values()), FIRM), strict=True))
    by_seat = tuple(dict[Choice, float](zip(actions.actions, mix, strict=True)) for mix in mixes)
    return Judged(found, by_seat, _not_rare(firm))


def _chance(moment: _Moment, seat: int, kind: str, choice: Choice) -> float:
    """An open decision: an answer in a negotiation, a deed of an event card, a gem to be returned or taken."""
    turn = moment.turn
    if kind == "bid":
        return moment.answers.chance(choice)
    if kind == "event_source":
        plan = turn.plan(seat)
        gain = plan.open_gain if choice is Word.OPEN_CARD else plan.unseen_gain
        position = turn.position.paid(seat, gain)
    else:
        position = turn.position.after(seat, choice, moment.view.event)
    return turn.values.chances(turn.values.worths(position))[seat]


def _guessed(moment: _Moment, ask: Ask[Choice]) -> Judged:
    """Two seats: what to seal, or what to guess, once or for the second time (E10.3)."""
    guesses, mixes = moment.guesses
    sealed = guesses.sealed(mixes)
    if ask.kind == "action":
        worths = dict[Choice, float](zip(GUESSED, expected(guesses, mixes, guesses.active), strict=True))
        often: Mapping[Choice, float] = {}
        mix: Mapping[Choice, float] = sealed
    else:
        worths, often = guesses.worths(mixes), guesses.often(mixes)
        mix = often
    by_seat = tuple(sealed if seat == guesses.active else often for seat in range(len(mixes)))
    found = {choice: worths[choice] for choice in ask.choices}
    return Judged(found, by_seat, _not_rare({choice: mix[choice] for choice in found}))


def _not_rare(mix: Mapping[Choice, float]) -> dict[Choice, float]:
    """The mix without what is rare in it."""
    return shared({choice: share if share >= RARE else 0.0 for choice, share in mix.items()})
