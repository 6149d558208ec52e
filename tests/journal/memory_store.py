"""Store in memory, with the same promises but for the disk."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from app.journal.chain import Head, beginning, digest, following
from app.journal.contacts import Contacts
from app.journal.errors import ConflictError, DuplicateCommandError, DuplicateGameError, StoreDownError
from app.journal.peers import NoPeers, Peers
from app.journal.rows import Append, Row, entry_of, prepare
from app.journal.sql.compressing import LEAST_ENTRIES, MOST_ENTRIES
from app.journal.store import AT_REST, START, HeldSeat
from app.rooms.events import Entry
from app.rooms.model.ids import CommandKey, Digest, Millis, RoomCode, Version
from engine.core.seats import Seat
from tests.journal.memory_contacts import MemoryContacts


def chain_rows(room: RoomCode, rows: Sequence[Row], head: Head) -> tuple[Row, ...]:
    """Return the rows with their digests, which follow the head."""
    before, made = head.chain, []
    for row in rows:
        before = digest(before, room, row)
        made.append(row._replace(chain=before))
    return tuple(made)


@dataclass(slots=True)
class _Kept:
    """Rows and state of one room."""

    rows: list[Row] = field(default_factory=list)
    commands: set[CommandKey] = field(default_factory=set)
    holders: dict[Digest, Seat] = field(default_factory=dict)
    seen: dict[Digest, Millis] = field(default_factory=dict)
    """Moment in which each of them was last seen there."""
    join_code: RoomCode | None = None
    phase: str = ""
    wake_at: Millis | None = None
    game: Digest | None = None
    """Commitment of the running game."""
    is_compressed: bool = False

    @property
    def updated_at(self) -> Millis:
        return self.rows[-1].at

    @property
    def head(self) -> Head | None:
        return Head(self.rows[-1].version, self.rows[-1].chain) if self.rows else None


class MemoryStore:
    """Store of journals in memory, as the rows that a database would hold."""

    def __init__(self) -> None:
        self.peers: Peers = NoPeers()
        self._rooms: dict[RoomCode, _Kept] = {}
        self._contacts = MemoryContacts(self._playing, self._refuse_if_closed)
        self._revoked: defaultdict[RoomCode, set[Digest]] = defaultdict(set)
        self._beat: Millis | None = None
        self._is_closed = False

    @property
    def contacts(self) -> Contacts:
        """Implement Store."""
        return self._contacts

    async def append(
        self, room: RoomCode, expected: Version, entries: Sequence[Entry], phase: str, wake_at: Millis | None
    ) -> None:
        """Implement Store."""
        append = prepare(room, expected, entries, phase, wake_at)
        self._refuse_if_closed()
        kept = self._rooms.get(room, _Kept())
        if len(kept.rows) != expected:
            raise ConflictError(room, expected)
        for place, command in enumerate(append.commands):
            if command in kept.commands or command in append.commands[:place]:
                raise DuplicateCommandError(room, command)
        if append.join_code is not None and self._find_by_join_code(append.join_code) not in (None, room):
            raise ConflictError(room, expected) if append.game else StoreDownError("the code to join is in use")
        if append.arrives and any(other.game == append.begins for other in self._rooms.values()):
            raise DuplicateGameError(room)
        self._rooms[room] = kept
        _write(kept, append, self._revoked[room])
        # a caller cancelled while waiting must find the append done, as with a disk
        await asyncio.sleep(0)

    async def load(self, room: RoomCode, after: Version = START) -> tuple[Entry, ...]:
        """Implement Store."""
        await self.check()
        kept = self._rooms.get(room, _Kept())
        return tuple(map(entry_of, following(room, kept.rows[max(0, after - 1) :], after)))

    async def room_joined_by(self, code: RoomCode) -> RoomCode | None:
        """Implement Store."""
        await self.check()
        return self._find_by_join_code(code)

    async def rooms_held(self, holder: Digest) -> tuple[HeldSeat, ...]:
        """Implement Store."""
        await self.check()
        held = [(code, kept) for code, kept in self._rooms.items() if holder in kept.holders]
        held.sort(key=lambda room: (-room[1].seen[holder], room[0]))
        return tuple(HeldSeat(code, kept.holders[holder], kept.phase) for code, kept in held)

    async def load_revoked(self, code: RoomCode) -> frozenset[Digest]:
        """Implement Store."""
        await self.check()
        return frozenset(self._revoked[code])

    async def due(self, before: Millis) -> tuple[RoomCode, ...]:
        """Implement Store."""
        await self.check()
        waking = [
            (kept.wake_at, code)
            for code, kept in self._rooms.items()
            if kept.wake_at is not None and kept.wake_at <= before and kept.phase != "finished"
        ]
        return tuple(code for _, code in sorted(waking))

    async def find_overdue(self, before: Millis, after: RoomCode, most: int) -> tuple[RoomCode, ...]:
        """Implement Store."""
        await self.check()
        found = (
            code
            for code, kept in self._rooms.items()
            if code > after and kept.wake_at is not None and kept.wake_at <= before
        )
        return tuple(sorted(found)[:most])

    async def count_phases(self) -> dict[str, int]:
        """Implement Store."""
        await self.check()
        return dict(Counter(kept.phase for kept in self._rooms.values()))

    async def delete(self, room: RoomCode) -> None:
        """Implement Store."""
        await self.check()
        self._rooms.pop(room, None)
        self._contacts.forget(room)

    async def expire(self, before: Millis, most: int) -> tuple[RoomCode, ...]:
        """Implement Store."""
        await self.check()
        old = sorted(
            (kept.updated_at, code)
            for code, kept in self._rooms.items()
            if kept.updated_at < before and kept.phase in AT_REST and (kept.wake_at is None or kept.wake_at < before)
        )
        gone = tuple(code for _, code in old[:most])
        for code in gone:
            del self._rooms[code]
            self._contacts.forget(code)
        return gone

    async def find_compressible(self, before: Millis, after: RoomCode, most: int) -> tuple[RoomCode, ...]:
        """Implement Store."""
        await self.check()
        return tuple(code for code in sorted(self._rooms) if code > after and self._is_compressible(code, before))[
            :most
        ]

    async def compress(self, room: RoomCode, before: Millis) -> bool:
        """Implement Store. It only notes the room."""
        await self.check()
        if not self._is_compressible(room, before):
            return False
        self._rooms[room].is_compressed = True
        return True

    async def beat(self, now: Millis) -> None:
        """Implement Store."""
        await self.check()
        self._beat = now

    async def last_beat(self) -> Millis | None:
        """Implement Store."""
        await self.check()
        return self._beat

    async def check(self) -> None:
        """Implement Store. Lets others run first, as every store does."""
        await asyncio.sleep(0)
        self._refuse_if_closed()

    async def close(self) -> None:
        """Implement Store."""
        self._is_closed = True

    def _is_compressible(self, room: RoomCode, before: Millis) -> bool:
        kept = self._rooms.get(room)
        if kept is None or kept.is_compressed or kept.phase not in AT_REST:
            return False
        return kept.updated_at < before and LEAST_ENTRIES <= len(kept.rows) <= MOST_ENTRIES

    def _find_by_join_code(self, code: RoomCode) -> RoomCode | None:
        return next((room for room, kept in self._rooms.items() if kept.join_code == code), None)

    def _playing(self) -> dict[RoomCode, Version]:
        """Return the rooms, with version 0 for those without a game and a date."""
        return {
            code: kept.rows[-1].version if kept.phase == "playing" or kept.wake_at is not None else START
            for code, kept in self._rooms.items()
        }

    def _refuse_if_closed(self) -> None:
        if self._is_closed:
            raise StoreDownError("the store is closed")


def _write(kept: _Kept, append: Append, revoked: set[Digest]) -> None:
    kept.rows += chain_rows(append.room, append.rows, kept.head or beginning(append.room))
    kept.commands.update(append.commands)
    kept.is_compressed = False
    kept.phase, kept.wake_at = append.phase, append.wake_at
    kept.join_code = append.join_code or kept.join_code
    if append.ends or append.begins is not None:
        kept.game = append.begins
    for change in append.seats:
        if change.empties:
            kept.holders = {holder: seat for holder, seat in kept.holders.items() if seat != change.seat}
        if change.goes is not None:
            kept.holders.pop(change.goes, None)
            revoked.add(change.goes)
        if change.holder is not None:
            kept.holders[change.holder], kept.seen[change.holder] = change.seat, change.at
            revoked.discard(change.holder)
        if change.seen is not None:
            kept.seen[change.seen] = change.at
        if change.moves_to is not None:
            moved = {holder: change.moves_to for holder, seat in kept.holders.items() if seat == change.seat}
            kept.holders.update(moved)
