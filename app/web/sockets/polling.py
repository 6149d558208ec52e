"""Pages without a socket, which poll. Each counts as connected while it polls."""

import asyncio
from collections.abc import Awaitable, Callable

from app.live.host.subscription import Subscription
from app.rooms.model.ids import Digest, RoomCode
from app.web.table.toasts import Toaster
from app.web.text.sentences import Speech

STAY_S = 15.0
"""Seconds a page counts as connected after a poll: three polls may be lost."""

Join = Callable[[], Awaitable[Subscription | None]]


class PollingPage:
    """A device at a table whose page asks."""

    __slots__ = ("leaving", "subscription", "toasters")

    def __init__(self, subscription: Subscription, leaving: asyncio.TimerHandle) -> None:
        self.subscription = subscription
        self.leaving = leaving
        self.toasters: dict[Speech, Toaster] = {}
        """Toasters of its pages, by language."""

    def toaster(self, speech: Speech) -> Toaster:
        """Return what has told this device's pages so far."""
        return self.toasters.setdefault(speech, Toaster(speech))


class Polling:
    """All devices of this process whose pages ask."""

    def __init__(self, stay_s: float = STAY_S) -> None:
        self._stay_s = stay_s
        self._pages: dict[tuple[RoomCode, Digest], PollingPage] = {}

    async def poll(self, code: RoomCode, device: Digest, join: Join) -> PollingPage | None:
        """Note a device's poll and connect it by ``join`` if need be.

        Return None if there is no such room."""
        key = code, device
        if (known := self._find_page(key)) is None:
            subscription = await join()
            if subscription is None:
                return None
            # another question may have come meanwhile
            if (known := self._find_page(key)) is None:
                self._pages[key] = PollingPage(subscription, self._later(key))
                return self._pages[key]
            subscription.close()
        known.leaving.cancel()
        known.leaving = self._later(key)
        return known

    def close(self) -> None:
        """Let all of them go."""
        for key in tuple(self._pages):
            self._leave(key)

    def _find_page(self, key: tuple[RoomCode, Digest]) -> PollingPage | None:
        page = self._pages.get(key)
        if page is not None and page.subscription.is_over:
            self._leave(key)
            return None
        return page

    def _later(self, key: tuple[RoomCode, Digest]) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(self._stay_s, self._leave, key)

    def _leave(self, key: tuple[RoomCode, Digest]) -> None:
        page = self._pages.pop(key)
        page.leaving.cancel()
        page.subscription.close()
