"""Pages that poll: how long they count as connected."""

import asyncio

from app.live.host.subscription import Subscription
from app.rooms.model.ids import Digest
from app.web.sockets.polling import STAY_S, Polling
from tests.live.hurried import run_without_waiting
from tests.live.process import House
from tests.rooms.builders import BEN, CODE, holder

BROWSER: Digest = holder("Ben")


@run_without_waiting
async def test_polling_player_stays_here_for_a_while_after_last_poll() -> None:
    house, polling = House(), Polling()
    await house.opens(2)

    async def join() -> Subscription | None:
        return await house.manager.join(CODE, BROWSER)

    for _ in range(3):
        assert await polling.poll(CODE, BROWSER, join) is not None
        await asyncio.sleep(STAY_S - 1)
        assert BEN in await house.manager.here(CODE)
    await asyncio.sleep(1 + 3)
    assert BEN not in await house.manager.here(CODE)
    both = await asyncio.gather(*(polling.poll(CODE, BROWSER, join) for _ in range(2)))
    assert both[0] is both[1]
    polling.close()
    await asyncio.sleep(3)
    assert BEN not in await house.manager.here(CODE)


@run_without_waiting
async def test_whose_room_is_let_go_of_is_connected_anew() -> None:
    house, polling = House(), Polling()
    await house.opens(2)

    async def join() -> Subscription | None:
        return await house.manager.join(CODE, BROWSER)

    first = await polling.poll(CODE, BROWSER, join)
    assert first is not None
    first.subscription.close()
    second = await polling.poll(CODE, BROWSER, join)
    assert second is not None and second is not first
    polling.close()
