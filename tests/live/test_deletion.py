"""Deletion of a room, which affects everyone at once; imported rooms live on."""

import asyncio

import pytest

from app.journal.errors import StoreDownError
from app.live.host.subscription import Subscription
from app.rooms import commands as c
from app.rooms.model.refusals import Refusal
from tests.live.peers import TOO_LATE_S, comes_true, neighbourhood
from tests.live.process import House, request, seal
from tests.live.stores import FailingStore, HeldStore
from tests.records.evenings import long_evening
from tests.rooms.builders import CODE
from tests.rooms.evening import check_refold

pytestmark = pytest.mark.asyncio


class Stubborn(FailingStore):
    """Store that deletes nothing."""

    async def delete(self, room: str) -> None:
        """Fail."""
        raise StoreDownError("no disk")


async def test_a_deleted_room_is_gone_and_its_connections_end() -> None:
    house = House()
    await house.opens()
    connections = [await house.joins(name) for name in ("Ada", "Ben", None)]
    await house.manager.delete(CODE)
    assert all(ear.is_over for ear in connections)
    assert await house.manager.room(CODE) is None
    assert await house.manager.join(CODE, None) is None
    answer = await house.asks("Ada", lambda seat: c.Say(seat, "hello?"))
    assert isinstance(answer, Refusal)
    assert answer.code == "no_such_room"
    assert await house.store.load(CODE) == ()
    await house.manager.close()


async def test_what_was_asked_before_is_answered_and_deleted_too() -> None:
    store = HeldStore()
    house = House(store)
    await house.opens()
    store.free.clear()
    asked = asyncio.ensure_future(house.manager.submit(CODE, seal(await house.room(), "Ada")))
    await asyncio.sleep(0)
    deleted = asyncio.ensure_future(house.manager.delete(CODE))
    late = asyncio.ensure_future(house.asks("Ben", lambda seat: c.Say(seat, "late")))
    await asyncio.sleep(0.01)
    store.free.set()
    await asyncio.gather(asked, deleted)
    assert isinstance(await late, Refusal)
    assert await house.store.load(CODE) == ()
    await house.manager.close()


async def test_a_room_whose_deletion_fails_lives_on() -> None:
    house = House(Stubborn())
    await house.opens()
    with pytest.raises(StoreDownError):
        await house.manager.delete(CODE)
    await house.expect_done("Ada", lambda seat: c.Say(seat, "still here"))
    await house.manager.close()


async def test_deleting_what_is_not_there_does_nothing() -> None:
    house = House()
    await house.manager.delete(CODE)
    assert await house.manager.room(CODE) is None
    await house.opens()
    assert (await house.room()).code == CODE
    await house.manager.close()


async def test_a_room_from_elsewhere_lives_on() -> None:
    house, evening = House(), long_evening()
    check_refold(evening)
    await house.manager.restore(CODE, evening.room, evening.entries)
    assert await house.room() == evening.room
    await house.expect_done("Ada", lambda seat: c.Say(seat, "and on we go"))
    await house.manager.close()


async def test_room_deleted_by_one_process_disappears_from_the_others(fresh_postgres: str) -> None:
    async with neighbourhood(fresh_postgres, 2) as (there, here):
        await there.opens()
        ear: Subscription = await here.joins("Ben")
        await there.manager.delete(CODE)

        async def is_gone() -> bool:
            return ear.is_over and await here.manager.room(CODE) is None

        await comes_true(is_gone, TOO_LATE_S)
        answer = await here.manager.submit(CODE, request("Ben", lambda seat: c.Say(seat, "hello?")))
        assert isinstance(answer, Refusal)
        assert await here.store.load(CODE) == ()
