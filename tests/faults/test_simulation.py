"""Whole evenings in one thread with random faults in every part.

Rooms, store, sockets, processes and clock fail. ``SIGNET_SIMULATIONS`` sets their number, ``SIGNET_SEED`` the first
seed. A seed gives the same course every time."""

import io
import logging
import os
import time
from collections import Counter
from collections.abc import Iterator

import pytest

from app import logs
from tests.faults.simulated.judge import compute_digest, find_faults
from tests.faults.simulated.mutants import MUTANTS, Mutant
from tests.faults.simulated.world import EndlessRunError, simulate
from tests.seeds import choose_seed

SIMULATIONS = int(os.environ.get("SIGNET_SIMULATIONS", "15"))
SEED = choose_seed(0)
MOST_TRIES = 30
"""Most evenings until any mutant is detected."""

log = logging.getLogger(__name__)
log.propagate = False

pytestmark = pytest.mark.fault


@pytest.fixture(autouse=True)
def error_log() -> Iterator[io.StringIO]:
    """Errors in the server's log: there are none, whatever fails around it."""
    handlers, lines = logging.getLogger().handlers[:], io.StringIO()
    logs.set_up("error", lines)
    # The tests' own figures are logged anyway.
    log.setLevel(logging.INFO)
    for handler in handlers:
        log.addHandler(handler)
    yield lines
    for handler in handlers:
        log.removeHandler(handler)


def test_random_faults_cause_no_loss_duplicate_or_leak(error_log: io.StringIO) -> None:
    begun, counted = time.process_time(), Counter[str]()
    for seed in range(SEED, SEED + SIMULATIONS):
        outcome = simulate(seed)
        assert find_faults(outcome) == [], f"SIGNET_SEED={seed}"
        assert error_log.getvalue() == "", f"SIGNET_SEED={seed}"
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
def test_same_seed_gives_the_same_evening(seed: int) -> None:
    assert compute_digest(simulate(seed)) == compute_digest(simulate(seed))


def test_other_seed_gives_another_evening() -> None:
    assert compute_digest(simulate(3)) != compute_digest(simulate(5))


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.wrong.__name__)
def test_mutant_is_detected_under_faults(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutant.place, mutant.wrong)
    for seed in range(MOST_TRIES):
        try:
            found = find_faults(simulate(seed))
        except EndlessRunError:
            # It is detected too, but by another finding.
            continue
        if any(mutant.caught_as in fault for fault in found):
            return
    pytest.fail(f"{mutant.wrong.__name__} was never caught")
