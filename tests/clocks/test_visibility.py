"""Visibility of clocks: a player's time and default choice are private."""

import re

import pytest

from app.rooms.views.view import view
from engine.core.seats import Seat, Viewer
from tests.clocks.cases import ADA, BEN, CARLA, start_table
from tests.clocks.table import Table
from tests.live.hurried import run_without_waiting
from tests.secrecy.feeds import SERVERS, decode

VIEWERS: tuple[Viewer, ...] = (ADA, BEN, CARLA, None)


def get_first_message(table: Table, feed: str, viewer: Viewer) -> str:
    """Return the first message of a viewer's new connection."""
    message = decode(SERVERS[feed]()().update(table.room, viewer, frozenset()))
    assert message is not None
    return message


def get_deadline(table: Table, seat: Seat) -> str:
    ask = view(table.room, seat).ask
    assert ask is not None
    return str(ask.deadline)


@pytest.mark.parametrize("mode", ["gentle", "hard"])
@pytest.mark.parametrize("feed", SERVERS)
@run_without_waiting
async def test_viewers_receive_only_their_own_time(game: str, feed: str, mode: str) -> None:
    table = await start_table(game, mode, per_ask=60)
    for seat, seconds in ((ADA, 7), (BEN, 77)):
        await table.give_time(CARLA, seat, seconds)
    times = {seat: get_deadline(table, seat) for seat in (ADA, BEN, CARLA)}
    assert len({*times.values()}) == 3
    for viewer in VIEWERS:
        message = get_first_message(table, feed, viewer)
        assert {seat for seat, time in times.items() if time in message} == ({viewer} - {None})


@run_without_waiting
async def test_default_choice_is_shown_only_to_its_seat(game: str) -> None:
    """Default choice in words beside the seat's ring.

    A seat that has sealed has no ring, and watchers never have one."""
    table = await start_table(game, "hard", per_ask=60)
    await table.seal(BEN, 0)
    says = {
        viewer: re.findall(r'data-says=\\?"([^"\\]*)', get_first_message(table, "browser", viewer))
        for viewer in VIEWERS
    }
    assert {viewer for viewer, words in says.items() if words} == {ADA, CARLA}
    assert all(words == [words[0]] and words[0] for viewer, words in says.items() if viewer in (ADA, CARLA))
    announced = [part["ask"] for part in (get_prompt_parts(table, viewer) for viewer in VIEWERS) if part["ask"]]
    assert len(announced) == 3, "each their own, the public none"


def get_prompt_parts(table: Table, viewer: Viewer) -> dict[str, object]:
    """Return the parts of the view that name a prompt."""
    ask = view(table.room, viewer).ask
    return {"ask": ask.default if ask is not None else None}
