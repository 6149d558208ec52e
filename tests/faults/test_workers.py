"""Several processes on one Postgres with kills and restarts of both, under load.

No acknowledged command is lost or doubled, and every table makes progress."""

import logging
import os
import random
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.journal.sql.store import SqlStore
from tests.faults.evening import run_evening
from tests.postgres import Postgres, postgres_server
from tests.seeds import choose_seed
from tools.served import SERVE, Served

KILLS = int(os.environ.get("SIGNET_WORKER_KILLS", "1"))
RESTARTS = int(os.environ.get("SIGNET_POSTGRES_RESTARTS", "1"))
WORKERS = int(os.environ.get("SIGNET_FAULT_WORKERS", "2"))
SEED = choose_seed()
TABLES = 4
WAIT_S = 120.0
GROWN_S = 20
"""Age in seconds at which a process certainly serves.

A process that starts without a database gives up and is replaced."""
MUTANT = (sys.executable, "-m", "tests.faults.mutant_early_answer")

log = logging.getLogger(__name__)

pytestmark = [
    pytest.mark.fault,
    pytest.mark.asyncio,
    pytest.mark.slow("tables play at full speed while processes are killed"),
]


@contextmanager
def run_server(data: Path, command: tuple[str, ...] = SERVE) -> Iterator[tuple[Served, Postgres]]:
    """Run several processes on a Postgres that waits for its disk."""
    with postgres_server(()) as postgres:
        settings = {"SIGNET_DATABASE_URL": postgres.url(), "SIGNET_WORKERS": str(WORKERS)}
        server = Served(data, settings, command)
        server.start()
        try:
            yield server, postgres
        except Exception as error:
            error.add_note(f"The server's log ends with:\n{(data / 'server.log').read_text()[-4000:]}")
            raise
        finally:
            server.stop()


async def strike_repeatedly(
    data: Path, kills: int, restarts: int, seed: int, command: tuple[str, ...] = SERVE
) -> tuple[list[str], str]:
    """Return the oracle's findings after so many kills and restarts, and the figures.

    Their order is random."""
    rng = random.Random(seed)
    strikes = ["kill"] * kills + (["immediate", "fast"] * restarts)[:restarts]
    rng.shuffle(strikes)
    coming = iter(strikes)
    with run_server(data, command) as (server, postgres):

        def strike() -> None:
            what, before = next(coming), wait_for_enough(server)
            if what == "kill":
                time.sleep(rng.uniform(0, 0.5))
                os.kill(rng.choice(sorted(before)), signal.SIGKILL)
                return
            grown = server.workers_older_than(GROWN_S)
            postgres.stop(what)
            time.sleep(rng.uniform(0, 0.5))
            postgres.start()
            assert server.workers >= grown, "a process did not outlive its database"

        begun = time.monotonic()
        found, acknowledged = await run_evening(
            server, lambda: SqlStore(server.database), strike, len(strikes), rng, TABLES
        )
        spent = time.monotonic() - begun
    assert acknowledged
    return found, (
        f"{kills} kills among {WORKERS} processes and {restarts} restarts of Postgres in {spent:.0f} s: "
        f"{acknowledged} commands acknowledged at the last count, {len(found)} faults, SIGNET_SEED={seed}"
    )


def wait_for_enough(server: Served) -> frozenset[int]:
    """Return the processes once one of them may end and another remains."""
    until = time.monotonic() + WAIT_S
    while len(workers := server.workers) < max(2, WORKERS - 1):
        assert time.monotonic() < until, "dead processes are not replaced"
        time.sleep(0.05)
    return workers


async def test_kills_and_database_restarts_lose_nothing(tmp_path: Path) -> None:
    found, figures = await strike_repeatedly(tmp_path, KILLS, RESTARTS, SEED)
    log.info(figures)
    assert found == [], figures


async def test_workers_that_answer_before_the_commit_are_detected(tmp_path: Path) -> None:
    found, _ = await strike_repeatedly(tmp_path, 3, 0, seed=1, command=MUTANT)
    assert any("is gone" in fault or "does not fold" in fault for fault in found), found
