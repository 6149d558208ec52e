"""What lies before a room's host: requests, looks, and signals, in the order they came."""

import asyncio
from collections.abc import Iterable, Sequence
from enum import Enum

from app.journal.errors import StoreDownError
from app.live.host.requests import Answer, Request
from app.rooms.model.refusals import NOT_STORED, refuse

MOST_IN_A_BATCH = 64


class Signal(Enum):
    """What may lie in the inbox besides requests and looks."""

    TICK = "the room's next moment has come"
    BEHIND = "another process has appended"
    STOP = "let go of the room"


Waiting = tuple[Request, asyncio.Future[Answer]]
Look = asyncio.Future[None]
"""Somebody waits until all that was appended before is taken in."""

Item = Waiting | Look | Signal


class Inbox:
    """What was put in, for one who takes it out."""

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
        """Puts something in."""
        self._items.append(item)
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def taken(self) -> list[Item]:
        """What lies in it, a batch at most, after a wait for the first."""
        while not self._items:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        batch, self._items = self._items[:MOST_IN_A_BATCH], self._items[MOST_IN_A_BATCH:]
        return batch

    def emptied(self) -> list[Item]:
        """All that lies in it, without a wait."""
        left, self._items = self._items, []
        return left


def sorted_out(items: Iterable[Item]) -> tuple[list[Waiting], list[Look]]:
    """The requests and the looks among what lay in the inbox."""
    requests = [item for item in items if isinstance(item, tuple)]
    return requests, [item for item in items if isinstance(item, asyncio.Future)]


def looked(looks: Iterable[Look]) -> None:
    """Tells all who wait until everything is taken in that it is."""
    for look in looks:
        if not look.done():
            look.set_result(None)


def give_up(requests: Iterable[Waiting], looks: Iterable[Look]) -> None:
    """Tells all of them to try again."""
    give([(answer, refuse("try_again")) for _, answer in requests])
    for look in looks:
        if not look.done():
            look.set_exception(StoreDownError("the room could not be looked at"))


def single_out(requests: Sequence[Waiting]) -> Sequence[Waiting]:
    """Refuses the one request that the database does not store. Gives several back: each is to be carried out by
    itself, for one of them is to blame."""
    if len(requests) > 1:
        return requests
    give([(answer, refuse("bad_field", NOT_STORED)) for _, answer in requests])
    return ()


def give(answers: Iterable[tuple[asyncio.Future[Answer], Answer]]) -> None:
    """Gives the answers to those who still wait for them."""
    for future, answer in answers:
        if not future.done():
            future.set_result(answer)
