"""Pool of one process of low priority, for work that would hold up the event loop."""

import asyncio
import faulthandler
import gc
import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context
from threading import Lock, Thread
from typing import Protocol

if sys.platform == "win32":
    import ctypes

NICE = 10
"""Priority of the process: everybody else on the machine goes first."""

BELOW_NORMAL_PRIORITY_CLASS = 0x4000
"""The same on Windows, for ``SetPriorityClass``."""


class PipeEnd(Protocol):
    """One end of a pipe, whose class differs between systems."""

    def recv_bytes(self) -> bytes:
        """Wait for bytes. Raises EOFError when the other end is closed."""
        ...

    def close(self) -> None:
        """Close this end."""
        ...


class ProcessLostError(Exception):
    """The process ended before it answered, or did not start."""


class Pool:
    """Pool of one process. It starts with the first call, and again after a loss."""

    def __init__(self, prepare: Callable[[], object] | None = None) -> None:
        """``prepare`` is called once in each process; it is pickled."""
        self._prepare = prepare
        self._lock = Lock()
        self._executor: ProcessPoolExecutor | None = None
        self._lifeline: PipeEnd | None = None
        """Pipe whose closing ends the process, also when this process dies."""
        self._is_closed = False

    async def run(self, function: Callable[[bytes], bytes], argument: bytes, within_s: float) -> bytes:
        """Call the function in the process, which ends itself after so many seconds.

        Raises ProcessLostError, and what the function raises."""
        try:
            # to start a process takes a few milliseconds
            future = await asyncio.to_thread(self._submit, function, argument, within_s)
            return await asyncio.wrap_future(future)
        except (BrokenProcessPool, OSError) as error:
            await asyncio.to_thread(self._end)
            raise ProcessLostError from error

    def close(self) -> None:
        """End the process, also during a call, and start none any more."""
        self._is_closed = True
        self._end()

    def _submit(self, function: Callable[[bytes], bytes], argument: bytes, within_s: float) -> "Future[bytes]":
        with self._lock:
            if self._is_closed:
                raise BrokenProcessPool
            if self._executor is None:
                context = get_context("spawn")
                end, self._lifeline = context.Pipe(duplex=False)
                self._executor = ProcessPoolExecutor(1, context, _begin, (end, self._prepare))
            return self._executor.submit(_call, function, argument, within_s)

    def _end(self) -> None:
        with self._lock:
            executor, self._executor = self._executor, None
            if self._lifeline is not None:
                self._lifeline.close()
        if executor is not None:
            executor.shutdown(cancel_futures=True)


def _begin(lifeline: PipeEnd, prepare: Callable[[], object] | None) -> None:
    """Prepare the process."""
    # Ctrl-C is meant for the server, and reaches both
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "win32":
        ctypes.windll.kernel32.SetPriorityClass(ctypes.windll.kernel32.GetCurrentProcess(), BELOW_NORMAL_PRIORITY_CLASS)
    else:
        os.nice(NICE)
    Thread(target=_end_with, args=(lifeline,), daemon=True).start()
    # what a bot writes could be a secret, and the settings are none of its business
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    for name in [name for name in os.environ if name.startswith("SIGNET_") and not name.endswith("_EDITION")]:
        del os.environ[name]
    if prepare is not None:
        prepare()
    gc.freeze()


def _end_with(lifeline: PipeEnd) -> None:
    with suppress(EOFError, OSError):
        lifeline.recv_bytes()
    os._exit(0)


def _call(function: Callable[[bytes], bytes], argument: bytes, within_s: float) -> bytes:
    """Call the function, and end this process if that takes too long."""
    faulthandler.dump_traceback_later(within_s, exit=True, file=2)
    try:
        return function(argument)
    finally:
        faulthandler.cancel_dump_traceback_later()
