"""Presence of viewers, in this process and in others."""

import asyncio

from app.live.host.connections import RoomConnections, mark_of_looking
from app.live.host.host import RoomHost
from app.live.host.subscription import Subscription
from app.rooms.model.ids import Digest, Millis
from app.rooms.model.room import Room
from engine.core.seats import Seat
from tests.live.hurried import run_without_waiting
from tests.live.peers import comes_true, neighbourhood
from tests.live.process import House
from tests.rooms.builders import ADA, BEN, CODE, a_game, holder


async def a_table() -> tuple[House, RoomHost]:
    """Return a process with a game, and its host."""
    house = House()
    await house.opens(3)
    host = house.manager.host(CODE)
    assert host is not None
    return house, host


@run_without_waiting
async def test_a_page_is_looked_at_until_it_says_otherwise() -> None:
    house, host = await a_table()
    assert host.looking == frozenset()
    phone, tablet = await house.joins("Ben"), await house.joins("Ben")
    assert host.looking == {BEN}
    phone.look(False)
    assert host.looking == {BEN}, "the tablet is still end_looks at"
    tablet.look(False)
    assert host.looking == frozenset()
    assert host.here == {BEN}
    phone.look(True)
    assert host.looking == {BEN}
    phone.close()
    tablet.close()
    assert host.looking == frozenset(), "a connection that is gone looks at nothing"


@run_without_waiting
async def test_hidden_page_is_not_shown_to_anyone_at_the_table() -> None:
    house, _ = await a_table()
    ada, ben = await house.joins("Ada"), await house.joins("Ben")
    before = (await house.room()).get_visible_version(ADA)
    ben.look(False)
    assert (await house.room()).get_visible_version(ADA) == before
    assert ada.here == {ADA, BEN}


class Table:
    """Room without any command."""

    here: frozenset[Seat] = frozenset()
    now = Millis(0)

    def __init__(self) -> None:
        self.room: Room = a_game(3)


@run_without_waiting
async def test_other_processes_learn_who_is_looking_without_gaining_a_seat() -> None:
    shown: list[frozenset[Digest]] = []
    table = Table()
    here = RoomConnections(shown.append)
    there = RoomConnections(lambda holders: None)
    phone: Subscription = here.subscribe(table, holder("Ben"), lambda: None, lambda: None)
    here.seats(table.room)
    there.elsewhere = shown[-1]
    assert there.seats(table.room) == there.looking(table.room) == {BEN}
    phone.look(False)
    there.elsewhere = shown[-1]
    assert there.seats(table.room) == {BEN}
    assert there.looking(table.room) == frozenset()
    assert mark_of_looking(holder("Ben")) not in shown[-1]
    phone.close()


async def _looks_elsewhere(url: str) -> None:
    async with neighbourhood(url, 2) as (there, here):
        await there.opens(3)
        page = await there.joins("Ben")
        await here.room()
        host = here.manager.host(CODE)
        assert host is not None
        for is_looking in (True, False, True):
            page.look(is_looking)

            async def is_known(wanted: bool = is_looking) -> bool:
                return (BEN in host.looking) is wanted and BEN in host.here

            await comes_true(is_known)
        page.close()


def test_a_process_knows_who_looks_in_another(fresh_postgres: str) -> None:
    asyncio.run(_looks_elsewhere(fresh_postgres))
