"""What the main thread of a server spends its processor time on: a thread beside it looks every other millisecond at
what it does, and puts what it has used since the last look down to that part of the program.

What is written by C is found at the line of ours that called it. A run that is looked at so is a little slower, so its
speed is no measure."""

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
"""The environment variable with the folder into which each process writes what it has found."""

LOOK_S = 0.002
WRITE_S = 0.2
SWITCH_S = 0.00005
"""So soon the main thread lets the other look: else it would be seen where it waits, and nowhere else."""

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
"""The beginnings of paths and the parts they belong to, the first that fits."""

LIBRARIES = ("/uvicorn/protocols/", "/websockets/", "/starlette/", "/fastapi/")
"""Libraries that do nothing but serve sockets, where nothing of ours called them."""


@cache
def part_of(file: str, root: str) -> str | None:
    """The part that a file of the checkout ``root`` belongs to; None for one that works for many."""
    path = file.removeprefix(root)
    if path == file:
        return None
    path = path.lstrip("/")
    if path.startswith("app/rooms/") and ("view" in path or path.startswith(("app/rooms/sights", "app/rooms/film"))):
        return VIEWS
    return next((part for beginning, part in PARTS if path.startswith(beginning)), None)


def part(files: list[str], root: str) -> str:
    """The part that a thread is in, by the files of its calls, the innermost first: a view whatever it calls, else the
    innermost part."""
    parts = [found for file in files if (found := part_of(file, root)) is not None]
    if VIEWS in parts:
        return VIEWS
    inner = next(iter(parts), LOOP)
    if inner == LOOP and any(library in file for file in files for library in LIBRARIES):
        return SOCKETS
    return inner


def files(frame: FrameType | None) -> list[str]:
    """The files of a thread's calls, the innermost first."""
    found = []
    while frame is not None:
        found.append(frame.f_code.co_filename)
        frame = frame.f_back
    return found


def sample(folder: Path, root: str) -> None:
    """Looks for as long as the process lives."""
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
    """Begins, if the environment says where to write."""
    if folder := os.environ.get(FOLDER):
        sys.setswitchinterval(SWITCH_S)
        threading.Thread(target=sample, args=(Path(folder), os.getcwd()), daemon=True).start()
