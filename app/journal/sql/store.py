"""Store on SQLite or Postgres: one thread, one connection, group commit.

Requests wait in a queue. The thread takes all of them, writes all appends in one transaction and answers the reads.
It hands the outcomes to the event loop in one call. So a slow disk delays the answers, never the loop, and all who
waited share a commit."""

import asyncio
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection

from app.journal.contacts import Contacts
from app.journal.errors import StoreDownError
from app.journal.peers import NoPeers, Peers
from app.journal.rows import Append, prepare
from app.journal.sql import compressing, reading, writing
from app.journal.sql.contacts import SqlContacts
from app.journal.sql.database import Database, Synchronous, open_database
from app.journal.sql.migrate import upgrade_database
from app.journal.sql.transactions import Transactions
from app.journal.store import START, HeldSeat
from app.rooms.events import Entry
from app.rooms.model.ids import Digest, Millis, RoomCode, Version

MOST_IN_A_GROUP = 500

TOLD_AT_ONCE = 16
"""Outcomes delivered in one step of the event loop.

Each may reveal a table's cards to all viewers."""

MOST_AT_ONCE = 100
"""Entries above which an append is prepared in a thread of its own.

In the loop it would take too long."""

CLOSED = "the store is closed"

_Result = TypeVar("_Result")


class _Call(NamedTuple):
    """A piece of work on the connection other than an append."""

    work: Callable[[Connection], object]
    writes: bool


class _Job(NamedTuple):
    """Request with the future that waits for it; no request means the end."""

    ask: Append | _Call | None
    answer: asyncio.Future[Any]


_Outcome = tuple[asyncio.Future[Any], object]
"""Waiting future, and its result or the exception to raise."""


class SqlStore:
    """Journals in an SQL database."""

    def __init__(
        self,
        url: str,
        *,
        synchronous: Synchronous = "FULL",
        busy_ms: int | None = None,
        trust_disk_off: bool = False,
    ) -> None:
        """Open the database and upgrade its schema; settings as of ``open_database``.

        Raises NotWritableError, DatabaseInUseError, NewerDatabaseError, NotDurableError, StoreDownError."""
        self.database: Database = open_database(
            url, synchronous=synchronous, busy_ms=busy_ms, trust_disk_off=trust_disk_off
        )
        self.peers: Peers = NoPeers() if self.database.file is not None else _peers(url)
        self.contacts: Contacts = SqlContacts(lambda work, *, writes: self._ask(_Call(work, writes)))
        try:
            upgrade_database(self.database)
        except BaseException:
            self.database.close()
            raise
        self._transactions = Transactions(self.database)
        self._jobs: SimpleQueue[_Job] = SimpleQueue()
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    async def append(
        self, room: RoomCode, expected: Version, entries: Sequence[Entry], phase: str, wake_at: Millis | None
    ) -> None:
        """Implement Store."""
        if len(entries) <= MOST_AT_ONCE:
            made = prepare(room, expected, entries, phase, wake_at)
        else:
            made = await asyncio.to_thread(prepare, room, expected, entries, phase, wake_at)
        await self._ask(made)

    async def load(self, room: RoomCode, after: Version = START) -> tuple[Entry, ...]:
        """Implement Store."""
        return await self._read(lambda connection: reading.load(connection, room, after))

    async def room_joined_by(self, code: RoomCode) -> RoomCode | None:
        """Implement Store."""
        return await self._read(lambda connection: reading.room_joined_by(connection, code))

    async def rooms_held(self, holder: Digest) -> tuple[HeldSeat, ...]:
        """Implement Store."""
        return await self._read(lambda connection: reading.rooms_held(connection, holder))

    async def load_revoked(self, code: RoomCode) -> frozenset[Digest]:
        """Implement Store."""
        return await self._read(lambda connection: reading.load_revoked(connection, code))

    async def due(self, before: Millis) -> tuple[RoomCode, ...]:
        """Implement Store."""
        return await self._read(lambda connection: reading.due(connection, before))

    async def find_overdue(self, before: Millis, after: RoomCode, most: int) -> tuple[RoomCode, ...]:
        """Implement Store."""
        return await self._read(lambda connection: reading.find_overdue(connection, before, after, most))

    async def count_phases(self) -> dict[str, int]:
        """Implement Store."""
        return await self._read(reading.count_phases)

    async def delete(self, room: RoomCode) -> None:
        """Implement Store."""
        await self._ask(_Call(lambda connection: writing.delete_room(connection, room), writes=True))

    async def expire(self, before: Millis, most: int) -> tuple[RoomCode, ...]:
        """Implement Store."""
        gone: tuple[RoomCode, ...] = await self._ask(
            _Call(lambda connection: writing.expire(connection, before, most), writes=True)
        )
        return gone

    async def find_compressible(self, before: Millis, after: RoomCode, most: int) -> tuple[RoomCode, ...]:
        """Implement Store."""
        return await self._read(lambda connection: compressing.find_compressible(connection, before, after, most))

    async def compress(self, room: RoomCode, before: Millis) -> bool:
        """Implement Store."""
        is_done: bool = await self._ask(
            _Call(lambda connection: compressing.compress(connection, room, before), writes=True)
        )
        return is_done

    async def beat(self, now: Millis) -> None:
        """Implement Store."""
        await self._ask(_Call(lambda connection: writing.beat(connection, now), writes=True))

    async def last_beat(self) -> Millis | None:
        """Implement Store."""
        return await self._read(reading.last_beat)

    async def check(self) -> None:
        """Implement Store."""
        await self._read(reading.check)

    async def close(self) -> None:
        """Implement Store. May be called again."""
        if not self._is_closed:
            self._is_closed = True
            self._jobs.put(_Job(None, asyncio.get_running_loop().create_future()))
        await asyncio.to_thread(self._thread.join)

    async def _read(self, work: Callable[[Connection], _Result]) -> _Result:
        result: _Result = await self._ask(_Call(work, writes=False))
        return result

    async def _ask(self, ask: Append | _Call) -> Any:
        if self._is_closed:
            raise StoreDownError(CLOSED)
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._jobs.put(_Job(ask, answer))
        return await answer

    def _run(self) -> None:
        is_open = True
        while is_open:
            jobs = self._take_batch()
            is_open = all(job.ask is not None for job in jobs)
            try:
                outcomes = self._run_jobs(jobs)
            except Exception as error:
                # whatever it is, nobody may wait for ever, and the next jobs may fare better
                outcomes = [(job.answer, error) for job in jobs]
            _settle(outcomes)
        self._transactions.close()
        self.database.close()
        _settle([(job.answer, StoreDownError(CLOSED)) for job in self._take_rest()])

    def _take_batch(self) -> list[_Job]:
        """Wait for the first request, then take all that are in the queue up to the end."""
        jobs = [self._jobs.get()]
        while jobs[-1].ask is not None and len(jobs) < MOST_IN_A_GROUP and not self._jobs.empty():
            # nobody else takes from it
            jobs.append(self._jobs.get())
        return jobs

    def _take_rest(self) -> list[_Job]:
        """Take the requests behind the end, from another thread's event loop."""
        return [self._jobs.get() for _ in range(self._jobs.qsize())]

    def _run_jobs(self, jobs: Sequence[_Job]) -> list[_Outcome]:
        appends: list[Append] = []
        waiting: list[asyncio.Future[Any]] = []
        calls: list[tuple[asyncio.Future[Any], _Call]] = []
        for ask, answer in jobs:
            if isinstance(ask, Append):
                appends.append(ask)
                waiting.append(answer)
            elif ask is not None:
                calls.append((answer, ask))
        outcomes: list[_Outcome] = list(zip(waiting, self._transactions.write_all(appends), strict=True))
        for answer, call in calls:
            outcomes.append((answer, self._transactions.attempt(call.work, writes=call.writes)))
        return outcomes


def _peers(url: str) -> Peers:
    from app.journal.postgres.peers import PostgresPeers

    return PostgresPeers(url)


def _settle(outcomes: Sequence[_Outcome]) -> None:
    """Deliver the outcomes, in one call to each event loop that waits."""
    loops = {answer.get_loop() for answer, _ in outcomes}
    for loop in loops:
        mine = outcomes if len(loops) == 1 else [each for each in outcomes if each[0].get_loop() is loop]
        # a loop that was closed has nobody left who waits
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(_tell, mine)


def _tell(outcomes: Sequence[_Outcome]) -> None:
    if len(outcomes) > TOLD_AT_ONCE:
        asyncio.get_running_loop().call_soon(_tell, outcomes[TOLD_AT_ONCE:])
    for answer, outcome in outcomes[:TOLD_AT_ONCE]:
        if answer.done():
            continue
        if isinstance(outcome, Exception):
            answer.set_exception(outcome)
        else:
            answer.set_result(outcome)
