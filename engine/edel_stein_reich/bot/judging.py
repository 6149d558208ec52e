"""Estimate of a moment: chances to win, value and likelihood of each choice.

It reads one seat's view alone. The strong bots play by it, and mirrors of a game are made of it."""

import functools
import random
from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.core.asks import Ask
from engine.edel_stein_reich.bot.actions import Actions
from engine.edel_stein_reich.bot.bids import Answers
from engine.edel_stein_reich.bot.equilibrium import Mix, equilibrium, evaluate_choices, habits, soften
from engine.edel_stein_reich.bot.guessing import GUESSED, Guesses, normalize
from engine.edel_stein_reich.bot.model.turn import Turn
from engine.edel_stein_reich.choices import Choice, Word
from engine.edel_stein_reich.view_types import TableView

FIRM = 100.0
"""Preference for the better action.

An action is chosen e to this power times as often for a chance that is better by 1."""

RARE = 0.05
"""Share below which an action is dropped: it comes of sampling, not of its value."""


@dataclass(frozen=True)
class Judgements:
    """One ask as the estimate sees it."""

    chances: Mapping[Choice, float]
    """The own seat's chance to win the game by each of the ask's choices."""
    mixes: tuple[Mapping[Choice, float], ...]
    """Expected frequency with which each seat seals or guesses each action.

    The frequencies of a seat sum to 1. Empty for a seat that seals nothing, and for all seats at an open decision."""
    advice: Mapping[Choice, float]
    """Frequency of each choice of a player who follows the estimate; together 1."""


class _Moment:
    """Estimate of a moment, the same for every seat: it uses nothing hidden."""

    def __init__(self, view: TableView, effort: float) -> None:
        self.view = view
        self.effort = effort
        self.turn = Turn(view)

    @functools.cached_property
    def actions(self) -> tuple[Actions, list[Mix]]:
        """Contest of three seats or more over their actions (E3.3), and expected mixes.

        Half of each mix is the equilibrium, half is habit."""
        actions = Actions(self.turn)
        both = zip(equilibrium(actions, self.effort), habits(actions), strict=True)
        return actions, [[(due + usual) / 2 for due, usual in zip(*each, strict=True)] for each in both]

    @functools.cached_property
    def guesses(self) -> tuple[Guesses, list[Mix]]:
        """Contest of two seats over a guess (E10.3), and its equilibrium.

        Raises ValueError at a larger table."""
        if self.view.guessing is None:
            raise ValueError("two seats guess, and no more")
        guesses = Guesses(self.turn, self.view.guessing)
        return guesses, equilibrium(guesses, self.effort)

    @functools.cached_property
    def answers(self) -> Answers:
        """Values of the answers in a negotiation (E5).

        Raises ValueError if nobody bargains."""
        if self.view.negotiation is None:
            raise ValueError("nobody bargains")
        return Answers(self.turn, self.view.negotiation)


def chances(view: TableView) -> tuple[float, ...]:
    """Return every seat's chance to win the game; together 1.

    The public's view gives the same answer as a seat's view."""
    turn = _moment(view, 1.0).turn
    return turn.values.chances(turn.now)


def judge_choices(view: TableView, ask: Ask[Choice], rng: random.Random, effort: float = 1.0) -> Judgements:
    """Estimate the choices of the view's seat, and what the others choose.

    All of ``ask.choices`` are judged, so pass fewer to save time. No result is random: only sealed choices are hidden
    here. ``effort`` is the share of the usual iterations. Raises ValueError for the public's view: the public is
    never asked."""
    if view.mine is None:
        raise ValueError("a choice is judged by the view of the seat that is asked")
    seat, moment = view.mine.seat, _moment(view, effort)
    if view.guessing is not None and ask.kind in ("action", "guess"):
        return _judge_guess(moment, ask)
    if ask.kind == "action":
        return _judge_sealed(moment, seat, ask)
    found = {choice: _chance(moment, seat, ask.kind, choice) for choice in ask.choices}
    best = max(found, key=lambda choice: found[choice])
    return Judgements(found, tuple({} for _ in view.seats), {choice: float(choice == best) for choice in found})


def _moment(view: TableView, effort: float) -> _Moment:
    """Return the estimate of the moment that a view shows."""
    return _read_moment(replace(view, mine=None), effort)


# several bots at a table, and several choices of one report, share a moment
@functools.lru_cache(maxsize=16)
def _read_moment(view: TableView, effort: float) -> _Moment:
    return _Moment(view, effort)


def _judge_sealed(moment: _Moment, seat: int, ask: Ask[Choice]) -> Judgements:
    """Judge the actions that three seats or more seal (E3.3).

    The advice draws among those with good chances against the expected mixes."""
    actions, mixes = moment.actions
    worths = dict[Choice, float](zip(actions.actions, evaluate_choices(actions, mixes, seat), strict=True))
    found = {choice: worths[choice] for choice in ask.choices}
    firm = dict(zip(found, soften(list(found.values()), FIRM), strict=True))
    by_seat = tuple(dict[Choice, float](zip(actions.actions, mix, strict=True)) for mix in mixes)
    return Judgements(found, by_seat, _drop_rare(firm))


def _chance(moment: _Moment, seat: int, kind: str, choice: Choice) -> float:
    """Return the chance to win after an open decision.

    It is an answer in a negotiation, a way to use an event card, or a gem to return or take."""
    turn = moment.turn
    if kind == "bid":
        return moment.answers.chance(choice)
    if kind == "event_source":
        plan = turn.plan(seat)
        gain = plan.open_gain if choice is Word.OPEN_CARD else plan.unseen_gain
        position = turn.position.pay(seat, gain)
    else:
        position = turn.position.apply_choice(seat, choice, moment.view.event)
    return turn.values.chances(turn.values.worths(position))[seat]


def _judge_guess(moment: _Moment, ask: Ask[Choice]) -> Judgements:
    """Judge the action to seal, or the first or second guess, of two seats (E10.3)."""
    guesses, mixes = moment.guesses
    sealed = guesses.estimate_sealed(mixes)
    if ask.kind == "action":
        worths = dict[Choice, float](zip(GUESSED, evaluate_choices(guesses, mixes, guesses.active), strict=True))
        often: Mapping[Choice, float] = {}
        mix: Mapping[Choice, float] = sealed
    else:
        worths, often = guesses.evaluate_guesses(mixes), guesses.estimate_guesses(mixes)
        mix = often
    by_seat = tuple(sealed if seat == guesses.active else often for seat in range(len(mixes)))
    found = {choice: worths[choice] for choice in ask.choices}
    return Judgements(found, by_seat, _drop_rare({choice: mix[choice] for choice in found}))


def _drop_rare(mix: Mapping[Choice, float]) -> dict[Choice, float]:
    """Return the mix without its rare choices."""
    return normalize({choice: share if share >= RARE else 0.0 for choice, share in mix.items()})
