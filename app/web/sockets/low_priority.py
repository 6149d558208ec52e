"""What can wait: who else has sealed is written a blink later, to few connections in each turn of the event loop. What
is revealed then does not stand behind what nobody waits for, and where there is more to do than time for it, several
such changes become one message."""

import asyncio
from collections.abc import Callable
from itertools import islice

WAIT_S = 0.02
"""How long it waits. Nobody sees it."""

A_TURN = 8
"""So many are called in one turn of the loop; then everybody else has one."""


class LowPriorityCalls:
    """Calls that can wait, one of a kind at a time, in the order they came."""

    def __init__(self, wait_s: float = WAIT_S, a_turn: int = A_TURN) -> None:
        self._wait_s = wait_s
        self._a_turn = a_turn
        self._due: dict[Callable[[], object], None] = {}
        self._is_on_its_way = False

    def add(self, call: Callable[[], object]) -> None:
        """Calls it once in a while, however often it is added until then. It must not raise."""
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
