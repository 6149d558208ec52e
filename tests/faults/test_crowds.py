"""Crowds of hostile clients: closed, cheap in memory, without harm to others."""

import logging
import os
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from tests.faults.crowds import Result, run_floods, run_half_requests, run_slow_readers
from tools.served import SERVE, Served

READERS = int(os.environ.get("SIGNET_SLOW_READERS", "4"))
FLOODS = int(os.environ.get("SIGNET_FLOODS", "2"))
HALVES = int(os.environ.get("SIGNET_HALF_REQUESTS", "100"))
PINGS = 200_000
MANY = "1000000"
LIMITS = ("COMMANDS_BURST", "CHAT_BURST", "FRAMES", "REQUESTS_BURST", "ROOMS_PER_HOUR", "ROOMS_PER_DAY",
          "SOCKETS_PER_SEAT", "SOCKETS_PER_ROOM", "SOCKETS_PER_ADDRESS")  # fmt: skip
"""Limits raised so that the guard alone must help."""

SETTINGS = {
    "SIGNET_LIMITS": "on",
    "SIGNET_LIMIT_STALLED_SECONDS": "0.5",
    "SIGNET_LIMIT_REQUEST_SECONDS": "3",
    "SIGNET_LIMIT_SEAT_BYTES_PER_DAY": str(1 << 30),
    **{f"SIGNET_LIMIT_{name}": MANY for name in LIMITS},
}
PATIENCE_S = 120.0
IMPATIENT_READ_S, IMPATIENT_REQUEST_S = 2.0, 4.0
"""Seconds longer than the guard's timeouts, which the mutant lacks."""

log = logging.getLogger(__name__)

pytestmark = [pytest.mark.fault, pytest.mark.asyncio]


def serve(data: Path, command: tuple[str, ...]) -> Iterator[Served]:
    """Run a separate server."""
    server = Served(data, SETTINGS, command)
    server.start()
    yield server
    server.stop()
    assert "Traceback" not in server.log


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Correct server."""
    yield from serve(tmp_path_factory.mktemp("crowds"), SERVE)


@pytest.fixture(scope="module")
def unguarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Mutant without the guard."""
    mutant = (sys.executable, "-m", "tests.faults.mutant_unguarded")
    yield from serve(tmp_path_factory.mktemp("unguarded"), mutant)


def expect_no_faults(result: Result) -> None:
    """Expect that nothing was found."""
    found, figures = result
    log.info(figures)
    assert found == [], figures


@pytest.mark.slow("a table plays on while others are cut off")
async def test_stalled_readers_are_cut_and_delay_nobody(server: Served) -> None:
    expect_no_faults(await run_slow_readers(server, READERS, PATIENCE_S))


async def test_floods_of_pings_cost_little_memory(server: Served) -> None:
    expect_no_faults(await run_floods(server, FLOODS, PINGS, PATIENCE_S))


async def test_half_requests_are_cut_while_pages_load(server: Served) -> None:
    expect_no_faults(await run_half_requests(server, HALVES, PATIENCE_S))


CAUGHT: dict[str, Callable[[Served], Awaitable[Result]]] = {
    "are still there": lambda server: run_slow_readers(server, 2, IMPATIENT_READ_S),
    "not cut off": lambda server: run_floods(server, 1, 2000, IMPATIENT_READ_S),
    "are waited for": lambda server: run_half_requests(server, 9, IMPATIENT_REQUEST_S),
}


@pytest.mark.parametrize("said", CAUGHT)
async def test_server_without_its_guard_is_detected(unguarded: Served, said: str) -> None:
    found, figures = await CAUGHT[said](unguarded)
    assert any(said in fault for fault in found), figures
