"""Every test, in two lanes at once: those that drive a real browser, and all others. ``python -m tools.suite``, or
``make test``.

Much of a lane's time is waiting; two of them fill two cores. Playwright's own event loop keeps them in processes apart.
Says at the end which tests of both were the slowest, and which failed: a lane that ends first is far above by then.
What is handed in goes to both lanes."""

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parents[1]
SHOWN = 10
NONE_FOUND = 5
"""What pytest ends with when nothing was chosen: with a test's name handed in, that is one of the lanes."""


@dataclass(frozen=True)
class Lane:
    """One run of pytest."""

    name: str
    arguments: tuple[str, ...]
    folders: tuple[str, ...] = ()
    """Where its tests lie, unless others are named."""


@dataclass(frozen=True)
class Case:
    """One test as it ran."""

    name: str
    seconds: float
    is_failed: bool


SIDE_BY_SIDE = ("-n", "2", "--dist", "worksteal")
"""Two processes a lane, each with a database server or a browser of its own."""

LANES = (
    Lane("tests", (*SIDE_BY_SIDE, "--rerun-show-tracebacks", "-r", "fER")),
    Lane(
        "browser",
        ("-p", "playwright", "-m", "browser", *SIDE_BY_SIDE, "--reruns", "1", "--rerun-show-tracebacks", "-r", "aR"),
        ("tests/browser",),
    ),
)

_printing = threading.Lock()


def main(arguments: Sequence[str], lanes: Sequence[Lane] = LANES) -> int:
    """Runs all lanes to their end, whatever comes of the others. Returns 0 if all tests passed, else what pytest ended
    with: 5 if no lane has found a test."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        reports = [Path(folder) / f"{lane.name}.xml" for lane in lanes]
        running = [_started(lane, report, arguments) for lane, report in zip(lanes, reports, strict=True)]
        for _, reader in running:
            reader.join()
        codes = [process.wait() for process, _ in running]
        ran = [case for report in reports if report.exists() for case in _cases(report)]
    slowest = sorted(((case.seconds, case.name) for case in ran), reverse=True)
    print(
        f"\nthe {SHOWN} slowest, in seconds, of {len(slowest)} tests that ran {time.monotonic() - began:.0f} s in all:"
    )
    for seconds, name in slowest[:SHOWN]:
        print(f"{seconds:7.1f}  {name}")
    for name in sorted({case.name for case in ran if case.is_failed}):
        print(f"failed   {name}")
    failed = [code for code in codes if code not in (0, NONE_FOUND)]
    return failed[0] if failed else min(codes)


def _started(lane: Lane, report: Path, arguments: Sequence[str]) -> tuple[subprocess.Popen[str], threading.Thread]:
    """A lane that runs, and who passes on what it says."""
    # a hundred servers are started: what they consist of is compiled once, whatever this shell is used to
    settings = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    named = any((ROOT / argument.partition("::")[0]).exists() for argument in arguments)
    where = () if named else lane.folders
    command = (sys.executable, "-m", "pytest", *lane.arguments, f"--junitxml={report}", *where, *arguments)
    process = subprocess.Popen(
        command, cwd=ROOT, env=settings, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert process.stdout is not None
    reader = threading.Thread(target=_pass_on, args=(lane.name, process.stdout))
    reader.start()
    return process, reader


def _pass_on(name: str, said: IO[str]) -> None:
    """Prints each line with the lane's name before it."""
    with said:
        for line in said:
            with _printing:
                print(f"{name:7} | {line}", end="", flush=True)


def _cases(report: Path) -> list[Case]:
    """All tests that a report tells of."""
    cases = ElementTree.parse(report).iter("testcase")  # noqa: S314 - pytest wrote it a moment ago
    return [
        Case(
            name=f"{case.get('classname')}::{case.get('name')}",
            seconds=float(case.get("time", "0")),
            is_failed=any(part.tag in ("failure", "error") for part in case),
        )
        for case in cases
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
