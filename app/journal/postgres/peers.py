"""Peers on one Postgres: hints by NOTIFY, presence and ownership in tables.

A process is alive while its heartbeat is fresh by the database's clock. One that is not counts as neither present
nor an owner, so nobody needs to clear up. A hint is sent in a statement of its own after the commit, many together.
Inside the transaction it would make all commits wait for each other."""

import asyncio
import secrets
from collections import defaultdict
from collections.abc import Collection
from contextlib import suppress
from typing import Any

from psycopg.sql import Composed

from app.journal.errors import StoreDownError
from app.journal.peers import Heard, PeersReport
from app.journal.postgres import peer_statements
from app.journal.postgres.link import Link, Listener
from app.rooms.model.ids import Digest, Millis, RoomCode, Version
from app.tasks import end_tasks

HERE = "here"
"""Payload in place of a version: somebody connected or left."""

FRESH_MS = 3_000
"""Milliseconds that a process counts as alive after a heartbeat.

They are three of its looks (``app.live.following``)."""

FORGET_MS = 60_000
"""Milliseconds after the last heartbeat until a process's rows are deleted."""

CLEAR_EVERY = 30
"""Looks from one clearing to the next."""

FIRST_S = 2.0
"""Seconds the start waits until hints arrive. Without them the looks suffice."""

MOST_DUE = 50

_Present = frozenset[tuple[RoomCode, Digest]]


class PostgresPeers:
    """The other processes on the Postgres at an SQLAlchemy address."""

    is_alone = False

    def __init__(self, url: str, fresh_ms: int = FRESH_MS) -> None:
        """Ask the database nothing yet. ``fresh_ms`` is the same in all processes."""
        self.id = secrets.token_hex(8)
        self._url = url
        self._fresh_ms = fresh_ms
        self._link = Link(url)
        self._owned: set[RoomCode] = set()
        self._beaten_at = float("-inf")
        self._looks = 0
        self._hints: dict[RoomCode, Version] = {}
        self._here: dict[RoomCode, frozenset[Digest]] = {}
        self._shown: _Present | None = frozenset()
        """Presence that the table holds; None if unknown."""
        self._to_tell = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self, heard: Heard) -> None:
        """Implement Peers."""
        await self._beat()
        listener = Listener(self._url, peer_statements.LISTEN, lambda said, pid: self._hear(heard, said, pid))
        self._tasks = [asyncio.create_task(each, name="peers") for each in (listener.run(), self._tell())]
        with suppress(TimeoutError):
            async with asyncio.timeout(FIRST_S):
                await listener.is_listening.wait()

    def hint(self, room: RoomCode, version: Version) -> None:
        """Implement Peers."""
        self._hints[room] = version
        self._to_tell.set()

    def show(self, room: RoomCode, holders: frozenset[Digest]) -> None:
        """Implement Peers."""
        if holders == self._here.get(room, frozenset()):
            return
        if holders:
            self._here[room] = holders
        else:
            del self._here[room]
        self._to_tell.set()

    async def look(self, rooms: Collection[RoomCode]) -> PeersReport:
        """Implement Peers."""
        await self._beat()
        self._looks += 1
        if self._looks % CLEAR_EVERY == 0:
            await self._ask(peer_statements.CLEAR, forget=FORGET_MS)
        if not rooms:
            return PeersReport()
        versions = await self._ask(peer_statements.VERSIONS, rooms=list(rooms))
        elsewhere: defaultdict[RoomCode, set[Digest]] = defaultdict(set)
        for room, holder in await self._ask(peer_statements.ELSEWHERE, rooms=list(rooms)):
            elsewhere[room].add(holder)
        known = dict(versions)
        connected = {room: frozenset(holders) for room, holders in elsewhere.items()}
        return PeersReport(known, connected, frozenset(rooms) - known.keys())

    async def take(self, room: RoomCode) -> bool:
        """Implement Peers.

        Ask the database once, and again when this process was not heard of for too long."""
        is_fresh = asyncio.get_running_loop().time() - self._beaten_at < self._fresh_ms / 1000
        if room in self._owned and is_fresh:
            return True
        self._owned.discard(room)
        if not is_fresh:
            await self._beat()
        if await self._ask(peer_statements.TAKE, room=room):
            self._owned.add(room)
        return room in self._owned

    async def take_due(self, before: Millis) -> tuple[RoomCode, ...]:
        """Implement Peers."""
        rooms = tuple(room for (room,) in await self._ask(peer_statements.TAKE_DUE, before=before, most=MOST_DUE))
        self._owned.update(rooms)
        return rooms

    async def release(self, room: RoomCode) -> None:
        """Implement Peers."""
        if room in self._owned:
            self._owned.discard(room)
            await self._ask(peer_statements.RELEASE, room=room)

    async def alive(self) -> int:
        """Implement Peers."""
        ((count,),) = await self._ask(peer_statements.ALIVE)
        return int(count)

    async def close(self) -> None:
        """Implement Peers. May be called again."""
        await end_tasks(self._tasks)
        with suppress(StoreDownError):
            await self._ask(peer_statements.LEAVE)
        await self._link.close()

    async def _ask(self, statement: Composed, **values: object) -> list[tuple[Any, ...]]:
        return await self._link.ask(statement, {"me": self.id, "fresh": self._fresh_ms, **values})

    async def _beat(self) -> None:
        """Send a heartbeat. If this process counted as dead, forget what it owned."""
        at = asyncio.get_running_loop().time()
        ((is_new,),) = await self._ask(peer_statements.BEAT)
        was_silent = at - self._beaten_at >= self._fresh_ms / 1000
        self._beaten_at = at
        if is_new or was_silent:
            self._owned.clear()
        if is_new:
            self._shown = None
        if self._shown is None:
            self._to_tell.set()

    def _hear(self, heard: Heard, said: str, pid: int) -> None:
        room, _, what = said.partition(" ")
        if pid != self._link.pid:
            heard(RoomCode(room), Version(int(what)) if what.isdecimal() else None)

    async def _tell(self) -> None:
        """Send all hints that have come up. Lost ones are made good by the next look."""
        while True:
            await self._to_tell.wait()
            self._to_tell.clear()
            hints, self._hints = self._hints, {}
            said = [f"{room} {version}" for room, version in hints.items()]
            try:
                said += [f"{room} {HERE}" for room in await self._write_presence()]
                if said:
                    await self._ask(peer_statements.TELL, said=said)
            except StoreDownError:
                # the next heartbeat that gets through brings it up again
                self._shown = None

    async def _write_presence(self) -> list[RoomCode]:
        """Write who is connected here. Return the rooms in which that has changed."""
        now = frozenset((room, holder) for room, holders in self._here.items() for holder in holders)
        if self._shown is None:
            await self._ask(peer_statements.GO_ALL)
            self._shown = frozenset()
        come, gone = now - self._shown, self._shown - now
        for statement, changed in ((peer_statements.COME, come), (peer_statements.GO, gone)):
            if changed:
                rooms, holders = zip(*sorted(changed), strict=True)
                await self._ask(statement, rooms=list(rooms), holders=list(holders))
        self._shown = now
        return sorted({room for room, _ in come | gone})
