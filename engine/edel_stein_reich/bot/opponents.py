"""What everybody is expected to choose, where all weigh what an action brings and how many want it."""

import math
from collections.abc import Sequence

from engine.edel_stein_reich.bot.model.turn import Turn
from engine.edel_stein_reich.choices import Action

BARGAIN = 0.45
"""What is left of an action's gain, on the average, when it has to be bargained for."""

READING = 0.5
"""How firmly others are believed to prefer the better action: e to this power times as often for each million it
brings more. Nobody is read that well."""

THOUGHTS = 6
"""How often everybody thinks again of what the others think."""

Habit = Sequence[float]
"""How often a seat chooses each action; together 1."""


class Expectations:
    """What three seats or more are expected to choose (E3.3)."""

    def __init__(self, turn: Turn) -> None:
        self.actions = tuple(map(Action, turn.view.actions))
        self.gains = [
            [turn.gain(seat, turn.alone(seat, action)) for action in self.actions]
            for seat in range(len(turn.view.seats))
        ]
        habits: list[Habit] = [[1 / len(self.actions)] * len(self.actions) for _ in self.gains]
        for _ in range(THOUGHTS):
            thought = [softened(self.expected(habits, seat)) for seat in range(len(habits))]
            # half of the old habit, so that nobody jumps to and fro
            habits = [
                [(old + new) / 2 for old, new in zip(*both, strict=True)] for both in zip(habits, thought, strict=True)
            ]
        self.habits = habits

    def expected(self, habits: Sequence[Habit], seat: int) -> list[float]:
        """What each action brings a seat, in millions, if the others have these habits."""
        others = [habit for other, habit in enumerate(habits) if other != seat]
        found = []
        for place, action in enumerate(self.actions):
            nobody = math.prod([1 - habit[place] for habit in others])
            one = sum([nobody * habit[place] / max(0.05, 1 - habit[place]) for habit in others])
            shared = 1 - nobody if action is Action.FREE_CHOICE else one
            found.append(self.gains[seat][place] * (nobody + BARGAIN * shared))
        return found


def softened(gains: Sequence[float]) -> Habit:
    """How often a seat to which the actions bring this much may be believed to choose each."""
    best = max(gains)
    weights = [math.exp(READING * max(gain - best, -8.0)) for gain in gains]
    total = sum(weights)
    return [weight / total for weight in weights]
