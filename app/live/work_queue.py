"""Queue of work for pages about past games: one thread, fair turns, a CPU budget.

The thread is its own, so appends, name lookups and backups never wait for it. There is only one: the interpreter
runs one thread at a time, so a second would take turns from the event loop.

Addresses take turns, and the seats and links of one address take turns among themselves. Two who wait for the same
result share one computation."""

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, Protocol, TypeVar, cast

from app.live.errors import OverBudgetError, QueueFullError

T = TypeVar("T")

MOST_WAITING = 192
"""Places in the queue."""

MOST_OF_ADDRESS = 60
"""Places of one address: ten devices in one home may ask for six pages each."""


class Asker(NamedTuple):
    """Client that waits for work."""

    address: str
    who: Hashable = None
    """The room and seat, or whatever else tells people at one address apart."""


class Budget(Protocol):
    """Budget of processor time an asker may use."""

    def history_wait(self, asker: Asker) -> float:
        """Return the seconds until the asker may ask again; 0 for now."""
        ...

    def charge_history(self, asker: Asker, seconds: float) -> None:
        """Take so many seconds of processor time from the asker's budget."""
        ...


class QueueMetrics(Protocol):
    """Counters of what the queue does."""

    def history_computed(self, seconds: float) -> None:
        """Record the processor time of one piece of work."""
        ...

    def history_waits(self, places: int) -> None:
        """Record how many places are taken."""
        ...


Before = Callable[[], Awaitable[object]]
"""Function that is awaited in the event loop before a piece of work."""


class _Done(NamedTuple):
    result: Any
    error: BaseException | None
    seconds: float


class _Ticket:
    """A place in the queue, for all at one address who wait for the same thing."""

    def __init__(
        self, asker: Asker, key: Hashable, work: Callable[[], Any], before: Before | None, *, is_admitted: bool
    ) -> None:
        self.asker = asker
        self.key = key
        self.work = work
        self.before = before
        self.is_admitted = is_admitted
        self.futures: list[asyncio.Future[Any]] = []

    def fail(self, error: BaseException) -> None:
        """End all waits with that error."""
        for future in self.futures:
            if not future.done():
                future.set_exception(error)

    def succeed(self, result: Any) -> None:
        """End all waits with that result."""
        for future in self.futures:
            if not future.done():
                future.set_result(result)


class WorkQueue:
    """The queue of one server. Its methods belong to the thread of the event loop."""

    def __init__(self, budget: Budget | None = None, metrics: QueueMetrics | None = None) -> None:
        """``budget`` None: nobody is refused anything."""
        self._budget = budget
        self._metrics = metrics
        self._thread = ThreadPoolExecutor(1, "history")
        self._lines: OrderedDict[str, OrderedDict[Hashable, deque[_Ticket]]] = OrderedDict()
        self._counts: dict[str, int] = {}
        self._by_key: dict[Hashable, dict[str, _Ticket]] = {}
        self._running: _Ticket | None = None
        self._task: asyncio.Task[None] | None = None
        self._is_closed = False

    def __len__(self) -> int:
        return sum(self._counts.values())

    def check(self, asker: Asker) -> None:
        """Raise OverBudgetError while the asker's budget is spent."""
        wait = self._budget.history_wait(asker) if self._budget is not None else 0.0
        if wait:
            raise OverBudgetError(wait)

    async def run(
        self,
        asker: Asker,
        work: Callable[[], T],
        *,
        key: Hashable = None,
        before: Before | None = None,
        is_admitted: bool = False,
    ) -> T:
        """Run the work in the thread at the asker's turn; return its result.

        ``key`` names the result: equal keys share one computation. ``before`` is awaited first, at the asker's turn:
        it reads what the work needs. ``is_admitted``: part of something that was let in before, so it is charged but
        never refused. Raises OverBudgetError, QueueFullError and what the work raises."""
        if not is_admitted:
            self.check(asker)
        key = key if key is not None else object()
        ticket = self._same(asker, key)
        if ticket is None:
            ticket = _Ticket(asker, key, work, before, is_admitted=is_admitted)
            self._enter(ticket)
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        ticket.futures.append(future)
        self._go_on()
        return cast(T, await future)

    def close(self) -> None:
        """Take no more turns. Who waits is cancelled."""
        self._is_closed = True
        for tickets in list(self._by_key.values()):
            for ticket in list(tickets.values()):
                for future in ticket.futures:
                    future.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _same(self, asker: Asker, key: Hashable) -> _Ticket | None:
        """Return a ticket to share: of the same address, or the running one."""
        tickets = self._by_key.get(key, {})
        if self._running is not None and self._running.key == key:
            return self._running
        return tickets.get(asker.address)

    def _enter(self, ticket: _Ticket) -> None:
        address, who = ticket.asker
        if self._budget is not None and not ticket.is_admitted:
            self._make_place(address)
        self._lines.setdefault(address, OrderedDict()).setdefault(who, deque()).append(ticket)
        self._counts[address] = self._counts.get(address, 0) + 1
        self._by_key.setdefault(ticket.key, {})[address] = ticket
        self._tell()

    def _make_place(self, address: str) -> None:
        """Raise QueueFullError unless there is a place.

        In a full queue the address with the most places gives its last."""
        own = self._counts.get(address, 0)
        if own >= MOST_OF_ADDRESS:
            raise QueueFullError
        if len(self) < MOST_WAITING:
            return
        longest = max(self._counts, key=self._counts.__getitem__)
        if self._counts[longest] <= own + 1:
            raise QueueFullError
        lines = self._lines[longest]
        line = max(lines.values(), key=len)
        last = next((ticket for ticket in reversed(line) if not ticket.is_admitted), None)
        if last is None:
            raise QueueFullError
        self._leave(last)
        last.fail(QueueFullError())

    def _leave(self, ticket: _Ticket) -> None:
        """Take a ticket out of its line and out of the index."""
        address, who = ticket.asker
        lines = self._lines[address]
        lines[who].remove(ticket)
        if not lines[who]:
            del lines[who]
        if not lines:
            del self._lines[address]
        self._drop(ticket)
        self._counts[address] -= 1
        if not self._counts[address]:
            del self._counts[address]
        self._tell()

    def _drop(self, ticket: _Ticket) -> None:
        tickets = self._by_key.get(ticket.key, {})
        if tickets.get(ticket.asker.address) is ticket:
            del tickets[ticket.asker.address]
        if not tickets:
            self._by_key.pop(ticket.key, None)

    def _next(self) -> _Ticket | None:
        """Return the next ticket; its address and asker go to the end of their queues."""
        if not self._lines:
            return None
        address, lines = next(iter(self._lines.items()))
        who, line = next(iter(lines.items()))
        ticket = line[0]
        self._lines.move_to_end(address)
        lines.move_to_end(who)
        self._leave(ticket)
        return ticket

    def _go_on(self) -> None:
        """Start the next piece of work, if none runs."""
        while self._running is None and not self._is_closed and (ticket := self._next()) is not None:
            if all(future.done() for future in ticket.futures):
                continue
            try:
                if not ticket.is_admitted:
                    # those before it in the line may have spent the budget
                    self.check(ticket.asker)
            except OverBudgetError as error:
                ticket.fail(error)
                continue
            self._running = ticket
            self._task = asyncio.create_task(self._serve(ticket), name="history")

    async def _serve(self, ticket: _Ticket) -> None:
        try:
            if ticket.before is not None:
                await ticket.before()
            done = await asyncio.get_running_loop().run_in_executor(self._thread, _time, ticket.work)
        except Exception as error:
            # the store may be down: who asked is told, and the next has its turn
            done = _Done(None, error, 0.0)
        self._running = None
        self._end(ticket, done)
        self._go_on()

    def _end(self, ticket: _Ticket, done: _Done) -> None:
        if self._budget is not None:
            self._budget.charge_history(ticket.asker, done.seconds)
        if self._metrics is not None:
            self._metrics.history_computed(done.seconds)
        if done.error is not None:
            ticket.fail(done.error)
            return
        ticket.succeed(done.result)
        for other in list(self._by_key.get(ticket.key, {}).values()):
            self._leave(other)
            other.succeed(done.result)

    def _tell(self) -> None:
        if self._metrics is not None:
            self._metrics.history_waits(len(self))


def _time(work: Callable[[], Any]) -> _Done:
    """Run the work, and measure the processor time that it took."""
    began = time.thread_time()
    try:
        result, error = work(), None
    except Exception as raised:
        result, error = None, raised
    return _Done(result, error, time.thread_time() - began)
