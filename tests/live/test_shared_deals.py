"""Two tables with the same cards, each served by another process."""

import asyncio

import pytest

from app.live.host.requests import Done
from app.live.shared_deals import SharedDeals
from app.rooms import commands as c
from app.rooms.deals.events import DealTaken
from app.rooms.deals.sealing import is_closed
from app.rooms.model.ids import RoomCode
from engine import registry
from engine.core.seats import Seat
from tests.live.peers import neighbourhood
from tests.live.process import House, request
from tests.rooms.builders import ADA, AT_ONCE, CODE, GAME, JOIN_KEY, SEED, WATCH_KEY, begin, holder

pytestmark = pytest.mark.asyncio

OTHER = RoomCode("M4WD7TCN")
KEY, SHARED = "k" * 22, "5e" * 32


async def submit(house: House, code: RoomCode, *commands: c.Command) -> None:
    """Let a process carry out these commands of its room."""
    for command in commands:

        def make(_: Seat, command: c.Command = command) -> c.Command:
            return command

        assert isinstance(await house.manager.submit(code, request(None, make)), Done)


def vote_to_end(seat: Seat) -> c.Vote:
    """Return a seat's vote for the game's end."""
    return c.Vote(seat, "end", is_for=True, seed=SEED, edition=None)


async def look(house: House) -> None:
    """Let a process look at its shared deals, as it does every few seconds."""
    hosts = {code: host for code in (CODE, OTHER) if (host := house.manager.host(code)) is not None}
    await SharedDeals(house.manager.room, house.manager.submit, house.clock).look(hosts)


async def list_closed(house: House) -> list[bool]:
    """Return whether each table's cards are closed, as that process knows."""
    rooms = [await house.manager.room(code) for code in (CODE, OTHER)]
    return [is_closed(room) for room in rooms if room is not None]


async def test_tables_of_two_processes_open_their_cards_together(fresh_postgres: str) -> None:
    async with neighbourhood(fresh_postgres) as (there, here):
        await there.opens(1, is_begun=False)
        edition = registry.find(GAME).edition()
        await submit(there, CODE, c.OfferDeal(ADA, KEY, SHARED, edition), c.PairDeal(KEY, OTHER))
        taken = DealTaken(CODE, SHARED, edition)
        opened = c.OpenRoom(OTHER, GAME, "Ada", holder("Ada"), JOIN_KEY, WATCH_KEY, AT_ONCE, offered=taken)
        assert isinstance(await here.manager.open(opened), Done)
        for house, code in ((there, CODE), (here, OTHER)):
            await submit(house, code, c.SeatBot(ADA, Seat(1), "easy"), begin())
        await submit(there, CODE, vote_to_end(ADA))
        for _ in range(2):
            await asyncio.gather(look(there), look(here))
        assert await list_closed(there) == await list_closed(here) == [True, True]
        await submit(here, OTHER, vote_to_end(ADA))
        for _ in range(2):
            await asyncio.gather(look(there), look(here))
        assert await list_closed(there) == await list_closed(here) == [False, False]
