"""What can wait: who else has sealed is written a blink later, many connections in one go and never in the way of
anything else. What is opened then does not stand behind what nobody waits for, and where there is more to do than time
for it, several such changes become one message."""

import asyncio
import time
from collections.abc import Callable

WAIT_S = 0.02
"""How long it waits. Nobody sees it."""

SLICE_S = 0.001
"""So long is written in one go; then everybody else has a turn."""


class Unhurried:
    """Calls that can wait, one of a kind at a time, in the order they came."""

    def __init__(self, wait_s: float = WAIT_S, slice_s: float = SLICE_S) -> None:
        self._wait_s = wait_s
        self._slice_s = slice_s
        self._due: dict[Callable[[], None], None] = {}
        self._is_on_its_way = False

    def add(self, call: Callable[[], None]) -> None:
        """Calls it once in a while, however often it is added until then. It must not raise."""
        self._due[call] = None
        if not self._is_on_its_way:
            self._is_on_its_way = True
            asyncio.get_running_loop().call_later(self._wait_s, self._go_on)

    def _go_on(self) -> None:
        until = time.perf_counter() + self._slice_s
        for call in tuple(self._due):
            del self._due[call]
            call()
            if time.perf_counter() >= until:
                break
        self._is_on_its_way = bool(self._due)
        if self._due:
            asyncio.get_running_loop().call_soon(self._go_on)
