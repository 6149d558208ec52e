"""Supervisor of several server processes: starts, replaces, renews and stops them.

They share one listening socket, so nobody who connects notices when one of them goes. Each also has a socket of its
own, by which a proxy sends a room to one process. A replaced process leaves its socket to the next one: new
connections wait for that."""

import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from multiprocessing.synchronize import Event
from types import FrameType

import structlog

from app.liveness import Beats, Liveness
from app.settings.settings import Settings

log = structlog.get_logger(__name__)

LOOK_S = 0.25
"""Seconds between looks for signals."""

SETTLED_S = 5.0
"""A process that died younger than this is replaced after a rest."""

REST_S = 1.0
READY_S = 60.0
"""Seconds until a new process must serve: forty times the usual."""

STOP_S = 30.0
"""Seconds a process may take to stop before it is killed.

Ten are for requests (``GRACE_S``); the rest is fifty times the usual."""

Sockets = Sequence[socket.socket]

Serve = Callable[[Settings, Sockets, Callable[[], None], str, Callable[[], None]], None]
"""Main function of each process, which serves on the sockets until told to stop.

It says once that it serves, and counts the fate of the process it replaces (``died``, ``hung``, empty for none). It
calls the last argument from its event loop at least once a second."""


class _Worker:
    """One of the processes."""

    def __init__(self, serve: Serve, settings: Settings, sockets: Sockets, replaces: str = "") -> None:
        # a process of its own making: no thread, lock or connection of this one goes with it
        context = get_context("spawn")
        self.ready: Event = context.Event()
        beats: Beats = context.Value("Q", lock=False)
        self.liveness = Liveness(beats, settings.hung_seconds)
        self.process: SpawnProcess = context.Process(
            target=_work, args=(serve, settings, sockets, self.ready, replaces, beats)
        )
        self.process.start()
        self.since = time.monotonic()

    def stop(self) -> None:
        """Ask the process to stop, and wait for it."""
        self.process.terminate()
        self.process.join(STOP_S)
        if self.process.is_alive():
            log.warning("worker did not stop", pid=self.process.pid)
            self.process.kill()
            self.process.join()


class Workers:
    """Processes that serve together."""

    def __init__(
        self,
        serve: Serve,
        settings: Settings,
        sockets: Sequence[Sockets],
        gone: Callable[[int], None] = lambda pid: None,
    ) -> None:
        """Take the sockets of each process.

        ``gone`` is called with each ended process's id."""
        self._gone = gone
        self._sockets = sockets
        self._make = partial(_Worker, serve, settings)
        self._workers: list[_Worker] = []
        self._is_stopping = False
        self._is_to_renew = False

    def run(self) -> None:
        """Keep the processes running until SIGTERM or SIGINT.

        SIGHUP replaces each by a new one, one after the other."""
        signal.signal(signal.SIGTERM, self._on_stop)
        signal.signal(signal.SIGINT, self._on_stop)
        if sys.platform != "win32":
            signal.signal(signal.SIGHUP, self._on_renew)
        try:
            for sockets in self._sockets:
                self._workers.append(self._make(sockets))
            looked_at = time.monotonic()
            while not self._is_stopping:
                wait([worker.process.sentinel for worker in self._workers], LOOK_S)
                now = time.monotonic()
                self._kill_the_hung(now - looked_at)
                looked_at = now
                self._replace_the_dead()
                if self._is_to_renew:
                    self._is_to_renew = False
                    self._renew()
        finally:
            self._stop()

    def _kill_the_hung(self, elapsed_s: float) -> None:
        """Kill workers whose event loop has stopped: they handle no other signal."""
        for worker in self._workers:
            worker.liveness.look(elapsed_s)
            if worker.liveness.is_hung and worker.process.is_alive():
                log.error("worker hung", pid=worker.process.pid)
                worker.process.kill()
                worker.process.join()

    def _replace_the_dead(self) -> None:
        for number, worker in enumerate(self._workers):
            if self._is_stopping or worker.process.is_alive():
                continue
            log.warning("worker died", pid=worker.process.pid, exit=worker.process.exitcode)
            if time.monotonic() - worker.since < SETTLED_S:
                time.sleep(REST_S)
            self._let_go(worker)
            self._workers[number] = self._make(self._sockets[number], "hung" if worker.liveness.is_hung else "died")

    def _renew(self) -> None:
        """Replace each process: the new one serves before the old one stops."""
        for number, old in enumerate(self._workers):
            new = self._make(self._sockets[number])
            is_ready = new.ready.wait(READY_S)
            if self._is_stopping or not is_ready:
                log.warning("workers not renewed", pid=new.process.pid)
                return new.stop()
            self._workers[number] = new
            old.stop()
            self._let_go(old)
        log.info("workers renewed")

    def _let_go(self, worker: _Worker) -> None:
        if worker.process.pid is not None:
            self._gone(worker.process.pid)

    def _stop(self) -> None:
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            worker.stop()

    def _on_stop(self, number: int, frame: FrameType | None) -> None:
        self._is_stopping = True

    def _on_renew(self, number: int, frame: FrameType | None) -> None:
        self._is_to_renew = True


def _work(
    serve: Serve,
    settings: Settings,
    sockets: Sockets,
    ready: Event,
    replaces: str,
    beats: Beats,
) -> None:
    # Ctrl-C reaches every process of the terminal; the parent says what is to be done about it
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_stop_with_parent, daemon=True).start()

    def beat() -> None:
        beats.value += 1

    serve(settings, sockets, ready.set, replaces, beat)


def _stop_with_parent() -> None:
    """Stop with the parent: nobody else would replace or stop this process."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
