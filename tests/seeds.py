"""Seeds of the tests' random numbers. ``SIGNET_SEED`` sets them all."""

import os
import random

DRAWN = "SIGNET_DRAWN_SEED"
"""Environment variable with the run's random seed, for all its processes."""


def draw_seed() -> int:
    """Return the number that this run has drawn, or the number of a run to repeat."""
    return int(os.environ.setdefault(DRAWN, str(random.randrange(1 << 32))))


def choose_seed(fixed: int | None = None) -> int:
    """Return the seed of a test: the fixed number, or else the run's."""
    return int(os.environ.get("SIGNET_SEED", draw_seed() if fixed is None else fixed))
