"""Group commit: many appends share it, and each gets its own result."""

import asyncio
from pathlib import Path

import pytest

from app.journal.sql.store import TOLD_AT_ONCE
from app.rooms.model.ids import RoomCode
from tests.journal.conftest import OpenSql
from tests.journal.test_sqlite import lock_file
from tests.journal.writers import V0, reveal


@pytest.mark.asyncio
async def test_group_commit_reports_results_in_steps_and_yields_between_them(
    open_sqlite: OpenSql, sqlite_path: Path
) -> None:
    rooms = [RoomCode(f"ROOM{number:04}") for number in range(3 * TOLD_AT_ONCE)]
    loop, turn, told = asyncio.get_running_loop(), 0, list[int]()

    def next_turn() -> None:
        nonlocal turn
        turn += 1
        if len(told) < len(rooms) - 1:
            loop.call_soon(next_turn)

    async with open_sqlite() as store:

        def ask(room: RoomCode) -> asyncio.Task[None]:
            return asyncio.create_task(store.append(room, V0, [reveal(room)], "lobby", None))

        with lock_file(sqlite_path) as other:
            first = ask(rooms[0])
            # its transaction waits for the lock now, and all others wait behind it
            await asyncio.sleep(0.1)
            asked = [ask(room) for room in rooms[1:]]
            for each in asked:
                each.add_done_callback(lambda _: told.append(turn))
            await asyncio.sleep(0.1)
            other.rollback()
            next_turn()
            await asyncio.gather(first, *asked)
    assert max(told.count(each) for each in told) <= TOLD_AT_ONCE
    assert told == sorted(told)
