"""Single decision per command, unless the room changes before it is applied."""

import asyncio
from typing import Any

import pytest

from app.live.host import batch
from app.live.host.batch import Batch
from app.live.host.requests import Request
from app.rooms.commands import Command, Seal
from app.rooms.decide import decide
from app.rooms.model.ids import Millis
from app.rooms.model.room import Room
from tests.live.hurried import WallClock, run_without_waiting
from tests.live.process import House, seal
from tests.rooms.builders import CODE, game_of


class Decisions:
    """Counter of the decisions on seals."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.count = 0

        def count_and_decide(room: Room | None, command: Command, now: Millis) -> Any:
            self.count += isinstance(command, Seal)
            return decide(room, command, now)

        patch.setattr(batch, "decide", count_and_decide)


async def seal_at_once(*, moves: bool = False) -> tuple[int, int]:
    """Seal all three seats within one step of the loop.

    Return the number of reveals, and of decisions on a seal. ``moves``: the clock advances meanwhile."""
    house = House(clock=(clock := WallClock()))
    await house.opens()
    host = house.manager.host(CODE)
    assert host is not None
    before = game_of(host.room).ask
    with pytest.MonkeyPatch.context() as patch:
        decisions = Decisions(patch)
        begun = [host.put(seal(host.room, name)) for name in ("Ada", "Ben", "Carla")]
        if moves:
            clock.jump(1)
        await asyncio.gather(*(each for each in begun if isinstance(each, asyncio.Future)))
    revealed = game_of(host.room).ask - before
    await house.manager.close()
    return revealed, decisions.count


@run_without_waiting
async def test_a_card_that_changes_the_room_is_decided_upon_once() -> None:
    assert await seal_at_once() == (1, 5), "the first of the three once, the others in the room as it is then"


@run_without_waiting
async def test_decision_is_kept_with_its_time_after_the_clock_advanced() -> None:
    assert await seal_at_once(moves=True) == (1, 5)


class TakesWhatWasDecided(Batch):
    """Mutant that ignores changes of the room."""

    def answer(self, request: Request) -> None:
        """Implement Batch."""
        if request.decision is not None:
            request.decision = request.decision._replace(room=self.room)
        super().answer(request)


@run_without_waiting
async def test_a_decision_upon_another_room_would_lose_the_reveal() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("app.live.host.host.Batch", TakesWhatWasDecided)
        revealed, _ = await seal_at_once()
    assert revealed == 0


class CountedClock(WallClock):
    """Clock of a process that counts its reads."""

    reads = 0

    def __call__(self) -> Millis:
        self.reads += 1
        return super().__call__()


@run_without_waiting
async def test_sealing_reads_the_clock_on_arrival_and_when_deciding() -> None:
    house = House(clock=(clock := CountedClock()))
    await house.opens()
    host = house.manager.host(CODE)
    assert host is not None
    clock.reads = 0
    await host.submit(seal(host.room, "Ada"))
    assert clock.reads == 2
    await house.manager.close()
