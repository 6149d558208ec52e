"""What the processes that serve one store tell each other: hints of what was appended, who is connected, and which of
them minds a room's clock.

None of it is the truth: it may be lost, come twice or late, and costs a second then. What happened is in the journal
alone, and two processes that both believe they mind a room are told apart by its version there."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from app.rooms.model.ids import Digest, Millis, RoomCode, Version

Heard = Callable[[RoomCode, Version | None], None]
"""Takes a hint: the room came at least to that version; None: look who is connected there."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """What is to be seen of some rooms from here."""

    versions: Mapping[RoomCode, Version] = field(default_factory=dict)
    elsewhere: Mapping[RoomCode, frozenset[Digest]] = field(default_factory=dict)
    """The token digests connected to other processes that are alive; no room without one."""
    gone: frozenset[RoomCode] = frozenset()
    """Rooms that were deleted."""


class Peers(Protocol):
    """The other processes on a store."""

    @property
    def is_alone(self) -> bool:
        """Whether there can be no other process."""
        ...

    async def start(self, heard: Heard) -> None:
        """Begins to listen; hints are handed to ``heard`` in the event loop. Raises StoreDownError."""
        ...

    def hint(self, room: RoomCode, version: Version) -> None:
        """Lets the others know, soon, that an append was committed: worth a word where somebody listens there."""
        ...

    def show(self, room: RoomCode, holders: frozenset[Digest]) -> None:
        """Lets the others know, soon, who is connected to a room here."""
        ...

    async def look(self, rooms: Collection[RoomCode]) -> Sighting:
        """Says that this process is alive, and looks at some rooms. Raises StoreDownError."""
        ...

    async def mind(self, room: RoomCode) -> bool:
        """Whether this process minds the room's clock, which it does from now on unless another one that is alive
        does. Raises StoreDownError."""
        ...

    async def mind_due(self, before: Millis) -> tuple[RoomCode, ...]:
        """Rooms that are to be woken at ``before`` or earlier, are minded by no other process alive and not listened to
        by such alone; this one minds them from now on. Raises StoreDownError."""
        ...

    async def release(self, room: RoomCode) -> None:
        """Minds the room's clock no longer. Raises StoreDownError."""
        ...

    async def alive(self) -> int:
        """How many processes are alive, this one among them. Raises StoreDownError."""
        ...

    async def close(self) -> None:
        """Takes leave, so that the others need not wait for the end of this process's time."""
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

    async def look(self, rooms: Collection[RoomCode]) -> Sighting:
        """Whatever is to be seen is known already."""
        return Sighting()

    async def mind(self, room: RoomCode) -> bool:
        """Every room is minded here."""
        return True

    async def mind_due(self, before: Millis) -> tuple[RoomCode, ...]:
        """The store's own ``due`` is all there is."""
        return ()

    async def release(self, room: RoomCode) -> None:
        """Nobody to take over."""

    async def alive(self) -> int:
        """This one."""
        return 1

    async def close(self) -> None:
        """Nobody to take leave of."""
