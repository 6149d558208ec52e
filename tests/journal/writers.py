"""Entries as rooms write them, for tests of the store."""

from collections.abc import Sequence

from app.journal.store import Store
from app.rooms.events import Entry, Event, RoomOpened, Said
from app.rooms.model.ids import CommandKey, Digest, Millis, RoomCode, Version
from engine.core.seats import Seat

A, B, C = RoomCode("AAAA0000"), RoomCode("BBBB1111"), RoomCode("CCCC2222")
V0, V1, V2, V3 = Version(0), Version(1), Version(2), Version(3)
ANNA, BEN = Digest("a" * 64), Digest("b" * 64)
KEY = CommandKey("0123456789abcdef:c17")


def entry(version: int, event: Event | None = None, command: str | None = None, at: int | None = None) -> Entry:
    """Return the entry of that number; by default it is a message."""
    return Entry(
        Version(version),
        Millis(1_700_000_000_000 + version if at is None else at),
        event or Said(Seat(0), f"line {version}"),
        None if command is None else CommandKey(command),
        None if command is None else Digest("d" * 64),
    )


def reveal(room: RoomCode, at: int | None = None) -> Entry:
    """Return a room's first entry."""
    return entry(1, RoomOpened(room, "adel_verpflichtet", "join", "watch"), at=at)


async def open_room(store: Store, room: RoomCode, *events: Event, phase: str = "lobby", at: int | None = None) -> None:
    """Open a room in which these events follow."""
    entries = [reveal(room, at), *(entry(number, event, at=at) for number, event in enumerate(events, start=2))]
    await store.append(room, V0, entries, phase, None)


async def write_as_played(store: Store, room: RoomCode, entries: Sequence[Entry], phase: str) -> None:
    """Write a room whose deal other rooms of the test have too, in two appends.

    A room that arrives at once with a game that runs here is refused."""
    await store.append(room, V0, entries[:1], "lobby", None)
    await store.append(room, V1, entries[1:], phase, None)


async def list_held(store: Store, holder: Digest) -> tuple[tuple[RoomCode, Seat], ...]:
    """Return the rooms and seats that the holder has."""
    return tuple((held.room, held.seat) for held in await store.rooms_held(holder))
