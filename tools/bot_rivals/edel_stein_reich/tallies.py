"""What is known of how a seat chooses, and how its actions are ranked at a moment."""

from typing import NamedTuple

from engine.edel_stein_reich.bot.model.turn import Turn
from engine.edel_stein_reich.choices import Action
from tools.bot_rivals.edel_stein_reich.tally import Tally

Ranking = tuple[Action, ...]
"""A seat's actions, the best for it first."""


class Tallies(NamedTuple):
    """Of one seat, or of all that play alike."""

    chosen: Tally
    """What it chooses."""
    guessed: Tally
    """What it guesses first that another has chosen (E10.3), by the other's ranking."""


def unknown(seats: int, begun: float) -> Tallies:
    """Those of a seat of which nothing is known, at a table of that size."""
    return Tallies(Tally(seats, begun), Tally(seats, begun))


def ranking_of(turn: Turn, seat: int) -> Ranking:
    """The seat's actions by what each would bring it if nobody else wanted it."""
    gains = {action: turn.gain(seat, turn.act_alone(seat, action)) for action in map(Action, turn.view.actions)}
    return tuple(sorted(gains, key=lambda action: -gains[action]))
