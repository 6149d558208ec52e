"""Read-only replies without a wait: another seat's pending card stays secret."""

import asyncio

import pytest

from app.live.host.host import RoomHost
from app.live.host.requests import Done, Request
from app.rooms import commands as c
from app.rooms.model.ids import Digest
from tests.live import mutants
from tests.live.hurried import WallClock, moments, run_without_waiting
from tests.live.process import a_host, lift, request, seal
from tests.live.stores import FailingStore, HeldStore
from tests.live.test_host import code
from tests.rooms.builders import ADA, game_of, holder, to_time

PHONE = holder("Ada's phone")


async def a_table(kind: type[RoomHost], store: HeldStore) -> RoomHost:
    """Return a host at whose table Ada and Ben have sealed, but Carla has not."""
    host = await a_host(kind, store, WallClock())
    for each in (seal(host.room, "Ada"), seal(host.room, "Ben", id="b1")):
        assert code(await host.submit(each)) == "done"
    return host


async def check_who_changes_nothing_is_answered_at_once(kind: type[RoomHost], *, is_in_one_batch: bool) -> None:
    store = HeldStore()
    host = await a_table(kind, store)
    store.free.clear()
    changing = asyncio.ensure_future(host.submit(seal(host.room, "Ada", "auction_house")))
    if not is_in_one_batch:
        await moments()
    nothing: dict[str, Request] = {
        "nothing_to_lift": lift(host.room, "Carla"),
        "done": seal(host.room, "Ben"),
        "choice_not_legal": seal(host.room, "Ben", "steal the silver"),
        "id_used": seal(host.room, "Ben", "auction_house", id="b1"),
        "no_seat": request("Walter", c.Pause),
        "already_begun": request("Carla", lambda seat: c.SeatBot(ADA, seat, "normal")),
    }
    asked = {name: asyncio.ensure_future(host.submit(each)) for name, each in nothing.items()}
    await moments()
    assert all(answer.done() for answer in asked.values()), "somebody waits"
    assert {name: code(answer.result()) for name, answer in asked.items()} == {name: name for name in nothing}
    assert not changing.done()
    store.free.set()
    assert isinstance(await changing, Done)
    assert game_of(host.room).sealed[ADA].choice == "auction_house"


@pytest.mark.parametrize("is_in_one_batch", [False, True])
@run_without_waiting
async def test_who_changes_nothing_does_not_wait_for_anothers_card(is_in_one_batch: bool) -> None:
    await check_who_changes_nothing_is_answered_at_once(RoomHost, is_in_one_batch=is_in_one_batch)
    with pytest.raises(AssertionError, match="somebody waits"):
        await check_who_changes_nothing_is_answered_at_once(mutants.WaitsForAll, is_in_one_batch=is_in_one_batch)


async def check_nobody_overtakes_oneself(kind: type[RoomHost], device: Digest) -> None:
    store = HeldStore()
    host = await a_host(kind, store, WallClock())
    link, until = holder("the link"), to_time(60_000)
    assert code(await host.submit(request("Ada", lambda seat: c.MakeReturnLink(seat, link, until)))) == "done"
    assert code(await host.submit(request(None, lambda _: c.AddDevice(link, PHONE)))) == "done"
    store.free.clear()
    sealing = asyncio.ensure_future(host.submit(seal(host.room, "Ada")))
    await moments()
    # the committed room has nothing to lift
    lifting = asyncio.ensure_future(host.submit(Request(lift(host.room, "Ada").make, device)))
    await moments()
    store.free.set()
    assert [code(await sealing), code(await lifting)] == ["done", "done"], "the later came first"
    assert game_of(host.room).sealed == {}


@pytest.mark.parametrize("device", [holder("Ada"), PHONE])
@run_without_waiting
async def test_nobody_overtakes_what_they_asked_before_from_whichever_device(device: Digest) -> None:
    await check_nobody_overtakes_oneself(RoomHost, device)
    with pytest.raises(AssertionError, match="the later came first"):
        await check_nobody_overtakes_oneself(mutants.OvertakesItself, device)


@run_without_waiting
async def test_repeated_command_waits_for_the_first_with_its_id() -> None:
    store = HeldStore()
    host = await a_host(RoomHost, store, WallClock())
    store.free.clear()
    both = [asyncio.ensure_future(host.submit(seal(host.room, "Ada", id="a1"))) for _ in range(2)]
    await moments()
    assert not any(each.done() for each in both)
    store.free.set()
    first, second = await asyncio.gather(*both)
    assert isinstance(first, Done) and first == second
    assert store.sizes[-1] == 1


@run_without_waiting
async def test_what_changes_nothing_keeps_its_id() -> None:
    host = await a_host(RoomHost, HeldStore(), WallClock())
    assert code(await host.submit(request("Carla", c.Resume, "c1", "resume"))) == "done"
    assert code(await host.submit(request("Carla", c.Resume, "c1", "resume"))) == "done"
    assert code(await host.submit(request("Carla", c.Resume, "c1", "another"))) == "id_used"


@run_without_waiting
async def test_no_read_only_reply_while_an_append_is_in_doubt() -> None:
    store = FailingStore()
    host = await a_host(RoomHost, store, WallClock(), people=2)
    assert code(await host.submit(seal(host.room, "Ben", "castle detective"))) == "done"
    store.unknown_fates = 1
    assert code(await host.submit(seal(host.room, "Ada", "castle detective"))) == "try_again"
    # all cards are revealed, but the host does not know yet
    late = seal(host.room, "Ben", "castle detective")
    assert code(await host.submit(late)) == "ask_is_over"
