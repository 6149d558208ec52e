"""Monitor of the event loop: a timer measures how late it is called.

It also measures the main thread's own work in that time. Other processes took the rest."""

import asyncio
import gc
import json
import os
import time
from pathlib import Path
from socket import socket

from uvicorn import Server

FOLDER = "BENCH_SERVER_PAUSES"
"""Environment variable of the folder for the results of each process."""

LOOK_S = 0.005
WRITE_S = 0.5
LONG_MS = 50.0
"""Milliseconds from which a player may notice a pause."""


class LoopWatch:
    """Pauses in this process since :meth:`begin`, in milliseconds."""

    def __init__(self) -> None:
        self._collecting = 0.0
        self.begin()

    def begin(self) -> None:
        """Reset the results."""
        self.began = time.monotonic()
        """Seconds of the clock that all processes of a machine share."""
        self.longest = 0.0
        self.longest_work = 0.0
        """Longest work of the main thread itself between two turns of its loop."""
        self.longest_collection = 0.0
        """Longest run of the garbage collector."""
        self.long = 0
        """Number of long pauses."""
        self.long_work = 0
        """Number of long pauses by the main thread's own work."""

    async def run(self, folder: Path) -> None:
        """Measure as long as the loop runs."""
        gc.callbacks.append(self._collects)
        loop, written = asyncio.get_running_loop(), 0.0
        while True:
            due, worked = loop.time() + LOOK_S, time.thread_time()
            await asyncio.sleep(LOOK_S)
            self.saw(1000 * (loop.time() - due), 1000 * (time.thread_time() - worked))
            if loop.time() > written + WRITE_S:
                written = loop.time()
                found = {name: value for name, value in vars(self).items() if not name.startswith("_")}
                with (folder / f"{os.getpid()}.jsonl").open("a", encoding="utf-8") as lines:
                    lines.write(json.dumps(found) + "\n")
                self.begin()

    def saw(self, late: float, worked: float) -> None:
        """Record a timer's delay and the thread's work since it was set."""
        # work before the timer was due delayed nothing
        work = min(late, worked)
        self.longest, self.longest_work = max(self.longest, late), max(self.longest_work, work)
        self.long += late > LONG_MS
        self.long_work += work > LONG_MS

    def _collects(self, phase: str, info: dict[str, int]) -> None:
        now = 1000 * time.thread_time()
        if phase == "start":
            self._collecting = now
        else:
            self.longest_collection = max(self.longest_collection, now - self._collecting)


def start() -> None:
    """Start with the server if the environment names a folder."""
    folder = os.environ.get(FOLDER)
    if not folder:
        return
    began, watching = Server.startup, set[asyncio.Task[None]]()

    async def startup(self: Server, sockets: list[socket] | None = None) -> None:
        await began(self, sockets)
        watching.add(asyncio.create_task(LoopWatch().run(Path(folder))))

    for name, watched in (("startup", startup),):
        setattr(Server, name, watched)
