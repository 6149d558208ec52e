"""Join codes with several processes: a code revoked at one is revoked at all."""

from collections.abc import Callable

import pytest

from app.live.host.requests import Done
from app.live.manager import RoomManager
from app.rooms import commands as c
from app.rooms.model.ids import RoomCode
from app.rooms.model.refusals import Refusal
from app.rooms.model.room import Room
from engine.core.seats import Seat
from tests.live.peers import Kind, MuteAndBlind, neighbourhood
from tests.live.process import request
from tests.rooms.builders import BEN, CODE, NEW, NEW_CODE, NEW_KEY, holder

pytestmark = pytest.mark.asyncio


def make_join(code: RoomCode, name: str = "Ben") -> Callable[[Seat], c.Command]:
    return lambda _: c.TakeSeat(name, holder(name), None, code=code)


async def check_a_void_code_is_void_everywhere(url: str, kind: Kind) -> None:
    """Check that Ben, removed at one process, cannot join at the other.

    The other process knew the room before and gets no notification. Raises AssertionError."""
    async with neighbourhood(url, 2, kind) as (there, here):
        await there.opens(3, is_begun=False)
        assert await here.manager.find_by_join_code(CODE) == await here.room()
        await there.expect_done("Ada", lambda seat: c.Remove(seat, BEN, *NEW))
        assert await here.manager.find_by_join_code(CODE) is None
        found = await here.manager.find_by_join_code(NEW_CODE)
        assert found is not None and found.code == CODE
        answer = await here.manager.submit(CODE, request(None, make_join(CODE)))
        assert isinstance(answer, Refusal) and answer.code == "no_such_room"
        assert isinstance(await here.manager.submit(CODE, request(None, make_join(NEW_CODE, "Dora"))), Done)
        assert (await there.room()).seat_of(holder("Dora")) == BEN


async def test_voided_code_finds_no_room_in_any_process(fresh_postgres: str) -> None:
    await check_a_void_code_is_void_everywhere(fresh_postgres, MuteAndBlind)


async def test_process_that_treats_a_join_code_as_address_is_caught(
    fresh_postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def find_by_address(manager: RoomManager, code: RoomCode) -> Room | None:
        return await manager.room(code)

    monkeypatch.setattr(RoomManager, "find_by_join_code", find_by_address)
    with pytest.raises(AssertionError):
        await check_a_void_code_is_void_everywhere(fresh_postgres, MuteAndBlind)


async def test_joining_while_the_code_changes_is_refused_with_both_keys(fresh_postgres: str) -> None:
    """The code is valid at the lookup of the room, and revoked when the room decides."""
    async with neighbourhood(fresh_postgres) as (there, here):
        await there.opens(1, is_begun=False)
        assert await here.manager.find_by_join_code(CODE) is not None
        await there.expect_done("Ada", lambda seat: c.ChangeJoinKey(seat, NEW_KEY, NEW_CODE))
        answer = await here.manager.submit(CODE, request(None, make_join(CODE)))
        assert isinstance(answer, Refusal) and answer.code == "no_such_room"
