"""Whose seat is it in a room that came from a file: each device is one that its player, and the table, knows of."""

import pytest

from app.rooms.model.ids import RoomCode
from app.rooms.own import decide as own
from app.rooms.own.events import DeviceAdded
from tests.abuse.test_arrivals import (
    CLAIMED,
    CLAIMED_TOO,
    NAMES,
    OWN,
    a_table,
    bring,
    deleted,
    notes,
    saved,
    spied,
    taken,
)
from tests.rooms.builders import game_of
from tests.web.routes.test_room_files import agree, links_of, opened
from tests.web.tables import Table, Web, a_web
from tests.web.test_canaries import the_room

pytestmark = pytest.mark.usefixtures("light_keys")


def test_a_link_to_a_seat_works_once_and_no_second_device_comes_unseen(web: Web) -> None:
    """Whoever hands the links out takes Ben's first, and gives him one that the spying device made."""
    table = a_table(web)
    file = saved(table)
    with a_web() as elsewhere:
        links = links_of(bring(elsewhere, file))
        code = RoomCode(links["Ben"].split("/")[2])
        spy = opened(elsewhere, links["Ben"])
        assert spy is not None
        assert opened(elsewhere, links["Ben"]) is None
        spying = Table(elsewhere, code, {}, [spy])
        ben = opened(elsewhere, spying.post(0, do="return_link").json()["link"])
        carla = opened(elsewhere, links["Carla"])
        assert ben is not None and carla is not None
        there = Table(elsewhere, code, {}, [ben, carla])
        for seat in (0, 1):
            assert notes(there, seat)[-3:-1] == [CLAIMED % {"who": "Ben"}, CLAIMED_TOO % {"who": "Ben"}]


def test_a_server_that_does_not_tell_of_further_devices_is_found_out(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own, "SeatClaimed", DeviceAdded)
    table = a_table(web)
    file = saved(table)
    deleted(table)
    assert list(taken(web, bring(web, file))) == ["Ada"]
    assert notes(table, 1)[-1] == OWN % {"who": "Ada"}


def test_a_device_of_the_players_own_is_still_nobody_elses_business(web: Web) -> None:
    table = a_table(web)
    file = saved(table)
    deleted(table)
    assert bring(web, file, table.tokens[0]).status_code == 200
    before = notes(table, 0)
    assert opened(web, table.post(1, do="return_link").json()["link"]) is not None
    assert notes(table, 0) == before
    assert len(table.view(1)["devices"]) == 2


def test_the_device_that_sits_in_the_file_brings_it_whatever_else_the_browser_shows(web: Web) -> None:
    table = a_table(web)
    file = saved(table)
    deleted(table)
    stray = "s" * len(table.tokens[1])
    assert links_of(bring(web, file, f"{stray}; dev={table.tokens[1]}")) == {}


def test_a_running_game_comes_back_to_its_players_alone(web: Web) -> None:
    table = a_table(web)
    assert table.post(0, do="begin").is_success
    agree(table, 1, 2)
    file = saved(table)
    deleted(table)
    assert list(links_of(bring(web, file, table.tokens[0]))) == []
    for seat in range(len(NAMES)):
        assert table.seal(seat).is_success
    assert spied(table, {"own": table.tokens[0]}) == []
    assert game_of(the_room(table)).number == 1
