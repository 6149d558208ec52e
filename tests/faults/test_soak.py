"""A long evening on one server: what it holds follows who is there, and its memory stays flat."""

import logging
import os
import random
import sys
from pathlib import Path
from typing import Any

import pytest

from app.journal.sql.store import SqlStore
from tests.faults.soak import LongEvening, Pace, settled, told
from tests.seeds import chosen_seed
from tools.served import Served

SECONDS = float(os.environ.get("SIGNET_SOAK_S", "5"))
CLIENTS = int(os.environ.get("SIGNET_SOAK_CLIENTS", "16"))
SEED = chosen_seed()
COUNTED = (sys.executable, "-m", "tests.faults.counted_server")
MUTANT = (*COUNTED, "--keeps")

REST_S = 60.0
"""Within this a server that nobody uses any more has let go of everything, however busy the machine is."""

GROWTH_KIB, GROWTH_KIB_PER_S = 16 * 1024, 2 * 1024 / 600
"""The memory may grow by so much at once, for what is drawn and kept for the first time, and by so much each second:
2 MiB in ten minutes."""

FILES = 8
"""Connections to the database and the like that are opened when they are first needed."""

log = logging.getLogger(__name__)

pytestmark = [pytest.mark.fault, pytest.mark.asyncio]


def pace(seconds: float) -> Pace:
    """That of a whole evening, or of one that lasts for seconds only."""
    if seconds < 60:
        return Pace(think=(0.05, 0.4), stay=(0.2, 2), game=(1, 4))
    return Pace(think=(0.2, 2), stay=(1, 20), game=(10, 60))


async def an_evening(
    data: Path, command: tuple[str, ...], seconds: float, clients: int, rest_s: float = REST_S
) -> tuple[list[str], str]:
    """What is wrong with the server after such an evening, and the figures."""
    server = Served(data, command=command)
    server.start()
    try:
        evening = LongEvening(server, random.Random(SEED), pace(seconds))
        await evening.counts()
        first = await evening.counts()
        await evening.last(seconds, clients)
        last = await settled(evening.counts, lambda seen: held(first, seen) == [], rest_s)
        server.stop()
        tally = evening.tally
        found = tally.found + held(first, last)
        if tally.grown_kib() > GROWTH_KIB + GROWTH_KIB_PER_S * seconds:
            found.append(f"the memory grows: {tally.grown_kib()} KiB")
        store = SqlStore(server.database)
        try:
            found += await evening.judged(store)
        finally:
            await store.close()
        assert min(tally.games, tally.connections, tally.pages, tally.acknowledged) > 0
        return found, f"{seconds:.0f} s, {clients} clients: {told(tally, first, last)}, SIGNET_SEED={SEED}"
    except Exception as error:
        error.add_note(f"The server's log ends with:\n{server.log[-4000:]}")
        raise
    finally:
        server.stop()


def held(first: dict[str, Any], seen: dict[str, Any]) -> list[str]:
    """What the server still holds of those who are gone. Rooms stay for a while, each with a task of its own."""
    found = [f"{seen[name]} of {name} are kept" for name in ("Subscription", "Connection") if seen[name]]
    if seen["tasks"] > first["tasks"] + seen["RoomHost"]:
        found.append(f"{seen['tasks']} tasks run, of {seen['RoomHost']} rooms")
    if seen["files"] > first["files"] + FILES:
        found.append(f"{seen['files']} files are open")
    return found


@pytest.mark.slow("a server plays with many for seconds")
async def test_after_a_long_evening_a_server_holds_no_more_than_before(tmp_path: Path) -> None:
    found, figures = await an_evening(tmp_path, COUNTED, SECONDS, CLIENTS)
    log.info(figures)
    assert found == [], figures


async def test_a_server_that_keeps_every_subscription_is_caught(tmp_path: Path) -> None:
    found, figures = await an_evening(tmp_path, MUTANT, 2, 8, rest_s=3)
    assert any("of Subscription are kept" in fault for fault in found), figures
