"""Queue of work on past games: turns, places, budgets, shared computations."""

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial

import pytest

from app.live import work_queue
from app.live.errors import OverBudgetError, QueueFullError
from app.live.work_queue import MOST_OF_ADDRESS, MOST_WAITING, Asker, WorkQueue

HOME, OTHER = Asker("192.0.2.1"), Asker("192.0.2.2")


class Purse:
    """Budget of so many jobs for each address."""

    def __init__(self, pieces: int = 1_000_000) -> None:
        self.pieces = pieces
        self.charged: list[str] = []

    def history_wait(self, asker: Asker) -> float:
        """Implement Budget."""
        return 0.0 if self.charged.count(asker.address) < self.pieces else 7.0

    def charge_history(self, asker: Asker, seconds: float) -> None:
        """Implement Budget."""
        assert seconds >= 0
        self.charged.append(asker.address)


@asynccontextmanager
async def busy(purse: Purse | None = None) -> AsyncIterator[tuple[WorkQueue, Callable[[], None]]]:
    """Yield a queue whose thread is busy until the given function is called."""
    queue, free = WorkQueue(purse or Purse()), threading.Event()
    first = asyncio.create_task(queue.run(Asker("busy"), free.wait))
    await asyncio.sleep(0)
    try:
        yield queue, free.set
    finally:
        free.set()
        await first
        queue.close()


async def order_of(askers: Sequence[Asker]) -> list[Asker]:
    """Return the order in which these callers are served.

    They come in the given order while the thread is busy."""
    done: list[Asker] = []
    async with busy() as (queue, go_on):
        tasks = [asyncio.create_task(queue.run(asker, partial(done.append, asker))) for asker in askers]
        await asyncio.sleep(0)
        go_on()
        await asyncio.gather(*tasks)
    return done


@pytest.mark.asyncio
async def test_addresses_take_turns() -> None:
    assert (await order_of([HOME] * 20 + [OTHER])).index(OTHER) <= 1


@pytest.mark.asyncio
async def test_seats_at_one_address_take_turns() -> None:
    ada, ben = Asker("192.0.2.1", ("room", 0)), Asker("192.0.2.1", ("room", 1))
    done = await order_of([ada] * 10 + [OTHER] * 10 + [ben])
    assert done.index(ben) <= 3
    assert sorted(done, key=str) == sorted([ada] * 10 + [OTHER] * 10 + [ben], key=str)


@pytest.mark.asyncio
async def test_a_queue_without_turns_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def first_come(queue: WorkQueue, _: Asker, work: Callable[[], object]) -> Awaitable[object]:
        return run(queue, Asker("all"), work)

    run = WorkQueue.run
    monkeypatch.setattr(WorkQueue, "run", first_come)
    assert (await order_of([HOME] * 20 + [OTHER])).index(OTHER) == 20


@pytest.mark.asyncio
async def test_an_address_has_so_many_places() -> None:
    async with busy() as (queue, _):
        tasks = [asyncio.create_task(queue.run(HOME, int)) for _ in range(MOST_OF_ADDRESS + 5)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        refused = [task for task in tasks if task.done() and isinstance(task.exception(), QueueFullError)]
        assert refused == tasks[MOST_OF_ADDRESS:]
        assert len(queue) == MOST_OF_ADDRESS
        last = asyncio.create_task(queue.run(OTHER, int))
        await asyncio.sleep(0)
        assert not last.done(), "others have theirs"


@pytest.mark.asyncio
async def test_full_queue_drops_a_job_of_the_largest_asker() -> None:
    many = [Asker(f"192.0.2.{number}") for number in range(-(-MOST_WAITING // MOST_OF_ADDRESS))]
    async with busy() as (queue, go_on):
        tasks = [asyncio.create_task(queue.run(asker, int)) for asker in many for _ in range(MOST_OF_ADDRESS)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert len(queue) == MOST_WAITING
        newcomer = asyncio.create_task(queue.run(Asker("198.51.100.1"), lambda: "served"))
        await asyncio.sleep(0)
        assert len(queue) == MOST_WAITING
        go_on()
        assert await newcomer == "served"
        ended = await asyncio.gather(*tasks, return_exceptions=True)
    assert sum(isinstance(end, QueueFullError) for end in ended) == len(tasks) - MOST_WAITING + 1


@pytest.mark.asyncio
async def test_where_all_have_one_place_a_newcomer_is_refused() -> None:
    async with busy() as (queue, _):
        askers = [Asker(f"192.0.2.{number}") for number in range(MOST_WAITING)]
        tasks = [asyncio.create_task(queue.run(asker, int)) for asker in askers]
        await asyncio.sleep(0)
        with pytest.raises(QueueFullError):
            await queue.run(Asker("198.51.100.1"), int)
        assert not any(task.done() for task in tasks)


@pytest.mark.asyncio
async def test_budget_spent_in_the_queue_refuses_the_remaining_jobs() -> None:
    purse = Purse(pieces=3)
    async with busy(purse) as (queue, go_on):
        tasks = [asyncio.create_task(queue.run(HOME, int)) for _ in range(10)]
        others = asyncio.create_task(queue.run(OTHER, int))
        await asyncio.sleep(0)
        go_on()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        assert await others == 0
        assert [end for end in ended if end == 0] == [0] * 3
        assert {end.wait for end in ended if isinstance(end, OverBudgetError)} == {7.0}
        with pytest.raises(OverBudgetError):
            await queue.run(HOME, int)
    assert purse.charged.count(HOME.address) == 3


@pytest.mark.asyncio
async def test_what_was_admitted_before_is_charged_and_never_refused() -> None:
    purse = Purse(pieces=1)
    queue = WorkQueue(purse)
    for _ in range(3):
        assert await queue.run(HOME, lambda: 1, is_admitted=True) == 1
    assert purse.charged == [HOME.address] * 3
    queue.close()


@pytest.mark.asyncio
async def test_all_who_want_the_same_get_one_computation() -> None:
    made: list[int] = []

    def work() -> int:
        made.append(1)
        return 5

    async with busy() as (queue, go_on):
        askers = [HOME] * 60 + [OTHER, Asker("192.0.2.1", ("room", 3))]
        tasks = [asyncio.create_task(queue.run(asker, work, key="film")) for asker in askers]
        await asyncio.sleep(0)
        assert len(queue) == 2, "a place for each address"
        go_on()
        assert await asyncio.gather(*tasks) == [5] * 62
        assert len(queue) == 0
    assert made == [1]


@pytest.mark.asyncio
async def test_who_comes_while_it_is_computed_waits_for_the_same() -> None:
    queue, free, made = WorkQueue(), threading.Event(), list[int]()

    def work() -> int:
        free.wait()
        made.append(1)
        return len(made)

    first = asyncio.create_task(queue.run(HOME, work, key="film"))
    await asyncio.sleep(0)
    second = asyncio.create_task(queue.run(OTHER, work, key="film"))
    await asyncio.sleep(0)
    free.set()
    assert await first == await second == 1
    queue.close()


@pytest.mark.asyncio
async def test_queue_loads_input_once_when_the_job_starts() -> None:
    read: list[int] = []

    async def load_input() -> None:
        read.append(1)

    async with busy() as (queue, go_on):
        tasks = [
            asyncio.create_task(queue.run(each, int, key="film", before=load_input)) for each in [HOME] * 9 + [OTHER]
        ]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert read == []
        go_on()
        await asyncio.gather(*tasks)
    assert read == [1]


@pytest.mark.asyncio
async def test_queue_reports_a_failed_load_and_runs_the_next_job() -> None:
    async def fail_to_load() -> None:
        raise OSError("the store is down")

    queue = WorkQueue()
    with pytest.raises(OSError, match="down"):
        await queue.run(HOME, int, before=fail_to_load)
    assert await queue.run(HOME, int) == 0
    queue.close()


@pytest.mark.asyncio
async def test_queue_reports_a_failed_job_and_runs_the_next_one() -> None:
    def fails() -> int:
        raise KeyError("no such choice")

    queue = WorkQueue()
    with pytest.raises(KeyError):
        await queue.run(HOME, fails, key="film")
    assert await queue.run(HOME, lambda: 2, key="film") == 2
    queue.close()


@pytest.mark.asyncio
async def test_what_nobody_waits_for_any_more_is_not_computed() -> None:
    made: list[int] = []
    async with busy() as (queue, go_on):
        task = asyncio.create_task(queue.run(HOME, lambda: made.append(1)))
        await asyncio.sleep(0)
        task.cancel()
        go_on()
        assert await queue.run(HOME, lambda: 3) == 3
    assert made == []


@pytest.mark.asyncio
async def test_the_thread_is_the_queues_own_and_there_is_one() -> None:
    queue = WorkQueue()
    threads = await asyncio.gather(*(queue.run(Asker(str(n)), threading.current_thread) for n in range(5)))
    assert len(set(threads)) == 1
    assert threads[0].name.startswith("history")
    queue.close()


@pytest.mark.asyncio
async def test_after_the_end_nobody_waits() -> None:
    queue, free = WorkQueue(), threading.Event()
    first = asyncio.create_task(queue.run(HOME, free.wait))
    await asyncio.sleep(0)
    waiting = asyncio.create_task(queue.run(OTHER, int))
    await asyncio.sleep(0)
    queue.close()
    free.set()
    await first
    with pytest.raises(asyncio.CancelledError):
        await waiting


def test_processor_time_is_measured_and_waiting_is_not() -> None:
    assert work_queue._time(lambda: threading.Event().wait(0.05)).seconds < 0.05
