"""Rooms in which a device holds a seat."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from app.journal.store import HeldSeat
from app.live.errors import RoomDamagedError
from app.rooms.model.ids import Digest, RoomCode
from app.rooms.model.room import Room
from app.rooms.screens.decide import has_screen


class HeldRooms(NamedTuple):
    """Rooms in which a token holds a seat."""

    rooms: tuple[Room, ...]
    left_out: int
    """Number of further, finished rooms."""


def _has(room: Room, holder: Digest) -> bool:
    """Return whether the token holds a seat there, or is that of a screen."""
    return room.seat_of(holder) is not None or has_screen(room, holder)


async def load_held(
    holder: Digest,
    seats: Sequence[HeldSeat],
    most: int,
    enough: int | None,
    load: Callable[[RoomCode], Awaitable[Room | None]],
) -> HeldRooms:
    """Return up to ``most`` rooms of the holder's seats, newest first.

    Damaged ones are missing. With ``enough``, finished rooms beyond that many are left out: each has to be read
    whole."""
    chosen = sorted(seats, key=lambda held: held.phase == "finished")[:most]
    under_way = sum(held.phase != "finished" for held in chosen)
    shown = len(chosen) if enough is None else max(under_way, enough)
    rooms: list[Room] = []
    for held in chosen[:shown]:
        with suppress(RoomDamagedError):
            rooms += [room] if (room := await load(held.room)) and _has(room, holder) else []
    return HeldRooms(tuple(sorted(rooms, key=lambda room: (-room.at, room.code))), len(chosen[shown:]))
