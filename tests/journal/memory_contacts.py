"""Callbook in memory: contacts and notifications until the process ends."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Collection

from app.journal.contacts import Address, Kind, NotificationKey
from app.rooms.model.ids import Digest, Millis, RoomCode, Version


class MemoryContacts:
    """Callbook for journals in memory."""

    def __init__(self, playing: Callable[[], dict[RoomCode, Version]], check: Callable[[], None]) -> None:
        """Keep access to the store.

        ``playing`` returns the rooms, with version 0 for those without a game and a date. ``check`` raises
        StoreDownError once the store is closed."""
        self._playing = playing
        self._check = check
        self._keys: dict[str, str] = {}
        self._addresses: defaultdict[RoomCode, dict[tuple[Kind, Digest], Address]] = defaultdict(dict)
        self._calls: defaultdict[RoomCode, dict[NotificationKey, Millis]] = defaultdict(dict)
        self._settled: dict[RoomCode, Version] = {}

    async def key(self, name: str, fresh: str) -> str:
        """Implement Contacts."""
        await self._ready()
        return self._keys.setdefault(name, fresh)

    async def renew(self, name: str, fresh: str) -> None:
        """Implement Contacts."""
        await self._ready()
        self._keys[name] = fresh

    async def addresses(self, room: RoomCode) -> tuple[Address, ...]:
        """Implement Contacts."""
        await self._ready()
        return tuple(address for _, address in sorted(self._addresses[room].items()))

    async def put(self, room: RoomCode, address: Address) -> None:
        """Implement Contacts."""
        await self._ready()
        if room in self._playing():
            self._addresses[room][address.kind, address.holder] = address
            self._settled.pop(room, None)

    async def drop(self, room: RoomCode, kind: Kind, holder: Digest, target: str | None = None) -> None:
        """Implement Contacts."""
        await self._ready()
        known = self._addresses[room].get((kind, holder))
        if known is not None and target in (None, known.target):
            del self._addresses[room][kind, holder]

    async def claim(self, room: RoomCode, keys: Collection[NotificationKey], at: Millis) -> tuple[NotificationKey, ...]:
        """Implement Contacts."""
        await self._ready()
        if room not in self._playing() or not keys:
            return ()
        made = self._calls[room]
        fresh = tuple(dict.fromkeys(key for key in keys if key not in made))
        latest = min(key.ask for key in keys)
        self._calls[room] = {key: when for key, when in made.items() if key.ask >= latest} | dict.fromkeys(fresh, at)
        return fresh

    async def find_unsettled(self, after: str, most: int) -> tuple[RoomCode, ...]:
        """Implement Contacts."""
        await self._ready()
        found = sorted(
            code
            for code, version in self._playing().items()
            if code > after and self._addresses.get(code) and version > self._settled.get(code, 0)
        )
        return tuple(found[:most])

    async def settle(self, room: RoomCode, version: Version) -> None:
        """Implement Contacts."""
        await self._ready()
        self._settled[room] = version

    def forget(self, room: RoomCode) -> None:
        """Forget a deleted room."""
        for kept in (self._addresses, self._calls, self._settled):
            kept.pop(room, None)

    async def _ready(self) -> None:
        # other tasks run first, as with every store
        await asyncio.sleep(0)
        self._check()
