"""Store that delegates to another one, a base of stores with faults."""

from collections.abc import Sequence

from app.journal.contacts import Contacts
from app.journal.peers import Peers
from app.journal.store import START, HeldSeat, Store
from app.rooms.events import Entry
from app.rooms.model.ids import Digest, Millis, RoomCode, Version


class HandingOn:
    """Store that delegates to another store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @property
    def peers(self) -> Peers:
        """Peers, as in Store."""
        return self._store.peers

    @property
    def contacts(self) -> Contacts:
        """Contacts, as in Store."""
        return self._store.contacts

    async def append(
        self, room: RoomCode, expected: Version, entries: Sequence[Entry], phase: str, wake_at: Millis | None
    ) -> None:
        """Delegate to the other store."""
        await self._store.append(room, expected, entries, phase, wake_at)

    async def load(self, room: RoomCode, after: Version = START) -> tuple[Entry, ...]:
        """Delegate to the other store."""
        return await self._store.load(room, after)

    async def room_joined_by(self, code: RoomCode) -> RoomCode | None:
        """Delegate to the other store."""
        return await self._store.room_joined_by(code)

    async def rooms_held(self, holder: Digest) -> tuple[HeldSeat, ...]:
        """Delegate to the other store."""
        return await self._store.rooms_held(holder)

    async def load_revoked(self, code: RoomCode) -> frozenset[Digest]:
        """Delegate to the other store."""
        return await self._store.load_revoked(code)

    async def due(self, before: Millis) -> tuple[RoomCode, ...]:
        """Delegate to the other store."""
        return await self._store.due(before)

    async def find_overdue(self, before: Millis, after: RoomCode, most: int) -> tuple[RoomCode, ...]:
        """Delegate to the other store."""
        return await self._store.find_overdue(before, after, most)

    async def count_phases(self) -> dict[str, int]:
        """Delegate to the other store."""
        return await self._store.count_phases()

    async def delete(self, room: RoomCode) -> None:
        """Delegate to the other store."""
        await self._store.delete(room)

    async def expire(self, before: Millis, most: int) -> tuple[RoomCode, ...]:
        """Delegate to the other store."""
        return await self._store.expire(before, most)

    async def find_compressible(self, before: Millis, after: RoomCode, most: int) -> tuple[RoomCode, ...]:
        """Delegate to the other store."""
        return await self._store.find_compressible(before, after, most)

    async def compress(self, room: RoomCode, before: Millis) -> bool:
        """Delegate to the other store."""
        return await self._store.compress(room, before)

    async def beat(self, now: Millis) -> None:
        """Delegate to the other store."""
        await self._store.beat(now)

    async def last_beat(self) -> Millis | None:
        """Delegate to the other store."""
        return await self._store.last_beat()

    async def check(self) -> None:
        """Delegate to the other store."""
        await self._store.check()

    async def close(self) -> None:
        """Delegate to the other store."""
        await self._store.close()
