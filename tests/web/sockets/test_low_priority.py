"""Low-priority messages: written once, in order, a few in a turn.

A reveal never waits behind them."""

import asyncio
from typing import Any, cast

import pytest
from fastapi import FastAPI

from app.web.sockets.gateway import Gateway
from app.web.sockets.low_priority import LowPriorityCalls
from tests.web.servers import on_both_loops
from tests.web.tables import Table, Web

NEVER_S = 3600.0


class Notes:
    """Recorder of calls."""

    def __init__(self) -> None:
        self.told: list[str] = []

    async def reach(self, number: int) -> None:
        """Wait until there are so many."""
        async with asyncio.timeout(10):
            while len(self.told) < number:
                await asyncio.sleep(0)

    def one(self) -> None:
        """Record a call."""
        self.told.append("one")

    def other(self) -> None:
        """Record another call."""
        self.told.append("other")


@on_both_loops
async def test_low_priority_calls_run_once_in_order_of_first_addition() -> None:
    notes, low_priority = Notes(), LowPriorityCalls(wait_s=0)
    for call in (notes.one, notes.other, notes.one):
        low_priority.add(call)
    assert notes.told == []
    await notes.reach(2)
    low_priority.add(notes.one)
    await notes.reach(3)
    assert notes.told == ["one", "other", "one"]


@on_both_loops
async def test_between_two_turns_everybody_else_has_a_turn() -> None:
    notes, low_priority = Notes(), LowPriorityCalls(wait_s=0, a_turn=1)

    def first() -> None:
        notes.told.append("first")
        asyncio.get_running_loop().call_soon(notes.told.append, "pressing")

    low_priority.add(first)
    low_priority.add(notes.one)
    await notes.reach(3)
    assert notes.told == ["first", "pressing", "one"]


@on_both_loops
async def test_what_is_added_meanwhile_has_its_turn_too() -> None:
    notes, low_priority = Notes(), LowPriorityCalls(wait_s=0)

    def add_again() -> None:
        notes.told.append("again")
        if len(notes.told) < 3:
            low_priority.add(add_again)

    low_priority.add(add_again)
    await notes.reach(3)


def read_until_reveal(table: Table, wait_s: float) -> list[dict[str, Any]]:
    """Return the messages to Ada's program from Ben's seal to the reveal.

    Her own seal follows his."""
    cast(Gateway, cast(FastAPI, table.web.client.app).state.gateway).low_priority = LowPriorityCalls(wait_s)
    with table.socket(0) as ada:
        ask = ada.receive_json()["view"]["ask"]
        assert table.seal(1).status_code == 200
        told = [ada.receive_json()] if wait_s < NEVER_S else []
        ada.send_json({"id": "own", "do": "seal", "ask": ask["ask"], "choice": ask["choices"][0]})
        while not (told and told[-1].get("effects")):
            told.append(ada.receive_json())
    return told


@pytest.mark.parametrize(("wait_s", "before"), [(0.0, 1), (NEVER_S, 0)])
def test_seal_notice_can_wait_but_reveal_goes_out_at_once(web: Web, wait_s: float, before: int) -> None:
    told = read_until_reveal(web.playing("Ada", "Ben"), wait_s)
    own = next(place for place, message in enumerate(told) if message.get("re") == "own")
    assert own == before
    assert [place for place, message in enumerate(told) if message.get("effects")] == [len(told) - 1]
