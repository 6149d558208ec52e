"""Appends to the journal as fast as it can, and says of each append that it is acknowledged only when it is.

``python -m tests.faults.power_cut_writer DATABASE SYNCHRONOUS`` runs until it is killed."""

import asyncio
import os
import sys
from typing import cast

from app.journal.errors import StoreDownError
from app.journal.sql.database import Synchronous
from app.journal.sql.store import SqlStore
from app.rooms.events import Entry, RoomOpened, Said
from app.rooms.model.ids import CommandKey, Millis, RoomCode, Version
from engine.core.seats import Seat

ROOMS = tuple(RoomCode(f"ROOM000{number}") for number in range(6))
DOWN = "down"


def written(room: RoomCode, number: int) -> Entry:
    """The entry of that number: whoever looks for it afterwards knows what it must be."""
    event = (
        RoomOpened(room, "adel_verpflichtet", "join", "watch")
        if number == 1
        else Said(Seat(0), f"{room} {number} " * (number % 200))
    )
    return Entry(Version(number), Millis(number), event, CommandKey(f"c{number}"))


def say(line: str) -> None:
    """Out at once: what the kernel has, no kill takes back."""
    os.write(1, f"{line}\n".encode())


async def write(store: SqlStore, room: RoomCode) -> None:
    """One entry after the other; a failed append is tried again."""
    number = 0
    while True:
        try:
            await store.append(room, Version(number), [written(room, number + 1)], "playing", None)
        except StoreDownError:
            say(DOWN)
            await asyncio.sleep(0.01)
            continue
        number += 1
        say(f"{room} {number}")


async def main() -> None:
    """All rooms at once, so that they share commits."""
    store = SqlStore(f"sqlite:///{sys.argv[1]}", synchronous=cast(Synchronous, sys.argv[2]))
    await asyncio.gather(*(write(store, room) for room in ROOMS))


if __name__ == "__main__":
    asyncio.run(main())
