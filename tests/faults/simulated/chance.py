"""Random decisions of a seed.

Each part of the simulation has dice of its own, so that none changes another's course."""

import random
from dataclasses import dataclass

MOST_DELAY_S = 5.0
"""Longest delay, shorter than the calm before the final judgement."""


def make_dice(seed: int, *names: object) -> random.Random:
    """Return the dice of the part with a name."""
    return random.Random("/".join(map(str, (seed, *names))))


@dataclass
class Weather:
    """Severity of faults: probabilities, and delays in seconds."""

    store_fails: float = 0.0
    """Probability that a database call fails without effect."""
    fate_unknown: float = 0.0
    """Probability that an append breaks off amid the commit, written or not."""
    dies_before: float = 0.0
    """Probability that the process dies just before a commit."""
    dies_after: float = 0.0
    """Probability that it dies after the commit, before anybody knows."""
    slow: float = 0.0
    """Probability that a message or a call takes a hundred times as long."""
    hint_lost: float = 0.0
    hint_doubled: float = 0.0
    copied: float = 0.0
    """Probability that a client sends a command to other processes, too."""
    delay_s: float = 0.004

    @classmethod
    def make_storm(cls, rng: random.Random) -> "Weather":
        """Return a storm with none or much of each fault."""

        def some(most: float) -> float:
            return rng.choice([0.0, 0.3, 1.0]) * most

        return cls(
            store_fails=some(0.08),
            fate_unknown=some(0.08),
            dies_before=some(0.02),
            dies_after=some(0.02),
            slow=some(0.05),
            hint_lost=rng.choice([0.0, 0.3, 1.0]),
            hint_doubled=some(0.8),
            copied=some(0.5),
            delay_s=rng.choice([0.001, 0.01, 0.08]),
        )

    def clear(self) -> None:
        """End the storm."""
        self.__dict__.update(Weather().__dict__)

    def delay(self, rng: random.Random) -> float:
        """Return a random duration in seconds."""
        return min(MOST_DELAY_S, rng.expovariate(1 / self.delay_s) * (100 if rng.random() < self.slow else 1))
