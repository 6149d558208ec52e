"""Regret matching: how often to choose what when all choose at once.

Everybody keeps, for each of their options, by how much it would have done better than what they chose so far, and
chooses by that (Hart and Mas-Colell 2000, Econometrica 68); regrets never fall below nothing and later rounds count
more (regret matching plus; Tammelin 2014, arXiv:1407.5042). On the average over the rounds nobody could do much better
by another mix."""

import math
import random
from collections.abc import Callable, Sequence
from typing import TypeAlias

from engine.adel_verpflichtet.bot.model.options import Option
from engine.adel_verpflichtet.bot.model.position import Position

Options: TypeAlias = Callable[[Position, int], Sequence[Option]]
"""What a seat with the hand it has in a position can choose."""

Outcome: TypeAlias = Callable[[Position, list[Option], bool], Sequence[float]]
"""What it comes to for each seat if all choose so. Whether those who decide later are to learn by it is the last."""

Belief: TypeAlias = Callable[[Position, int, Sequence[Option]], Sequence[float]]
"""What a seat that does not learn is believed to choose: how likely each option is."""

TREMBLE = 0.05
"""How often somebody chooses anything at all, so that nothing is left untried."""


class Moment:
    """One moment at which all choose, for all hands they may have."""

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
        """What one round comes to for each seat, and everybody's lesson of it. With a ``learner`` only that seat
        learns, the others choose by the ``belief``."""
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
                mix = _by_regret(self._regrets[seat], mine)
            options.append(mine)
            mixes.append(mix)
            chosen.append(self._drawn(mine, mix))
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
        """How often the seat is to choose each; equally often what it never had."""
        played = self._played[seat]
        weights = [played.get(option, 0.0) for option in options]
        total = sum(weights)
        return [weight / total for weight in weights] if total > 0 else [1 / len(options)] * len(options)

    def forget_brought(self) -> None:
        """Forgets what the options brought so far, when everybody still tried them; not how often to choose them."""
        for tried in self._brought:
            tried.clear()

    def brought(self, seat: int, option: Option) -> float | None:
        """What an option brought the seat on the average; None for one it never had."""
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

    def _drawn(self, options: Sequence[Option], mix: Sequence[float]) -> Option:
        if len(options) == 1:
            return options[0]
        if self._random() < TREMBLE:
            return options[int(self._random() * len(options))]
        return drawn(options, mix, self._random())


def _by_regret(regrets: dict[Option, float], options: Sequence[Option]) -> list[float]:
    kept = [regrets.get(option, 0.0) for option in options]
    total = sum(kept)
    return [regret / total for regret in kept] if total > 0 else [1 / len(options)] * len(options)


def drawn(options: Sequence[Option], mix: Sequence[float], lot: float) -> Option:
    """One of the options by how likely each is; ``lot`` is drawn evenly from 0 to 1."""
    for option, share in zip(options, mix, strict=True):
        lot -= share
        if lot < 0:
            return option
    return options[-1]


def shares(values: Sequence[float], coolness: float) -> list[float]:
    """How often each is taken, the more it is worth the more often (a softmax); they add up to 1."""
    best = max(values)
    weights = [math.exp(coolness * (value - best)) for value in values]
    total = sum(weights)
    return [weight / total for weight in weights]


def soft_best(values: Sequence[float], coolness: float) -> float:
    """What one may expect when choosing among these so."""
    return sum(share * value for share, value in zip(shares(values, coolness), values, strict=True))
