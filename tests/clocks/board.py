"""Several processes on one store without hints, that only poll each other."""

from collections.abc import Collection
from dataclasses import dataclass, field

from app.journal.peers import Heard, PeersReport
from app.rooms.model.ids import Digest, Millis, RoomCode, Version
from tests.clocks.witness import WitnessStore
from tests.live.hurried import WallClock

SILENT_MS = 3_000
"""Milliseconds without a sign of life after which a process counts as dead."""


@dataclass
class Board:
    """Shared state by which processes see each other."""

    store: WitnessStore
    clock: WallClock
    seen_at: dict["Neighbour", Millis] = field(default_factory=dict)
    owners: dict[RoomCode, "Neighbour"] = field(default_factory=dict)

    def is_alive(self, one: "Neighbour") -> bool:
        """Return whether the process has polled lately."""
        return one in self.seen_at and self.clock() - self.seen_at[one] < SILENT_MS


class Neighbour:
    """One process."""

    is_alone = False

    def __init__(self, board: Board) -> None:
        self._board = board

    async def start(self, heard: Heard) -> None:
        """Join the board; no hint will arrive."""
        self._board.seen_at[self] = self._board.clock()

    def hint(self, room: RoomCode, version: Version) -> None:
        """Lose the hint."""

    def show(self, room: RoomCode, holders: frozenset[Digest]) -> None:
        """Lose the presence."""

    async def look(self, rooms: Collection[RoomCode]) -> PeersReport:
        """Report to be alive, and return how far the rooms have come."""
        self._board.seen_at[self] = self._board.clock()
        known = self._board.store.versions
        return PeersReport({room: known[room] for room in rooms if room in known})

    async def take(self, room: RoomCode) -> bool:
        """Return whether no other live process owns the room."""
        owner = self._board.owners.get(room)
        if owner is None or not self._board.is_alive(owner):
            self._board.owners[room] = self
        return self._board.owners[room] is self

    async def take_due(self, before: Millis) -> tuple[RoomCode, ...]:
        """Return the due rooms that nobody else owns."""
        return tuple([room for room in await self._board.store.due(before) if await self.take(room)])

    async def release(self, room: RoomCode) -> None:
        """Give up the room's ownership."""
        if self._board.owners.get(room) is self:
            del self._board.owners[room]

    async def alive(self) -> int:
        """Return the number of live processes."""
        return len(self._board.seen_at)

    async def close(self) -> None:
        """Leave the board."""
        self._board.seen_at.pop(self, None)
