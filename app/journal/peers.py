"""Messages between processes on one store: appends, presence, room ownership.

They are hints: one may be lost, repeated or late, which costs a second. The journal alone is the truth. If two
processes both take a room for theirs, the version in the journal decides."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from app.rooms.model.ids import Digest, Millis, RoomCode, Version

Heard = Callable[[RoomCode, Version | None], None]
"""Callback for a hint: the room's new version; None if its presence has changed."""


@dataclass(frozen=True, slots=True)
class PeersReport:
    """Presence and versions of some rooms, as this process sees them."""

    versions: Mapping[RoomCode, Version] = field(default_factory=dict)
    elsewhere: Mapping[RoomCode, frozenset[Digest]] = field(default_factory=dict)
    """Token digests connected to other live processes, by room.

    Rooms without one are absent."""
    gone: frozenset[RoomCode] = frozenset()
    """Rooms that were deleted."""


class Peers(Protocol):
    """The other processes on a store."""

    @property
    def is_alone(self) -> bool:
        """True if there can be no other process."""
        ...

    async def start(self, heard: Heard) -> None:
        """Begin to listen and hand hints to ``heard`` in the event loop.

        Raises StoreDownError."""
        ...

    def hint(self, room: RoomCode, version: Version) -> None:
        """Tell the other processes, soon, that an append was committed."""
        ...

    def show(self, room: RoomCode, holders: frozenset[Digest]) -> None:
        """Tell the other processes, soon, who is connected to a room here."""
        ...

    async def look(self, rooms: Collection[RoomCode]) -> PeersReport:
        """Send a heartbeat and look at some rooms. Raises StoreDownError."""
        ...

    async def take(self, room: RoomCode) -> bool:
        """Take ownership of a room. Return False if another live process has it.

        Raises StoreDownError."""
        ...

    async def take_due(self, before: Millis) -> tuple[RoomCode, ...]:
        """Take ownership of the rooms due at ``before`` or earlier and return them.

        Rooms are left out that another live process owns, or that only others have connections to. Raises
        StoreDownError."""
        ...

    async def release(self, room: RoomCode) -> None:
        """Give up ownership of the room. Raises StoreDownError."""
        ...

    async def alive(self) -> int:
        """Count the live processes with this one. Raises StoreDownError."""
        ...

    async def close(self) -> None:
        """Sign off, so that nobody waits for this process's heartbeat to expire."""
        ...


class NoPeers:
    """One process alone with its store."""

    is_alone = True

    async def start(self, heard: Heard) -> None:
        """Nobody to listen to."""

    def hint(self, room: RoomCode, version: Version) -> None:
        """Nobody to tell."""

    def show(self, room: RoomCode, holders: frozenset[Digest]) -> None:
        """Nobody to tell."""

    async def look(self, rooms: Collection[RoomCode]) -> PeersReport:
        """Return nothing new: there is no other process."""
        return PeersReport()

    async def take(self, room: RoomCode) -> bool:
        """Return True: this process owns every room."""
        return True

    async def take_due(self, before: Millis) -> tuple[RoomCode, ...]:
        """Return nothing: the store's own ``due`` suffices."""
        return ()

    async def release(self, room: RoomCode) -> None:
        """Nobody to take over."""

    async def alive(self) -> int:
        """Count this process alone."""
        return 1

    async def close(self) -> None:
        """Nobody to take leave of."""
