"""Runner of every test, in two lanes at once: browser tests, and all others.

Run it as ``python -m tools.suite`` or ``make test``. Much of a lane's time is waiting, so several processes fill a
core. Playwright's own event loop keeps the lanes apart.

At the end it prints the costs by folder, the dearest tests, and for those that failed the error and how to repeat
them: a lane that ends first is far above by then. Both lanes get all further arguments."""

import os
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import indent
from typing import IO

from tests.seeds import DRAWN, draw_seed
from tools.costs import RECORD, ROOT, Case, format_costs, list_unexplained, read_record, read_report, update_record
from tools.processes import adopt_orphans, kill_descendants

PYTHON = ".venv/bin/python"
INTERRUPTED = 130
NONE_FOUND = 5
"""Exit code of pytest if nothing was chosen.

If the arguments name a test, one of the lanes ends so."""


@dataclass(frozen=True)
class Lane:
    """One run of pytest."""

    name: str
    arguments: tuple[str, ...]
    folders: tuple[str, ...] = ()
    """Folders of its tests, unless arguments name others.

    ``make check`` has tests/checks."""


SHARED = ("--dist", "worksteal", "--rerun-show-tracebacks")
"""Each process has a database server or a browser of its own."""

LANES = (
    Lane("tests", ("-n", "5", *SHARED, "-r", "fER"), ("tests", "--ignore=tests/checks")),
    Lane(
        "browser",
        ("-p", "playwright", "-m", "browser", "-n", "2", *SHARED, "--reruns", "1", "-r", "aR"),
        ("tests/browser",),
    ),
)

QUICK = (Lane("quick", ("-n", "5", *SHARED, "--quick"), ("tests", "--ignore=tests/checks")),)
"""Lane of ``make quick``: all cheap tests, and those mirroring changed files."""

READER = "reader of a lane"
PATIENCE_S = 10.0
"""Longest wait for a reader, whose lane is over."""

_printing = threading.Lock()


def main(arguments: Sequence[str], lanes: Sequence[Lane] = LANES, record: Path = RECORD) -> int:
    """Run all lanes to their end, whatever their results.

    A run of everything updates the record. Return 0 if all tests passed, else pytest's code: 5 if no lane has found
    a test. A test that is too dear is reported and fails nothing: on a busy machine its time says little."""
    began = time.monotonic()
    cases, codes = _run_lanes(arguments, lanes)
    print(f"\n{len(cases)} tests in {time.monotonic() - began:.0f} s; {format_costs(cases)}")
    failed = [code for code in codes if code not in (0, NONE_FOUND)]
    # shared setup counts for the first test that uses it: in a partial run that is another test
    dear = [] if lanes is QUICK else list_unexplained(cases, read_record(record))
    for case in dear:
        print(f'dear     {case.node}: {case.seconds:.1f} s. Make it cheaper, or mark it slow("why").')
    if lanes is LANES and not (arguments or failed or dear):
        update_record(cases, record)
    for case in sorted((case for case in cases if case.error), key=lambda case: case.name):
        print(f"failed   {case.name}\n{indent(case.error, ' ' * 9)}\n         again: {_build_rerun_command(case)}")
    if failed:
        return failed[0]
    return min(codes)


def run(arguments: Sequence[str], lanes: Sequence[Lane] = LANES) -> int:
    """Run all lanes as a whole program. Its end ends every process that it started.

    Return 130 for an interrupted run."""
    adopt_orphans()
    for sign in (signal.SIGTERM, signal.SIGINT):
        # background processes of a script ignore SIGINT by default
        signal.signal(sign, signal.default_int_handler)
    try:
        return main(arguments, lanes)
    except KeyboardInterrupt:
        kill_descendants()
        # a reader may still have the last line of its lane
        for thread in threading.enumerate():
            if thread.name == READER:
                thread.join(PATIENCE_S)
        print("\nended before all tests have run", flush=True)
        return INTERRUPTED


def _run_lanes(arguments: Sequence[str], lanes: Sequence[Lane]) -> tuple[list[Case], list[int]]:
    """Return the tests and the exit codes of all lanes."""
    with tempfile.TemporaryDirectory() as folder:
        reports = [Path(folder) / f"{lane.name}.xml" for lane in lanes]
        running = [_start_lane(lane, report, arguments) for lane, report in zip(lanes, reports, strict=True)]
        # a signal amid a thread's join would mark that thread as ended (Python up to 3.12): join when lanes are over
        codes = [process.wait() for process, _ in running]
        for _, reader in running:
            reader.join()
        return [case for report in reports if report.exists() for case in read_report(report)], codes


def _build_rerun_command(case: Case) -> str:
    """Return the command that repeats a test in the same way."""
    browser = "-p playwright -m browser " if case.node.startswith("tests/browser/") else ""
    return f"{DRAWN}={draw_seed()} {PYTHON} -m pytest {browser}{shlex.quote(case.node or case.name)}"


def _start_lane(lane: Lane, report: Path, arguments: Sequence[str]) -> tuple[subprocess.Popen[str], threading.Thread]:
    """Start a lane, and the thread that passes its output on."""
    # tests start a hundred servers: allow bytecode files, even if the environment forbids them
    settings = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    named = any((ROOT / argument.partition("::")[0]).exists() for argument in arguments)
    where = () if named else lane.folders
    command = (sys.executable, "-m", "pytest", *lane.arguments, f"--junitxml={report}", *where, *arguments)
    # a session of its own: Ctrl+C ends this program, which ends the lanes
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=settings | {DRAWN: str(draw_seed())},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    reader = threading.Thread(target=_pass_on, args=(lane.name, process.stdout), name=READER, daemon=True)
    reader.start()
    return process, reader


def _pass_on(name: str, said: IO[str]) -> None:
    """Print each line with the lane's name before it."""
    with said:
        for line in said:
            with _printing:
                print(f"{name:7} | {line}", end="", flush=True)


if __name__ == "__main__":
    is_quick = sys.argv[1:2] == ["--quick"]
    sys.exit(run(sys.argv[2:], QUICK) if is_quick else run(sys.argv[1:]))
