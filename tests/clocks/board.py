"""Several processes on one store whose hints are all lost: they know of each other only by looking."""

from collections.abc import Collection
from dataclasses import dataclass, field

from app.journal.peers import Heard, Sighting
from app.rooms.model.ids import Digest, Millis, RoomCode, Version
from tests.clocks.witness import WitnessStore
from tests.live.hurried import WallClock

SILENT_MS = 3_000
"""Who has not looked for so long is taken for dead."""


@dataclass
class Board:
    """What the processes see of each other."""

    store: WitnessStore
    clock: WallClock
    seen_at: dict["Neighbour", Millis] = field(default_factory=dict)
    owners: dict[RoomCode, "Neighbour"] = field(default_factory=dict)

    def is_alive(self, one: "Neighbour") -> bool:
        """Whether the process has looked of late."""
        return one in self.seen_at and self.clock() - self.seen_at[one] < SILENT_MS


class Neighbour:
    """One process."""

    is_alone = False

    def __init__(self, board: Board) -> None:
        self._board = board

    async def start(self, heard: Heard) -> None:
        """Is there from now on; will hear nothing."""
        self._board.seen_at[self] = self._board.clock()

    def hint(self, room: RoomCode, version: Version) -> None:
        """Is lost."""

    def show(self, room: RoomCode, holders: frozenset[Digest]) -> None:
        """Is lost."""

    async def look(self, rooms: Collection[RoomCode]) -> Sighting:
        """Says that it lives and looks how far the rooms have come."""
        self._board.seen_at[self] = self._board.clock()
        known = self._board.store.versions
        return Sighting({room: known[room] for room in rooms if room in known})

    async def take(self, room: RoomCode) -> bool:
        """Whether no other live process owns it."""
        owner = self._board.owners.get(room)
        if owner is None or not self._board.is_alive(owner):
            self._board.owners[room] = self
        return self._board.owners[room] is self

    async def take_due(self, before: Millis) -> tuple[RoomCode, ...]:
        """The due rooms that nobody else owns."""
        return tuple([room for room in await self._board.store.due(before) if await self.take(room)])

    async def release(self, room: RoomCode) -> None:
        """Somebody else may own it."""
        if self._board.owners.get(room) is self:
            del self._board.owners[room]

    async def alive(self) -> int:
        """Those that are there."""
        return len(self._board.seen_at)

    async def close(self) -> None:
        """Is gone."""
        self._board.seen_at.pop(self, None)
