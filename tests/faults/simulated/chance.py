"""What a seed decides: each part of the simulation has dice of its own, so that none disturbs another's course."""

import random
from dataclasses import dataclass

MOST_DELAY_S = 5.0
"""What was sent off in the storm arrives in the calm, before it is judged who was left behind."""


def dice(seed: int, *names: object) -> random.Random:
    """The dice of the part with that name."""
    return random.Random("/".join(map(str, (seed, *names))))


@dataclass
class Weather:
    """How bad things are. All of it is a chance, but for the delays, which are seconds."""

    store_fails: float = 0.0
    """That a call of the database fails and does nothing."""
    fate_unknown: float = 0.0
    """That an append breaks off amid the commit: it may be written or not."""
    dies_before: float = 0.0
    """That the process dies just before a commit."""
    dies_after: float = 0.0
    """That it dies when the commit is done and nobody knows yet."""
    slow: float = 0.0
    """That a message or a call takes a hundred times as long."""
    hint_lost: float = 0.0
    hint_doubled: float = 0.0
    copied: float = 0.0
    """That a client sends a command by other ways too, to other processes."""
    delay_s: float = 0.004

    @classmethod
    def stormy(cls, rng: random.Random) -> "Weather":
        """A storm: of each kind of trouble none or much."""

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
        """The storm is over."""
        self.__dict__.update(Weather().__dict__)

    def delay(self, rng: random.Random) -> float:
        """How long something takes, in seconds."""
        return min(MOST_DELAY_S, rng.expovariate(1 / self.delay_s) * (100 if rng.random() < self.slow else 1))
