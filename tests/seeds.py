"""The numbers from which tests draw what they draw by chance. ``SIGNET_SEED`` sets them all."""

import os
import random

DRAWN = "SIGNET_DRAWN_SEED"
"""Holds, for all processes of a run, the number that it has drawn at its start."""


def drawn_seed() -> int:
    """Return the number that this run has drawn; of a run that somebody wants again, the number of that run."""
    return int(os.environ.setdefault(DRAWN, str(random.randrange(1 << 32))))


def chosen_seed(fixed: int | None = None) -> int:
    """Return where a test begins: at a fixed number, or else at that of the run."""
    return int(os.environ.get("SIGNET_SEED", drawn_seed() if fixed is None else fixed))
