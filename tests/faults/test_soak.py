"""Long evening on one server: it holds only what is in use, and memory stays flat."""

import logging
import os
import random
import sys
from pathlib import Path
from typing import Any

import pytest

from app.journal.sql.store import SqlStore
from tests.faults.soak import LongEvening, Pace, format_figures, wait_for_rest
from tests.seeds import choose_seed
from tools.served import Served

SECONDS = float(os.environ.get("SIGNET_SOAK_S", "5"))
CLIENTS = int(os.environ.get("SIGNET_SOAK_CLIENTS", "16"))
SEED = choose_seed()
COUNTED = (sys.executable, "-m", "tests.faults.counted_server")
MUTANT = (*COUNTED, "--keeps")

REST_S = 60.0
"""Seconds within which an unused server has released everything."""

GROWTH_KIB, GROWTH_KIB_PER_S = 16 * 1024, 2 * 1024 / 600
"""Permitted growth: once for first uses, and per second.

The rate is 2 MiB in ten minutes."""

FILES = 8
"""Files opened on first use, such as database connections."""

log = logging.getLogger(__name__)

pytestmark = [pytest.mark.fault, pytest.mark.asyncio]


def choose_pace(seconds: float) -> Pace:
    """Return the pace of a whole evening, or of one of a few seconds."""
    if seconds < 60:
        return Pace(think=(0.05, 0.4), stay=(0.2, 2), game=(1, 4))
    return Pace(think=(0.2, 2), stay=(1, 20), game=(10, 60))


async def run_evening(
    data: Path, command: tuple[str, ...], seconds: float, clients: int, rest_s: float = REST_S
) -> tuple[list[str], str]:
    """Return the server's faults after such an evening, and the figures."""
    server = Served(data, command=command)
    server.start()
    try:
        evening = LongEvening(server, random.Random(SEED), choose_pace(seconds))
        await evening.count_objects()
        first = await evening.count_objects()
        await evening.run(seconds, clients)
        last = await wait_for_rest(evening.count_objects, lambda seen: list_held(first, seen) == [], rest_s)
        server.stop()
        tally = evening.tally
        found = tally.found + list_held(first, last)
        if tally.get_growth() > GROWTH_KIB + GROWTH_KIB_PER_S * seconds:
            found.append(f"the memory grows: {tally.get_growth()} KiB")
        store = SqlStore(server.database)
        try:
            found += await evening.judge(store)
        finally:
            await store.close()
        assert min(tally.games, tally.connections, tally.pages, tally.acknowledged) > 0
        return found, f"{seconds:.0f} s, {clients} clients: {format_figures(tally, first, last)}, SIGNET_SEED={SEED}"
    except Exception as error:
        error.add_note(f"The server's log ends with:\n{server.log[-4000:]}")
        raise
    finally:
        server.stop()


def list_held(first: dict[str, Any], seen: dict[str, Any]) -> list[str]:
    """Return what the server still holds of those who are gone.

    Rooms stay for a while, each with a task."""
    found = [f"{seen[name]} of {name} are kept" for name in ("Subscription", "Connection") if seen[name]]
    if seen["tasks"] > first["tasks"] + seen["RoomHost"]:
        found.append(f"{seen['tasks']} tasks run, of {seen['RoomHost']} rooms")
    if seen["files"] > first["files"] + FILES:
        found.append(f"{seen['files']} files are open")
    return found


@pytest.mark.slow("a server plays with many for seconds")
async def test_server_holds_nothing_more_after_a_long_evening(tmp_path: Path) -> None:
    found, figures = await run_evening(tmp_path, COUNTED, SECONDS, CLIENTS)
    log.info(figures)
    assert found == [], figures


async def test_server_that_keeps_subscriptions_is_detected(tmp_path: Path) -> None:
    found, figures = await run_evening(tmp_path, MUTANT, 2, 8, rest_s=3)
    assert any("of Subscription are kept" in fault for fault in found), figures
