"""What was decided when it was looked whether a command changes anything is not decided again, unless the room or the
moment is another one by then."""

import asyncio
from typing import Any

import pytest

from app.live.host import batch
from app.live.host.batch import Batch
from app.live.host.requests import Decided, Request
from app.rooms.commands import Command, Seal
from app.rooms.decide import decide
from app.rooms.model.ids import Millis
from app.rooms.model.room import Room
from tests.live.hurried import WallClock, hurried
from tests.live.process import House, seal
from tests.rooms.builders import CODE, game_of


class Decisions:
    """The decisions on seals, counted."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.count = 0

        def counted(room: Room | None, command: Command, now: Millis) -> Any:
            self.count += isinstance(command, Seal)
            return decide(room, command, now)

        patch.setattr(batch, "decide", counted)


async def sealed_at_once(*, moves: bool = False) -> tuple[int, int]:
    """The openings there have been after all three have sealed within one step of the loop, the clock moving on
    meanwhile or not; and how often was decided on a seal."""
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
    opened = game_of(host.room).ask - before
    await house.manager.close()
    return opened, decisions.count


@hurried
async def test_a_card_that_changes_the_room_is_decided_upon_once() -> None:
    assert await sealed_at_once() == (1, 5), "the first of the three once, the others in the room as it is then"


@hurried
async def test_when_the_clock_has_moved_on_it_is_decided_upon_anew() -> None:
    assert await sealed_at_once(moves=True) == (1, 6)


class TakesWhatWasDecided(Batch):
    """A mutant: it minds neither which room it was nor when."""

    def _answered(self, request: Request) -> Any:
        if request.decided is not None:
            request.decided = Decided(self.room, self._now, request.decided.command, request.decided.facts)
        return super()._answered(request)


@hurried
async def test_a_decision_upon_another_room_would_lose_the_opening() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("app.live.host.host.Batch", TakesWhatWasDecided)
        opened, _ = await sealed_at_once()
    assert opened == 0
