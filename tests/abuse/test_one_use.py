"""Links for one use: they work once, however many use them at the same time."""

import asyncio

import pytest

from app.live.host.requests import Done, Request
from app.rooms import commands as c
from app.rooms.model.ids import Digest, Millis
from app.rooms.model.refusals import Refusal
from tests.live.hurried import run_without_waiting
from tests.live.process import House, request
from tests.rooms.builders import ADA, CODE, holder

MANY = 100


def make_request(link: Digest, number: int) -> Request:
    """Return the request of one who has the link."""
    return request(None, lambda _: c.AddDevice(link, holder(f"thief {number}")))


@pytest.mark.parametrize("processes", [1, 4])
@run_without_waiting
async def test_one_of_a_hundred_users_of_a_return_link_wins(processes: int) -> None:
    first = House()
    await first.opens(2)
    link = holder("link")
    await first.expect_done("Ada", lambda seat: c.MakeReturnLink(seat, link, Millis(1 << 60)))
    houses = [first, *(House(first.store, first.clock) for _ in range(processes - 1))]
    thieves = [houses[number % processes].manager.submit(CODE, make_request(link, number)) for number in range(MANY)]
    answers = await asyncio.gather(*thieves)
    assert [type(answer) for answer in answers].count(Done) == 1
    assert {answer.code for answer in answers if isinstance(answer, Refusal)} <= {
        "link_used",
        "no_such_link",
        "try_again",
    }
    occupant = (await first.room()).occupant(ADA)
    assert occupant is not None and len(occupant.holders) == 2
