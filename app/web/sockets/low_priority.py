"""Low-priority updates, as "X has sealed", sent a moment later.

So reveals never queue behind them. When there is more to do than time, several become one message."""

import asyncio
from collections.abc import Callable
from itertools import islice

WAIT_S = 0.02
"""Seconds of delay. Nobody sees it."""

A_TURN = 8
"""Connections served in one turn of the loop; then other tasks run."""


class LowPriorityCalls:
    """Calls that can wait, one of a kind at a time, in the order they came."""

    def __init__(self, wait_s: float = WAIT_S, a_turn: int = A_TURN) -> None:
        self._wait_s = wait_s
        self._a_turn = a_turn
        self._due: dict[Callable[[], object], None] = {}
        self._is_on_its_way = False

    def add(self, call: Callable[[], object]) -> None:
        """Call it once, a moment later, however often it is added. It must not raise."""
        self._due[call] = None
        if not self._is_on_its_way:
            self._is_on_its_way = True
            asyncio.get_running_loop().call_later(self._wait_s, self._go_on)

    def _go_on(self) -> None:
        for call in tuple(islice(self._due, self._a_turn)):
            del self._due[call]
            call()
        self._is_on_its_way = bool(self._due)
        if self._due:
            asyncio.get_running_loop().call_soon(self._go_on)
