"""What the bots' estimate says of a moment: how likely everybody wins, what each choice is worth, and how often it is
to be expected. It rests on one seat's view alone. The strong bots play by it, and reports of a game can be made of it.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass

from engine.core.asks import Ask
from engine.edel_stein_reich.bot.actions import Actions
from engine.edel_stein_reich.bot.bids import Answers
from engine.edel_stein_reich.bot.equilibrium import equilibrium, expected, habits, softened
from engine.edel_stein_reich.bot.guessing import GUESSED, Guesses, shared
from engine.edel_stein_reich.bot.turn import Turn
from engine.edel_stein_reich.choices import Choice, Word
from engine.edel_stein_reich.view_types import GuessingView, TableView

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


def chances(view: TableView) -> tuple[float, ...]:
    """Every seat's chance to win the game; together 1. The public's view is as good as a seat's."""
    turn = Turn(view)
    return turn.values.chances(turn.now)


def judged(view: TableView, ask: Ask[Choice], rng: random.Random) -> Judged:
    """What each of ``ask.choices`` is worth to the seat whose view it is, and what to expect of everybody.

    All listed choices are judged: who has little time asks about fewer. The same view, ask and state of ``rng`` give
    the same. Raises ValueError for the public's view: nobody is asked there."""
    if view.mine is None:
        raise ValueError("a choice is judged by the view of the seat that is asked")
    seat = view.mine.seat
    turn = Turn(view)
    if view.guessing is not None and ask.kind in ("action", "guess"):
        return _guessed(turn, view.guessing, ask, rng)
    if ask.kind == "action":
        return _sealed(turn, seat, ask, rng)
    found = _open(turn, seat, ask)
    best = max(found, key=lambda choice: found[choice])
    return Judged(found, tuple({} for _ in view.seats), {choice: float(choice == best) for choice in found})


def _sealed(turn: Turn, seat: int, ask: Ask[Choice], rng: random.Random) -> Judged:
    """Three seats or more seal their actions (E3.3): everybody is expected to play half by the equilibrium, and half by
    habit. That is drawn whose chances against it are good."""
    actions = Actions(turn)
    both = zip(equilibrium(actions, rng), habits(actions), strict=True)
    mixes = [[(due + usual) / 2 for due, usual in zip(*each, strict=True)] for each in both]
    worths = dict[Choice, float](zip(actions.actions, expected(actions, mixes, seat), strict=True))
    found = {choice: worths[choice] for choice in ask.choices}
    firm = dict(zip(found, softened(list(found.values()), FIRM), strict=True))
    advice = shared({choice: share if share >= RARE else 0.0 for choice, share in firm.items()})
    return Judged(found, tuple(dict[Choice, float](zip(actions.actions, mix, strict=True)) for mix in mixes), advice)


def _open(turn: Turn, seat: int, ask: Ask[Choice]) -> dict[Choice, float]:
    """An open decision: an answer in a negotiation, a deed of an event card, a gem to be returned or taken."""
    view, values = turn.view, turn.values
    if ask.kind == "bid" and view.negotiation is not None:
        answers = Answers(turn, view.negotiation)
        return {choice: answers.chance(choice) for choice in ask.choices}
    if ask.kind == "event_source":
        plan = turn.plan(seat)
        gains: Mapping[Choice, float] = {Word.OPEN_CARD: plan.open_gain, Word.UNSEEN_CARD: plan.unseen_gain}
        return {
            choice: values.chances(values.worths(turn.position.paid(seat, gains[choice])))[seat]
            for choice in ask.choices
        }
    return {
        choice: values.chances(values.worths(turn.position.after(seat, choice, view.event)))[seat]
        for choice in ask.choices
    }


def _guessed(turn: Turn, guessing: GuessingView, ask: Ask[Choice], rng: random.Random) -> Judged:
    """Two seats: what to seal, or what to guess, once or for the second time (E10.3)."""
    guesses = Guesses(turn, guessing)
    mixes = equilibrium(guesses, rng)
    sealed = guesses.sealed(mixes)
    if ask.kind == "action":
        worths = dict[Choice, float](zip(GUESSED, expected(guesses, mixes, guessing.active), strict=True))
        often: Mapping[Choice, float] = {}
    else:
        worths, often = guesses.worths(mixes), guesses.often(mixes)
    by_seat = tuple(sealed if seat == guessing.active else often for seat in range(len(mixes)))
    mix = by_seat[guessing.active if ask.kind == "action" else guessing.guesser]
    advice = shared({choice: mix[choice] if mix[choice] >= RARE else 0.0 for choice in ask.choices})
    return Judged({choice: worths[choice] for choice in ask.choices}, by_seat, advice)
