"""What a clock tells, and to whom: time and what happens at zero are their owner's alone."""

import re

import pytest

from app.rooms.views.view import view
from engine.core.seats import Seat, Viewer
from tests.clocks.cases import ADA, BEN, CARLA, a_table
from tests.clocks.table import Table
from tests.live.hurried import hurried
from tests.secrecy.feeds import SERVERS, decode

VIEWERS: tuple[Viewer, ...] = (ADA, BEN, CARLA, None)


def sent(table: Table, feed: str, viewer: Viewer) -> str:
    """What a new connection of the viewer is sent."""
    message = decode(SERVERS[feed]()().update(table.room, viewer, frozenset()))
    assert message is not None
    return message


def deadline(table: Table, seat: Seat) -> str:
    ask = view(table.room, seat).ask
    assert ask is not None
    return str(ask.deadline)


@pytest.mark.parametrize("mode", ["gentle", "hard"])
@pytest.mark.parametrize("feed", SERVERS)
@hurried
async def test_everybody_is_sent_their_own_time_and_nobody_elses(game: str, feed: str, mode: str) -> None:
    table = await a_table(game, mode, per_ask=60)
    for seat, seconds in ((ADA, 7), (BEN, 77)):
        await table.gives_time(CARLA, seat, seconds)
    times = {seat: deadline(table, seat) for seat in (ADA, BEN, CARLA)}
    assert len({*times.values()}) == 3
    for viewer in VIEWERS:
        message = sent(table, feed, viewer)
        assert {seat for seat, time in times.items() if time in message} == ({viewer} - {None})


@hurried
async def test_what_happens_at_zero_is_said_to_who_is_asked_alone(game: str) -> None:
    """In words, beside one's own ring; who has sealed has no ring, and watchers never."""
    table = await a_table(game, "hard", per_ask=60)
    await table.seals(BEN, 0)
    says = {viewer: re.findall(r'data-says=\\?"([^"\\]*)', sent(table, "browser", viewer)) for viewer in VIEWERS}
    assert {viewer for viewer, words in says.items() if words} == {ADA, CARLA}
    assert all(words == [words[0]] and words[0] for viewer, words in says.items() if viewer in (ADA, CARLA))
    announced = [part["ask"] for part in (plain_view(table, viewer) for viewer in VIEWERS) if part["ask"]]
    assert len(announced) == 3, "each their own, the public none"


def plain_view(table: Table, viewer: Viewer) -> dict[str, object]:
    """The parts of the view that name an ask."""
    ask = view(table.room, viewer).ask
    return {"ask": ask.default if ask is not None else None}
