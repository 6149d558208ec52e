"""How long a server's event loop is held at a time: a timer in it says how much too late it was woken, and how much of
that the main thread itself has worked. The rest the machine took for others."""

import asyncio
import gc
import json
import os
import time
from pathlib import Path
from socket import socket

from uvicorn import Server

FOLDER = "BENCH_SERVER_PAUSES"
"""The environment variable with the folder into which each process writes what it has found."""

LOOK_S = 0.005
WRITE_S = 0.5
LONG_MS = 50.0
"""A longer pause somebody may notice."""


class LoopWatch:
    """What was found in this process since :meth:`begin`, in milliseconds."""

    def __init__(self) -> None:
        self._collecting = 0.0
        self.begin()

    def begin(self) -> None:
        """Finds anew from now on."""
        self.began = time.monotonic()
        """By the clock that all processes of a machine share, in seconds."""
        self.longest = 0.0
        self.longest_work = 0.0
        """The most that the main thread itself worked without a look at its loop."""
        self.longest_collection = 0.0
        """Of the collector of what is held by nothing but itself."""
        self.long = 0
        """So many pauses were long."""
        self.long_work = 0
        """So many by the main thread's own work."""

    async def run(self, folder: Path) -> None:
        """Looks for as long as the loop runs."""
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
        """The timer was so late, and since it was set the thread has worked so long."""
        # what was done while the timer was not due yet held up nobody
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
    """Begins with the server, if the environment says where to write."""
    folder = os.environ.get(FOLDER)
    if not folder:
        return
    began, watching = Server.startup, set[asyncio.Task[None]]()

    async def startup(self: Server, sockets: list[socket] | None = None) -> None:
        await began(self, sockets)
        watching.add(asyncio.create_task(LoopWatch().run(Path(folder))))

    for name, watched in (("startup", startup),):
        setattr(Server, name, watched)
