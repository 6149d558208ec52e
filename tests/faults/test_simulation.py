"""Whole evenings in one thread, in which everything fails at random moments: rooms, store, sockets, processes, clock.

``SIGNET_SIMULATIONS`` sets how many; ``SIGNET_SEED`` the first of their seeds, which is the same course every time."""

import io
import logging
import os
import time
from collections import Counter
from collections.abc import Iterator

import pytest

from app import logs
from tests.faults.simulated.judge import digest, faults
from tests.faults.simulated.mutants import MUTANTS, Mutant
from tests.faults.simulated.world import EndlessRunError, simulated
from tests.seeds import chosen_seed

SIMULATIONS = int(os.environ.get("SIGNET_SIMULATIONS", "15"))
SEED = chosen_seed(0)
MOST_TRIES = 30
"""So few evenings are enough to catch any mutant."""

log = logging.getLogger(__name__)
log.propagate = False

pytestmark = pytest.mark.fault


@pytest.fixture(autouse=True)
def logged() -> Iterator[io.StringIO]:
    """What the server logs as an error: it has none, whatever fails around it."""
    handlers, lines = logging.getLogger().handlers[:], io.StringIO()
    logs.set_up("error", lines)
    # the tests' own figures are told all the same
    log.setLevel(logging.INFO)
    for handler in handlers:
        log.addHandler(handler)
    yield lines
    for handler in handlers:
        log.removeHandler(handler)


def test_whatever_fails_nothing_is_lost_doubled_early_or_told(logged: io.StringIO) -> None:
    begun, counted = time.process_time(), Counter[str]()
    for seed in range(SEED, SEED + SIMULATIONS):
        outcome = simulated(seed)
        assert faults(outcome) == [], f"SIGNET_SEED={seed}"
        assert logged.getvalue() == "", f"SIGNET_SEED={seed}"
        counted["entries"] += len(outcome.entries)
        counted["strikes"] += outcome.strikes
        for _, known in outcome.known:
            counted["acknowledged"] += len(known.acknowledged)
            counted["messages"] += len(known.shown)
            counted["connections"] += known.connections
    assert counted["acknowledged"] > 2 * SIMULATIONS
    log.info(
        "%d evenings from seed %d in %.0f s: %s, no fault",
        SIMULATIONS,
        SEED,
        time.process_time() - begun,
        ", ".join(f"{count} {what}" for what, count in sorted(counted.items())),
    )


@pytest.mark.parametrize("seed", [3, 5])
def test_the_same_seed_is_the_same_evening(seed: int) -> None:
    assert digest(simulated(seed)) == digest(simulated(seed))


def test_another_seed_is_another_evening() -> None:
    assert digest(simulated(3)) != digest(simulated(5))


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.wrong.__name__)
def test_what_is_wrong_under_faults_is_caught(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutant.place, mutant.wrong)
    for seed in range(MOST_TRIES):
        try:
            found = faults(simulated(seed))
        except EndlessRunError:
            # caught too, but not by what is looked for
            continue
        if any(mutant.caught_as in fault for fault in found):
            return
    pytest.fail(f"{mutant.wrong.__name__} was never caught")
