"""Own seat with several processes on a real Postgres.

The tests cover who takes the table over, and a device revoked elsewhere."""

from collections.abc import Awaitable, Callable

import pytest

from app.live.host.requests import Done
from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.model.ids import Millis
from app.rooms.views.view import view
from engine.core.seats import Seat
from tests.live.peers import comes_true, neighbourhood
from tests.live.process import House, request
from tests.rooms.builders import ADA, BEN, CARLA, CODE, JOIN_KEY, holder

pytestmark = pytest.mark.asyncio


async def test_longest_present_player_becomes_host_in_whichever_process(
    fresh_postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.live.host_succession.AFTER_S", 0.5)
    monkeypatch.setattr("app.live.manager.BEAT_S", 0.1)
    async with neighbourhood(fresh_postgres) as (one, two):
        await one.opens(3, is_begun=False)
        host = await one.joins("Ada")
        await two.joins("Carla")
        await comes_true(lambda: knows(one, two, {ADA, CARLA}))
        await one.joins("Ben")
        await comes_true(lambda: knows(one, two, {ADA, BEN, CARLA}))
        assert (await one.room()).hosts == (ADA,), "the host is here, be it at another process"
        host.close()

        async def is_handed_over() -> bool:
            return (await one.room()).hosts == (await two.room()).hosts == (CARLA,)

        await comes_true(is_handed_over)
        passed = [each.event.seat for each in await one.manager.journal(CODE) if isinstance(each.event, e.HostPassed)]
        assert passed == [ADA, CARLA]


async def knows(one: House, two: House, here: set[Seat]) -> bool:
    return await one.manager.here(CODE) == await two.manager.here(CODE) == here


async def test_device_revoked_in_one_process_loses_access_in_another_immediately(fresh_postgres: str) -> None:
    async with neighbourhood(fresh_postgres) as (one, two):
        await one.opens(3)
        link, phone = holder("a link"), holder("a phone")
        await one.expect_done("Ben", lambda seat: c.MakeReturnLink(seat, link, Millis(1 << 60)))
        assert isinstance(await one.manager.submit(CODE, request(None, lambda _: c.AddDevice(link, phone))), Done)
        ear = await two.joins("a phone")
        assert ear.viewer == BEN
        assert [code for room in (await two.manager.rooms_held(phone)).rooms for code in [room.code]] == [CODE]
        await one.expect_done("Ben", lambda seat: c.RevokeDevices(seat, 2, holder("Ben")))
        # no hint is needed: a request reads the newest version
        assert (await two.room()).seat_of(phone) is None
        assert (await two.manager.rooms_held(phone)).rooms == ()
        answer = await two.asks("a phone", c.Pause)
        assert not isinstance(answer, Done) and answer.code == "no_seat"

        async def is_over() -> bool:
            return ear.is_over and ear.had_seat and ear.viewer is None

        await comes_true(is_over)


async def test_request_to_return_from_another_process_expires_by_itself(
    fresh_postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.rooms.player.decide.ASK_MS", 1_500)
    async with neighbourhood(fresh_postgres) as (one, two):
        await one.opens(2, is_begun=False)
        ear = await one.joins("Ada")

        def sees(*seats: Seat) -> Callable[[], Awaitable[bool]]:
            async def holds() -> bool:
                return tuple(asker.seat for asker in view(ear.room, ADA).room.askers) == seats

            return holds

        await two.expect_done(None, lambda _: c.AskBack(BEN, "Ben", holder("a new phone"), JOIN_KEY))
        await comes_true(sees(BEN))
        await comes_true(sees())
        expired = [each.event for each in await two.manager.journal(CODE) if isinstance(each.event, e.BackAskExpired)]
        assert expired == [e.BackAskExpired(1)], "once, though both processes know of it"
