"""Inbox of a room's host: requests, looks and signals in order."""

import asyncio
from collections.abc import Iterable, Sequence
from enum import Enum

from app.journal.errors import StoreDownError
from app.live.host.requests import Answer, Request
from app.rooms.model.refusals import NOT_STORED, refuse

MOST_IN_A_BATCH = 64


class Signal(Enum):
    """Items of the inbox besides requests and looks."""

    TICK = "the room's next moment has come"
    BEHIND = "another process has appended"
    STOP = "let go of the room"


Waiting = tuple[Request, asyncio.Future[Answer]]
Look = asyncio.Future[None]
"""Future that waits until all earlier appends are read."""

Item = Waiting | Look | Signal


class Inbox:
    """Queue with one consumer."""

    def __init__(self) -> None:
        self._items: list[Item] = []
        self._waiter: asyncio.Future[None] | None = None

    def __len__(self) -> int:
        return len(self._items)

    @property
    def requests(self) -> list[Request]:
        """The requests that lie in it."""
        return [item[0] for item in self._items if isinstance(item, tuple)]

    def put(self, item: Item) -> None:
        """Add an item."""
        self._items.append(item)
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def take(self) -> list[Item]:
        """Wait for the first item, then return at most a batch."""
        while not self._items:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        batch, self._items = self._items[:MOST_IN_A_BATCH], self._items[MOST_IN_A_BATCH:]
        return batch

    def take_all(self) -> list[Item]:
        """Return all items without waiting."""
        left, self._items = self._items, []
        return left


def split(items: Iterable[Item]) -> tuple[list[Waiting], list[Look]]:
    """Split items into requests and looks."""
    requests = [item for item in items if isinstance(item, tuple)]
    return requests, [item for item in items if isinstance(item, asyncio.Future)]


def end_looks(looks: Iterable[Look]) -> None:
    """Complete all looks."""
    for look in looks:
        if not look.done():
            look.set_result(None)


def give_up(requests: Iterable[Waiting], looks: Iterable[Look]) -> None:
    """Tell all who wait to try again."""
    give([(answer, refuse("try_again")) for _, answer in requests])
    for look in looks:
        if not look.done():
            look.set_exception(StoreDownError("the room could not be end_looks at"))


def single_out(requests: Sequence[Waiting]) -> Sequence[Waiting]:
    """Refuse a single request that the database does not store.

    Return several ones, to be carried out one by one, as one of them is to blame."""
    if len(requests) > 1:
        return requests
    give([(answer, refuse("bad_field", NOT_STORED)) for _, answer in requests])
    return ()


def give(answers: Iterable[tuple[asyncio.Future[Answer], Answer]]) -> None:
    """Give the answers to those who still wait."""
    for future, answer in answers:
        if not future.done():
            future.set_result(answer)
