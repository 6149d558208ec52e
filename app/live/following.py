"""Updates from other processes: by hints, and by a look once a second.

So a lost hint costs a second and not a game."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

import structlog

from app.journal.errors import StoreDownError
from app.journal.peers import Peers
from app.live.host.host import RoomHost
from app.rooms.model.ids import Millis, RoomCode, Version
from app.tasks import end_tasks

log = structlog.get_logger(__name__)

LOOK_S = 1.0
"""Seconds between looks at all rooms. Each is this process's heartbeat.

The others count it as gone after three missed ones (``FRESH_MS`` in ``app.journal.postgres.peers``)."""

GATHER_S = 0.02
"""Seconds to gather several changes of presence before one look."""


class Following:
    """Follows the other processes until it is stopped."""

    def __init__(
        self,
        peers: Peers,
        hosts: Mapping[RoomCode, RoomHost],
        wake: Callable[[RoomCode], Awaitable[None]],
        now: Callable[[], Millis],
    ) -> None:
        """Take this process's hosts, and a function that loads a room."""
        self._peers = peers
        self._hosts = hosts
        self._wake = wake
        self._now = now
        self._called = asyncio.Event()
        self._stirred: set[RoomCode] = set()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to follow. Raises StoreDownError."""
        await self._peers.start(self.hear)
        self._task = asyncio.create_task(self._run(), name="following")

    async def close(self) -> None:
        """Stop following and cancel what is under way."""
        if self._task is not None:
            await end_tasks([self._task])

    def hear(self, room: RoomCode, version: Version | None) -> None:
        """Take a hint."""
        host = self._hosts.get(room)
        if host is None:
            return
        if version is not None:
            host.on_remote_append(version)
        else:
            self._stirred.add(room)
            self._called.set()

    async def look(self, *rooms: RoomCode) -> None:
        """Bring these rooms up to date. Raises StoreDownError."""
        sighting = await self._peers.look(rooms)
        for room in rooms:
            host = self._hosts.get(room)
            if host is not None and room in sighting.gone:
                await host.close()
            elif host is not None:
                host.on_remote_append(sighting.versions.get(room, Version(0)))
                if host.on_remote_presence(sighting.elsewhere.get(room, frozenset())):
                    await self._peers.release(room)

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        all_at = loop.time()
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout_at(all_at):
                    await self._called.wait()
                    await asyncio.sleep(GATHER_S)
            self._called.clear()
            stirred, self._stirred = self._stirred, set()
            try:
                if loop.time() < all_at:
                    await self.look(*stirred)
                else:
                    all_at = loop.time() + LOOK_S
                    await self.look(*self._hosts)
                    for room in await self._peers.take_due(Millis(self._now() + round(LOOK_S * 1000))):
                        await self._wake(room)
                        await self._take_ownership(room)
            except StoreDownError as error:
                log.warning("peers out of sight", error=str(error))
            except Exception:
                # whatever it is: without this task no lost hint would be made good
                log.exception("following failed")

    async def _take_ownership(self, room: RoomCode) -> None:
        """Take ownership of the room here, unless another process suits better."""
        host = self._hosts.get(room)
        if host is not None and host.ownership.is_owned_elsewhere:
            await self._peers.release(room)
        elif host is not None:
            host.take_ownership()
