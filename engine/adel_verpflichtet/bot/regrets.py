"""Regret matching: mixed strategies for simultaneous choices.

Each seat sums, for each of its options, by how much it would have done better than its choices so far. It chooses in
proportion to that (Hart and Mas-Colell 2000, Econometrica 68). Regrets never fall below 0 and later rounds count more
(regret matching plus; Tammelin 2014, arXiv:1407.5042). On average over the rounds, no seat could do much better by
another mix."""

import math
import random
from collections.abc import Callable, Sequence
from typing import TypeAlias

from engine.adel_verpflichtet.bot.model.options import Option
from engine.adel_verpflichtet.bot.model.position import Position

Options: TypeAlias = Callable[[Position, int], Sequence[Option]]
"""Function that returns the options of a seat, with its hand in a position."""

Outcome: TypeAlias = Callable[[Position, list[Option], bool], Sequence[float]]
"""Function that returns each seat's value of a joint choice.

Its last argument says whether later deciders learn from it."""

Belief: TypeAlias = Callable[[Position, int, Sequence[Option]], Sequence[float]]
"""Function that returns each option's probability, for a seat that does not learn."""

TREMBLE = 0.05
"""Probability of a random option, so that every option is tried."""


class Moment:
    """Simultaneous decision of all seats, for all hands they may have."""

    def __init__(self, seats: int, options: Options, outcome: Outcome, rng: random.Random) -> None:
        self.options = options
        self._outcome = outcome
        self._random = rng.random
        self.rounds = 0
        self._regrets: list[dict[Option, float]] = [{} for _ in range(seats)]
        self._played: list[dict[Option, float]] = [{} for _ in range(seats)]
        self._brought: list[dict[Option, list[float]]] = [{} for _ in range(seats)]

    def play(
        self, position: Position, learner: int | None = None, belief: Belief | None = None, *, learn: bool = True
    ) -> Sequence[float]:
        """Play one round, let every seat learn, and return each seat's value.

        With a ``learner`` only that seat learns, and the others choose by the ``belief``."""
        options: list[Sequence[Option]] = []
        mixes: list[Sequence[float]] = []
        chosen: list[Option] = []
        for seat in range(len(position.pawns)):
            mine = self.options(position, seat)
            mix: Sequence[float]
            if len(mine) == 1:
                mix = [1.0]
            elif belief is not None and seat != learner:
                mix = belief(position, seat, mine)
            else:
                mix = _regret_mix(self._regrets[seat], mine)
            options.append(mine)
            mixes.append(mix)
            chosen.append(self._draw(mine, mix))
        came = self._outcome(position, chosen, learn)
        if not learn:
            return came
        self.rounds += 1
        learners = range(len(options)) if learner is None else (learner,)
        for seat in learners:
            mine = options[seat]
            taken = chosen[seat]
            brought = []
            for option in mine:
                if option == taken:
                    brought.append(came[seat])
                else:
                    chosen[seat] = option
                    brought.append(self._outcome(position, chosen, learner is not None)[seat])
            chosen[seat] = taken
            self._learn(seat, mine, mixes[seat], brought)
        return came

    def mix(self, seat: int, options: Sequence[Option]) -> list[float]:
        """Return the seat's mix; equal parts for options it never had."""
        played = self._played[seat]
        weights = [played.get(option, 0.0) for option in options]
        total = sum(weights)
        return [weight / total for weight in weights] if total > 0 else [1 / len(options)] * len(options)

    def forget_values(self) -> None:
        """Forget the options' values so far, from when all were still tried.

        The mixes are kept."""
        for tried in self._brought:
            tried.clear()

    def get_mean_value(self, seat: int, option: Option) -> float | None:
        """Return an option's mean value for the seat; None if it never had it."""
        tried = self._brought[seat].get(option)
        return None if tried is None else tried[0] / tried[1]

    def _learn(self, seat: int, options: Sequence[Option], mix: Sequence[float], brought: list[float]) -> None:
        expected = sum([share * value for share, value in zip(mix, brought, strict=True)])
        regrets, played, sums = self._regrets[seat], self._played[seat], self._brought[seat]
        for option, share, value in zip(options, mix, brought, strict=True):
            regret = regrets.get(option, 0.0) + value - expected
            regrets[option] = regret if regret > 0 else 0.0
            played[option] = played.get(option, 0.0) + share * self.rounds
            if option in sums:
                sums[option][0] += value
                sums[option][1] += 1
            else:
                sums[option] = [value, 1]

    def _draw(self, options: Sequence[Option], mix: Sequence[float]) -> Option:
        if len(options) == 1:
            return options[0]
        if self._random() < TREMBLE:
            return options[int(self._random() * len(options))]
        return draw(options, mix, self._random())


def _regret_mix(regrets: dict[Option, float], options: Sequence[Option]) -> list[float]:
    kept = [regrets.get(option, 0.0) for option in options]
    total = sum(kept)
    return [regret / total for regret in kept] if total > 0 else [1 / len(options)] * len(options)


def draw(options: Sequence[Option], mix: Sequence[float], lot: float) -> Option:
    """Draw one of the options by its probability; ``lot`` is uniform from 0 to 1."""
    for option, share in zip(options, mix, strict=True):
        lot -= share
        if lot < 0:
            return option
    return options[-1]


def shares(values: Sequence[float], coolness: float) -> list[float]:
    """Return the softmax of the values; they add up to 1."""
    best = max(values)
    weights = [math.exp(coolness * (value - best)) for value in values]
    total = sum(weights)
    return [weight / total for weight in weights]


def soft_best(values: Sequence[float], coolness: float) -> float:
    """Return the expected value of a softmax choice."""
    return sum(share * value for share, value in zip(shares(values, coolness), values, strict=True))
