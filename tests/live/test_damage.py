"""Room whose host fails repeatedly: it is locked and logged once.

Other rooms play on."""

import asyncio

import pytest
from structlog.testing import capture_logs

from app.journal.errors import StoreDownError
from app.live import damage
from app.live.damage import MOST_FAILURES
from app.live.errors import RoomDamagedError
from app.live.host.requests import Done
from app.rooms import commands as c
from app.rooms.model.ids import RoomCode
from tests.journal.memory_store import MemoryStore
from tests.live.hurried import run_without_waiting
from tests.live.process import House, request
from tests.rooms.builders import AT_ONCE, CODE, GAME, JOIN_KEY, WATCH_KEY, holder

OTHER = RoomCode("0THER000")


def fails(*_: object) -> bool:
    """Fail like the clock of a room with an enormous number."""
    raise OverflowError


async def tries(house: House, times: int) -> list[str]:
    """Return the room's answers to Ada's repeated attempts."""
    told = []
    for _ in range(times):
        try:
            answer = await house.asks("Ada", lambda seat: c.Say(seat, "Is anybody there?"))
            told.append("done" if isinstance(answer, Done) else answer.code)
        except RoomDamagedError:
            told.append("damaged")
    return told


async def a_house(store: MemoryStore | None = None) -> House:
    """Return a process with a running game and another room."""
    house = House(store)
    await house.manager.start()
    await house.opens(2)
    reveal = c.OpenRoom(OTHER, GAME, "Ada", holder("Ada"), JOIN_KEY, WATCH_KEY, AT_ONCE)
    assert isinstance(await house.manager.open(reveal), Done)
    return house


def count_events(lines: list[object], event: str) -> int:
    """Count the log lines of that event."""
    return sum(1 for line in lines if isinstance(line, dict) and line["event"] == event)


@run_without_waiting
async def test_room_failing_three_times_is_locked_and_logged_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house = await a_house()
    monkeypatch.setattr("app.live.host.host.due_by_clock", fails)
    with capture_logs() as lines:
        assert await tries(house, 60) == ["try_again"] * MOST_FAILURES + ["damaged"] * (60 - MOST_FAILURES)
    assert (count_events([*lines], "room failed"), count_events([*lines], "room locked")) == (MOST_FAILURES, 1)
    monkeypatch.undo()
    assert await tries(house, 1) == ["damaged"]
    for ask in (house.manager.room(CODE), house.manager.join(CODE, holder("Ada")), house.manager.here(CODE)):
        with pytest.raises(RoomDamagedError):
            await ask
    assert not issubclass(RoomDamagedError, StoreDownError)
    assert isinstance(await house.manager.submit(OTHER, request("Ada", lambda seat: c.Say(seat, "We play on."))), Done)
    assert [room.code for room in (await house.manager.rooms_held(holder("Ada"))).rooms] == [OTHER]
    await house.manager.close()


@run_without_waiting
async def test_without_the_lock_the_log_runs_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check above fails if rooms are never locked."""
    monkeypatch.setattr(damage, "MOST_FAILURES", 1 << 30)
    house = await a_house()
    monkeypatch.setattr("app.live.host.host.due_by_clock", fails)
    with capture_logs() as lines:
        assert await tries(house, 60) == ["try_again"] * 60
    assert count_events([*lines], "room failed") == 60
    await house.manager.close()


@run_without_waiting
async def test_a_room_that_did_something_in_between_is_not_locked(monkeypatch: pytest.MonkeyPatch) -> None:
    house = await a_house()
    for _ in range(3 * MOST_FAILURES):
        monkeypatch.setattr("app.live.host.host.due_by_clock", fails)
        assert await tries(house, MOST_FAILURES - 1) == ["try_again"] * (MOST_FAILURES - 1)
        monkeypatch.undo()
        assert await tries(house, 1) == ["done"]
    await house.manager.close()


@run_without_waiting
async def test_clock_failures_lock_a_room_until_a_new_process_starts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = MemoryStore()
    house = await a_house(store)
    monkeypatch.setattr("app.live.host.pending_bot_moves.bots_due", fails)
    with capture_logs() as lines:
        await house.expect_done("Ada", lambda seat: c.SetStandIn(seat, seat, "normal"))
        # the manager checks its rooms every few seconds
        await asyncio.sleep(300)
        assert (count_events([*lines], "room failed"), count_events([*lines], "room locked")) == (MOST_FAILURES, 1)
    assert await tries(house, 1) == ["damaged"]
    await house.manager.close()
    monkeypatch.undo()
    again = House(store, house.clock)
    await again.manager.start()
    assert await tries(again, 1) == ["done"]
    await again.manager.close()


@run_without_waiting
async def test_broken_journal_is_logged_once_and_room_can_be_deleted() -> None:
    store = MemoryStore()
    house = await a_house(store)
    await house.manager.close()
    kept = store._rooms[CODE]
    kept.rows[2] = kept.rows[1]
    again = House(store, house.clock)
    with capture_logs() as lines:
        assert await tries(again, 20) == ["damaged"] * 20
    assert count_events([*lines], "broken journal") == 1
    await again.manager.delete(CODE)
    assert await again.manager.room(CODE) is None
    await again.manager.close()


def a_lock(times: int, code: RoomCode = CODE) -> damage.Damage:
    """Return the record of so many failures."""
    known = damage.Damage()
    for _ in range(times):
        known.count_failure(code, had_worked=False)
    return known


def test_a_room_that_is_gone_is_forgotten() -> None:
    known = a_lock(MOST_FAILURES)
    with pytest.raises(RoomDamagedError):
        known.refuse(CODE)
    known.refuse(OTHER)
    known.forget(CODE)
    known.refuse(CODE)
