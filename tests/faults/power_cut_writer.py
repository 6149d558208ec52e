"""Writer that appends to the journal and reports each acknowledged append.

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


def make_entry(room: RoomCode, number: int) -> Entry:
    """Return the entry of a number, which a later reader can compute again."""
    event = (
        RoomOpened(room, "adel_verpflichtet", "join", "watch")
        if number == 1
        else Said(Seat(0), f"{room} {number} " * (number % 200))
    )
    return Entry(Version(number), Millis(number), event, CommandKey(f"c{number}"))


def report(line: str) -> None:
    """Write a line at once, so that a kill cannot lose it."""
    os.write(1, f"{line}\n".encode())


async def write(store: SqlStore, room: RoomCode) -> None:
    """Append one entry after the other; repeat a failed append."""
    number = 0
    while True:
        try:
            await store.append(room, Version(number), [make_entry(room, number + 1)], "playing", None)
        except StoreDownError:
            report(DOWN)
            await asyncio.sleep(0.01)
            continue
        number += 1
        report(f"{room} {number}")


async def main() -> None:
    """Write all rooms at once, so that they share commits."""
    store = SqlStore(f"sqlite:///{sys.argv[1]}", synchronous=cast(Synchronous, sys.argv[2]))
    await asyncio.gather(*(write(store, room) for room in ROOMS))


if __name__ == "__main__":
    asyncio.run(main())
