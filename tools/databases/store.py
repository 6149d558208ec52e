"""Store that chooses one of several databases by the room's code.

A trial: ``docs/scale.md`` says what it lacks."""

import asyncio
from collections.abc import Collection, Sequence
from itertools import chain
from zlib import crc32

from app.journal.contacts import Address, Contacts, Kind, NotificationKey
from app.journal.peers import Heard, Peers, PeersReport
from app.journal.sql.store import SqlStore
from app.journal.store import START, HeldSeat
from app.rooms.events import Entry
from app.rooms.model.ids import Digest, Millis, RoomCode, Version


class ManyStores:
    """Journals in several databases."""

    def __init__(self, urls: Sequence[str]) -> None:
        self._stores = [SqlStore(url) for url in urls]
        self.peers: Peers = ManyPeers([store.peers for store in self._stores])
        self.contacts: Contacts = ManyContacts([store.contacts for store in self._stores])

    def _of(self, room: RoomCode) -> SqlStore:
        return self._stores[choose(room, len(self._stores))]

    async def append(
        self, room: RoomCode, expected: Version, entries: Sequence[Entry], phase: str, wake_at: Millis | None
    ) -> None:
        """Implement Store, but for codes and games that rooms of two databases share."""
        await self._of(room).append(room, expected, entries, phase, wake_at)

    async def load(self, room: RoomCode, after: Version = START) -> tuple[Entry, ...]:
        """Implement Store."""
        return await self._of(room).load(room, after)

    async def room_joined_by(self, code: RoomCode) -> RoomCode | None:
        """Implement Store: any database may have it."""
        found = await asyncio.gather(*(store.room_joined_by(code) for store in self._stores))
        return next((room for room in found if room is not None), None)

    async def rooms_held(self, holder: Digest) -> tuple[HeldSeat, ...]:
        """Implement Store, but for the order: seats of one database stand together."""
        return tuple(chain(*await asyncio.gather(*(store.rooms_held(holder) for store in self._stores))))

    async def load_revoked(self, code: RoomCode) -> frozenset[Digest]:
        """Implement Store."""
        return await self._of(code).load_revoked(code)

    async def due(self, before: Millis) -> tuple[RoomCode, ...]:
        """Implement Store, but for the order."""
        return tuple(chain(*await asyncio.gather(*(store.due(before) for store in self._stores))))

    async def find_overdue(self, before: Millis, after: RoomCode, most: int) -> tuple[RoomCode, ...]:
        """Implement Store."""
        found = await asyncio.gather(*(store.find_overdue(before, after, most) for store in self._stores))
        return tuple(sorted(chain(*found)))[:most]

    async def count_phases(self) -> dict[str, int]:
        """Implement Store."""
        counts = await asyncio.gather(*(store.count_phases() for store in self._stores))
        return {phase: sum(each.get(phase, 0) for each in counts) for phase in set(chain(*counts))}

    async def delete(self, room: RoomCode) -> None:
        """Implement Store."""
        await self._of(room).delete(room)

    async def expire(self, before: Millis, most: int) -> tuple[RoomCode, ...]:
        """Implement Store, with up to ``most`` rooms of each database."""
        return tuple(chain(*await asyncio.gather(*(store.expire(before, most) for store in self._stores))))

    async def find_compressible(self, before: Millis, after: RoomCode, most: int) -> tuple[RoomCode, ...]:
        """Implement Store."""
        found = await asyncio.gather(*(store.find_compressible(before, after, most) for store in self._stores))
        return tuple(sorted(chain(*found)))[:most]

    async def compress(self, room: RoomCode, before: Millis) -> bool:
        """Implement Store."""
        return await self._of(room).compress(room, before)

    async def beat(self, now: Millis) -> None:
        """Implement Store: one database that is away stops the clocks of all rooms."""
        await asyncio.gather(*(store.beat(now) for store in self._stores))

    async def last_beat(self) -> Millis | None:
        """Implement Store."""
        beats = await asyncio.gather(*(store.last_beat() for store in self._stores))
        return min((each for each in beats if each is not None), default=None)

    async def check(self) -> None:
        """Implement Store."""
        await asyncio.gather(*(store.check() for store in self._stores))

    async def close(self) -> None:
        """Implement Store."""
        await asyncio.gather(*(store.close() for store in self._stores))


class ManyPeers:
    """The other processes, asked in the database of the room in question."""

    is_alone = False

    def __init__(self, peers: Sequence[Peers]) -> None:
        self._peers = peers

    def _of(self, room: RoomCode) -> Peers:
        return self._peers[choose(room, len(self._peers))]

    async def start(self, heard: Heard) -> None:
        """Implement Peers."""
        await asyncio.gather(*(each.start(heard) for each in self._peers))

    def hint(self, room: RoomCode, version: Version) -> None:
        """Implement Peers."""
        self._of(room).hint(room, version)

    def show(self, room: RoomCode, holders: frozenset[Digest]) -> None:
        """Implement Peers."""
        self._of(room).show(room, holders)

    async def look(self, rooms: Collection[RoomCode]) -> PeersReport:
        """Implement Peers."""
        asked = [[room for room in rooms if self._of(room) is each] for each in self._peers]
        found = await asyncio.gather(*(each.look(own) for each, own in zip(self._peers, asked, strict=True)))
        return PeersReport(
            {room: version for each in found for room, version in each.versions.items()},
            {room: holders for each in found for room, holders in each.elsewhere.items()},
            frozenset(chain(*(each.gone for each in found))),
        )

    async def take(self, room: RoomCode) -> bool:
        """Implement Peers."""
        return await self._of(room).take(room)

    async def take_due(self, before: Millis) -> tuple[RoomCode, ...]:
        """Implement Peers."""
        return tuple(chain(*await asyncio.gather(*(each.take_due(before) for each in self._peers))))

    async def release(self, room: RoomCode) -> None:
        """Implement Peers."""
        await self._of(room).release(room)

    async def alive(self) -> int:
        """Implement Peers."""
        return min(await asyncio.gather(*(each.alive() for each in self._peers)))

    async def close(self) -> None:
        """Implement Peers."""
        await asyncio.gather(*(each.close() for each in self._peers))


class ManyContacts:
    """Addresses in the database of their room, and secrets in the first."""

    def __init__(self, contacts: Sequence[Contacts]) -> None:
        self._contacts = contacts

    def _of(self, room: RoomCode) -> Contacts:
        return self._contacts[choose(room, len(self._contacts))]

    async def key(self, name: str, fresh: str) -> str:
        """Implement Contacts."""
        return await self._contacts[0].key(name, fresh)

    async def renew(self, name: str, fresh: str) -> None:
        """Implement Contacts."""
        await self._contacts[0].renew(name, fresh)

    async def addresses(self, room: RoomCode) -> tuple[Address, ...]:
        """Implement Contacts."""
        return await self._of(room).addresses(room)

    async def put(self, room: RoomCode, address: Address) -> None:
        """Implement Contacts."""
        await self._of(room).put(room, address)

    async def drop(self, room: RoomCode, kind: Kind, holder: Digest, target: str | None = None) -> None:
        """Implement Contacts."""
        await self._of(room).drop(room, kind, holder, target)

    async def claim(self, room: RoomCode, keys: Collection[NotificationKey], at: Millis) -> tuple[NotificationKey, ...]:
        """Implement Contacts."""
        return await self._of(room).claim(room, keys, at)

    async def find_unsettled(self, after: str, most: int) -> tuple[RoomCode, ...]:
        """Implement Contacts."""
        found = await asyncio.gather(*(each.find_unsettled(after, most) for each in self._contacts))
        return tuple(sorted(chain(*found)))[:most]

    async def settle(self, room: RoomCode, version: Version) -> None:
        """Implement Contacts."""
        await self._of(room).settle(room, version)


def choose(room: RoomCode, count: int) -> int:
    """Return the number of the room's database."""
    return crc32(room.encode()) % count
