"""Expected choices of all seats, if each weighs an action's gain and its demand."""

import math
from collections.abc import Sequence

from engine.edel_stein_reich.bot.model.turn import Turn
from engine.edel_stein_reich.choices import Action

BARGAIN = 0.45
"""Share of an action's gain that remains on average after a negotiation."""

READING = 0.5
"""Expected preference of others for the better action.

It is e to this power times as often for each million. It is low, because nobody can be read well."""

THOUGHTS = 6
"""Number of rounds in which everybody reacts to the others' expected choices."""

Habit = Sequence[float]
"""Probability of each action of a seat; together 1."""


class Expectations:
    """Expected choices of three seats or more (E3.3)."""

    def __init__(self, turn: Turn) -> None:
        self.actions = tuple(map(Action, turn.view.actions))
        self.gains = [
            [turn.gain(seat, turn.act_alone(seat, action)) for action in self.actions]
            for seat in range(len(turn.view.seats))
        ]
        habits: list[Habit] = [[1 / len(self.actions)] * len(self.actions) for _ in self.gains]
        for _ in range(THOUGHTS):
            thought = [soften(self.estimate_gains(habits, seat)) for seat in range(len(habits))]
            # half of the old habit stays: this damps oscillation
            habits = [
                [(old + new) / 2 for old, new in zip(*both, strict=True)] for both in zip(habits, thought, strict=True)
            ]
        self.habits = habits

    def estimate_gains(self, habits: Sequence[Habit], seat: int) -> list[float]:
        """Return each action's gain for a seat, in millions, given the others' habits."""
        others = [habit for other, habit in enumerate(habits) if other != seat]
        found = []
        for place, action in enumerate(self.actions):
            nobody = math.prod([1 - habit[place] for habit in others])
            one = sum([nobody * habit[place] / max(0.05, 1 - habit[place]) for habit in others])
            shared = 1 - nobody if action is Action.FREE_CHOICE else one
            found.append(self.gains[seat][place] * (nobody + BARGAIN * shared))
        return found


def soften(gains: Sequence[float]) -> Habit:
    """Return how often a seat is likely to choose each action, given their gains."""
    best = max(gains)
    weights = [math.exp(READING * max(gain - best, -8.0)) for gain in gains]
    total = sum(weights)
    return [weight / total for weight in weights]
