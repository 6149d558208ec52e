"""Fault tests with the whole number of faults: ``python -m tools.faults``.

``make faults`` runs it too. It runs each in turn, with figures, and says at the end which held. The environment may
set the numbers."""

import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from tests.whole import ASKED

ROOT = Path(__file__).resolve().parents[1]
FIGURES = re.compile(r"^INFO +tests\.\S+ (.*)$", re.MULTILINE)
COUNTED = re.compile(r"^=* *(\d+ (?:passed|failed)[^=]*?) *=*$", re.MULTILINE)


@dataclass(frozen=True)
class Fault:
    """One kind of fault, and its tests."""

    name: str
    tests: tuple[str, ...]
    counts: dict[str, str]


ASKS = re.compile(r"^from tests\.(whole|engine\.haste) import", re.MULTILINE)


def less_every_day() -> tuple[str, ...]:
    """List the files whose tests ask ``tests/whole.py`` for their number of tries.

    Tests of pages run separately."""
    files = (path for path in (ROOT / "tests").rglob("test_*.py") if "browser" not in path.parts)
    return tuple(sorted(str(path.relative_to(ROOT)) for path in files if ASKS.search(path.read_text("utf-8"))))


ALL_OF_IT = {ASKED: "1"}

FAULTS = (
    Fault("one process killed", ("tests/faults/test_kill.py",), {"SIGNET_KILLS": "100"}),
    Fault(
        "one of four processes killed, Postgres restarted",
        ("tests/faults/test_workers.py",),
        {"SIGNET_WORKER_KILLS": "100", "SIGNET_POSTGRES_RESTARTS": "10", "SIGNET_FAULT_WORKERS": "4"},
    ),
    Fault(
        "primary killed, standby promoted",
        ("tests/faults/test_failover.py", "tests/journal/test_standby.py"),
        {"SIGNET_FAILOVERS": "10"},
    ),
    Fault("processes replaced and renewed", ("tests/faults/test_supervision.py", "tests/faults/test_oracle.py"), {}),
    Fault("power cut", ("tests/faults/test_power_cut.py",), {"POWER_CUTS": "50"}),
    Fault("hints lost, doubled, stale", ("tests/live/test_following.py", "tests/journal/test_peers.py"), {}),
    Fault("everything, simulated", ("tests/faults/test_simulation.py",), {"SIGNET_SIMULATIONS": "2000"}),
    Fault("wrong frames and messages", ("tests/faults/test_frames.py",), {"SIGNET_FRAMES": "100000"}),
    Fault(
        "generated requests",
        ("tests/web/test_schemathesis.py", "tests/web/test_anything.py"),
        {"SIGNET_EXAMPLES": "60"},
    ),
    Fault("a long evening", ("tests/faults/test_soak.py",), {"SIGNET_SOAK_S": "600", "SIGNET_SOAK_CLIENTS": "300"}),
    Fault(
        "crowds that only take",
        ("tests/faults/test_crowds.py",),
        {"SIGNET_SLOW_READERS": "50", "SIGNET_FLOODS": "16", "SIGNET_HALF_REQUESTS": "1000"},
    ),
    Fault(
        "all back after a restart",
        ("tests/faults/test_return.py",),
        {"SIGNET_RETURNING_CLIENTS": "2000", "SIGNET_RETURN_ROOMS": "400"},
    ),
    Fault("everybody seals at once", ("tests/faults/test_seals.py",), {"SIGNET_SEAL_ROUNDS": "1000"}),
    Fault("bad lines", ("tests/faults/test_lines.py",), {"SIGNET_LINE_COMMANDS": "500"}),
    Fault("twin tables", ("tests/secrecy/test_non_interference.py",), {"SIGNET_TWINS": "36"}),
    Fault("hostile words", ("tests/abuse",), {"SIGNET_HOSTILE_ROOMS": "87"}),
    Fault("many games restored", ("tests/faults/test_many_games.py",), {"SIGNET_RESTORED_GAMES": "1000"}),
    Fault("an evening of friends", ("tests/proxied/test_evening.py",), {"SIGNET_EVENING_GAMES": "5"}),
    Fault("pages: whole games, every look", ("-p", "playwright", "-m", "browser", "tests/browser"), ALL_OF_IT),
    Fault("the whole of what is tried less every day", less_every_day(), ALL_OF_IT),
    Fault("connections lost", ("tests/journal/test_postgres.py", "tests/live/test_crashes.py"), {}),
)


def run(fault: Fault) -> bool:
    """Run the tests of one fault and print the result. Return whether all held."""
    begun = time.monotonic()
    command = (sys.executable, "-m", "pytest", "-q", "--log-cli-level=INFO", *fault.tests)
    done = subprocess.run(
        command, cwd=ROOT, env=fault.counts | dict(os.environ), capture_output=True, text=True, check=False
    )
    held = done.returncode == 0
    summary = COUNTED.findall(done.stdout)
    print(f"{'held' if held else 'FAILED':7} {fault.name}: {summary[-1] if summary else 'no test ran'}", flush=True)
    for figures in FIGURES.findall(done.stdout):
        print(f"        {figures}")
    if not held:
        print(done.stdout[-8000:], done.stderr[-2000:])
    print(f"        {time.monotonic() - begun:.0f} s", flush=True)
    return held


def main() -> int:
    """Run all faults."""
    held = [run(fault) for fault in FAULTS]
    print(f"{sum(held)} of {len(held)} held.")
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
