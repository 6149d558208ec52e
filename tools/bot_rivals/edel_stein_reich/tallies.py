"""Counts of a seat's choices, and the ranking of its actions at a moment."""

from typing import NamedTuple

from engine.edel_stein_reich.bot.model.turn import Turn
from engine.edel_stein_reich.choices import Action
from tools.bot_rivals.edel_stein_reich.tally import Tally

Ranking = tuple[Action, ...]
"""A seat's actions, the best for it first."""


class Tallies(NamedTuple):
    """Counts of one seat, or of all that play alike."""

    chosen: Tally
    """Counts of its choices."""
    guessed: Tally
    """Counts of its first guess at another's choice (E10.3), by the other's ranking."""


def unknown(seats: int, begun: float) -> Tallies:
    """Return the counts of an unknown seat at a table of that size."""
    return Tallies(Tally(seats, begun), Tally(seats, begun))


def ranking_of(turn: Turn, seat: int) -> Ranking:
    """Rank the seat's actions by what each would bring it if nobody else wanted it."""
    gains = {action: turn.gain(seat, turn.act_alone(seat, action)) for action in map(Action, turn.view.actions)}
    return tuple(sorted(gains, key=lambda action: -gains[action]))
