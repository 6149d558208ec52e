"""Sampling profiler of a server's main thread, at intervals of two milliseconds.

The processor time since the last sample counts for the present part of the program. Time in C code counts for the
calling line of ours. Profiled runs are slower, so their speed is no result."""

import json
import os
import random
import sys
import threading
import time
from functools import cache
from pathlib import Path
from types import FrameType

FOLDER = "BENCH_SERVER_SAMPLES"
"""Environment variable of the folder for the results of each process."""

LOOK_S = 0.002
WRITE_S = 0.2
SWITCH_S = 0.00005
"""Switch interval in seconds.

A longer one would show the main thread only while it waits."""

VIEWS, SOCKETS, COMMANDS, RULES = "views", "sockets", "commands", "decide, fold, rules"
HOST, JOURNAL, LOOP = "host", "journal", "loop"
PARTS = (
    ("app/web/sockets/program_", VIEWS),
    ("app/web/sockets/browser_", VIEWS),
    ("app/web/messages/answers", VIEWS),
    ("app/web/html/", VIEWS),
    ("app/web/table/", VIEWS),
    ("app/web/scene/", VIEWS),
    ("app/web/games/", VIEWS),
    ("app/web/server/", SOCKETS),
    ("app/web/sockets/", SOCKETS),
    ("app/web/", COMMANDS),
    ("app/rooms/", RULES),
    ("app/journal/", JOURNAL),
    ("app/main", LOOP),
    ("app/cli", LOOP),
    ("app/", HOST),
)
"""Path prefixes and their parts; the first match counts."""

LIBRARIES = ("/uvicorn/protocols/", "/websockets/", "/starlette/", "/fastapi/")
"""Libraries that only serve sockets, unless our code called them."""


@cache
def part_of(file: str, root: str) -> str | None:
    """Return the part of a file in the checkout ``root``; None for shared code."""
    path = file.removeprefix(root)
    if path == file:
        return None
    path = path.lstrip("/")
    if path.startswith("app/rooms/") and ("view" in path or path.startswith("app/rooms/film")):
        return VIEWS
    return next((part for beginning, part in PARTS if path.startswith(beginning)), None)


def part(files: list[str], root: str) -> str:
    """Return the part of a thread by the files of its calls, the innermost first.

    A view counts for all that it calls, else the innermost part counts."""
    parts = [found for file in files if (found := part_of(file, root)) is not None]
    if VIEWS in parts:
        return VIEWS
    inner = next(iter(parts), LOOP)
    if inner == LOOP and any(library in file for file in files for library in LIBRARIES):
        return SOCKETS
    return inner


def files(frame: FrameType | None) -> list[str]:
    """Return the files of a thread's calls, the innermost first."""
    found = []
    while frame is not None:
        found.append(frame.f_code.co_filename)
        frame = frame.f_back
    return found


def sample(folder: Path, root: str) -> None:
    """Sample as long as the process lives."""
    thread = threading.main_thread().ident
    assert thread is not None
    clock = time.pthread_getcpuclockid(thread)
    spent: dict[str, float] = {}
    before, written = time.clock_gettime(clock), 0.0
    while True:
        time.sleep(LOOK_S * (0.5 + random.random()))  # noqa: S311 - out of step with what it looks at
        frame = sys._current_frames().get(thread)
        now = time.clock_gettime(clock)
        found = part(files(frame), root)
        spent[found] = spent.get(found, 0.0) + now - before
        before = now
        del frame
        if time.monotonic() > written + WRITE_S:
            written = time.monotonic()
            new = folder / f"{os.getpid()}.new"
            new.write_text(json.dumps(spent), encoding="utf-8")
            new.replace(folder / f"{os.getpid()}.json")


def start() -> None:
    """Start if the environment names a folder."""
    if folder := os.environ.get(FOLDER):
        sys.setswitchinterval(SWITCH_S)
        threading.Thread(target=sample, args=(Path(folder), os.getcwd()), daemon=True).start()
