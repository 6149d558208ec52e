"""Crowds that only take are sent away, cost little memory, and the others play on and load their pages meanwhile."""

import logging
import os
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from tests.faults.crowds import Result, floods, half_requests, slow_readers
from tools.served import SERVE, Served

READERS = int(os.environ.get("SIGNET_SLOW_READERS", "4"))
FLOODS = int(os.environ.get("SIGNET_FLOODS", "2"))
HALVES = int(os.environ.get("SIGNET_HALF_REQUESTS", "100"))
PINGS = 200_000
MANY = "1000000"
LIMITS = ("COMMANDS_BURST", "CHAT_BURST", "FRAMES", "REQUESTS_BURST", "ROOMS_PER_HOUR", "ROOMS_PER_DAY",
          "SOCKETS_PER_SEAT", "SOCKETS_PER_ROOM", "SOCKETS_PER_ADDRESS")  # fmt: skip
"""What a crowd on one machine has more of than a household: here the guard alone is to help."""

SETTINGS = {
    "SIGNET_LIMITS": "on",
    "SIGNET_LIMIT_STALLED_SECONDS": "0.5",
    "SIGNET_LIMIT_REQUEST_SECONDS": "3",
    "SIGNET_LIMIT_SEAT_BYTES_PER_DAY": str(1 << 30),
    **{f"SIGNET_LIMIT_{name}": MANY for name in LIMITS},
}
PATIENCE_S = 120.0
IMPATIENT_READ_S, IMPATIENT_REQUEST_S = 2.0, 4.0
"""Longer than the guard would take, which the mutant lacks."""

log = logging.getLogger(__name__)

pytestmark = [pytest.mark.fault, pytest.mark.asyncio]


def served(data: Path, command: tuple[str, ...]) -> Iterator[Served]:
    """A server of its own."""
    server = Served(data, SETTINGS, command)
    server.start()
    yield server
    server.stop()
    assert "Traceback" not in server.log


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The server as it is."""
    yield from served(tmp_path_factory.mktemp("crowds"), SERVE)


@pytest.fixture(scope="module")
def unguarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The mutant."""
    mutant = (sys.executable, "-m", "tests.faults.mutant_unguarded")
    yield from served(tmp_path_factory.mktemp("unguarded"), mutant)


def is_well(result: Result) -> None:
    """Nothing was found."""
    found, figures = result
    log.info(figures)
    assert found == [], figures


@pytest.mark.slow("a table plays on while others are cut off")
async def test_readers_that_stand_still_are_cut_off_and_hold_up_nobody(server: Served) -> None:
    is_well(await slow_readers(server, READERS, PATIENCE_S))


async def test_floods_of_pings_cost_little_memory(server: Served) -> None:
    is_well(await floods(server, FLOODS, PINGS, PATIENCE_S))


async def test_half_requests_of_many_addresses_are_cut_off_while_pages_load(server: Served) -> None:
    is_well(await half_requests(server, HALVES, PATIENCE_S))


CAUGHT: dict[str, Callable[[Served], Awaitable[Result]]] = {
    "are still there": lambda server: slow_readers(server, 2, IMPATIENT_READ_S),
    "not cut off": lambda server: floods(server, 1, 2000, IMPATIENT_READ_S),
    "are waited for": lambda server: half_requests(server, 9, IMPATIENT_REQUEST_S),
}


@pytest.mark.parametrize("said", CAUGHT)
async def test_a_server_without_its_guard_is_caught(unguarded: Served, said: str) -> None:
    found, figures = await CAUGHT[said](unguarded)
    assert any(said in fault for fault in found), figures
