"""Claims to seats of an imported room: its player and the table know every device."""

import pytest

from app.rooms.model.ids import RoomCode
from app.rooms.player import decide as own
from app.rooms.player.events import DeviceAdded
from tests.abuse.test_arrivals import (
    CLAIMED,
    CLAIMED_TOO,
    NAMES,
    OWN,
    delete,
    import_file,
    list_notices,
    list_spied_secrets,
    save,
    start_table,
    use_links,
)
from tests.rooms.builders import game_of
from tests.web.routes.test_room_files import agree, links_of, open_seat_link
from tests.web.tables import Table, Web, a_web
from tests.web.test_canaries import the_room

pytestmark = pytest.mark.usefixtures("light_keys")


def test_seat_link_works_once_and_devices_are_announced(web: Web) -> None:
    """A host could use Ben's link first, and give him one made by the spying device."""
    table = start_table(web)
    file = save(table)
    with a_web() as elsewhere:
        links = links_of(import_file(elsewhere, file))
        code = RoomCode(links["Ben"].split("/")[2])
        spy = open_seat_link(elsewhere, links["Ben"])
        assert spy is not None
        assert open_seat_link(elsewhere, links["Ben"]) is None
        spying = Table(elsewhere, code, {}, [spy])
        ben = open_seat_link(elsewhere, spying.post(0, do="return_link").json()["link"])
        carla = open_seat_link(elsewhere, links["Carla"])
        assert ben is not None and carla is not None
        there = Table(elsewhere, code, {}, [ben, carla])
        for seat in (0, 1):
            assert list_notices(there, seat)[-3:-1] == [CLAIMED % {"who": "Ben"}, CLAIMED_TOO % {"who": "Ben"}]


def test_server_that_hides_further_devices_is_detected(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own, "SeatClaimed", DeviceAdded)
    table = start_table(web)
    file = save(table)
    delete(table)
    assert list(use_links(web, import_file(web, file))) == ["Ada"]
    assert list_notices(table, 1)[-1] == OWN % {"who": "Ada"}


def test_players_own_device_is_not_announced(web: Web) -> None:
    table = start_table(web)
    file = save(table)
    delete(table)
    assert import_file(web, file, table.tokens[0]).status_code == 200
    before = list_notices(table, 0)
    assert open_seat_link(web, table.post(1, do="return_link").json()["link"]) is not None
    assert list_notices(table, 0) == before
    assert len(table.view(1)["devices"]) == 2


def test_device_of_the_file_may_import_it(web: Web) -> None:
    table = start_table(web)
    file = save(table)
    delete(table)
    stray = "s" * len(table.tokens[1])
    assert links_of(import_file(web, file, f"{stray}; dev={table.tokens[1]}")) == {}


def test_running_game_returns_only_to_its_players(web: Web) -> None:
    table = start_table(web)
    assert table.post(0, do="begin").is_success
    agree(table, 1, 2)
    file = save(table)
    delete(table)
    assert list(links_of(import_file(web, file, table.tokens[0]))) == []
    for seat in range(len(NAMES)):
        assert table.seal(seat).is_success
    assert list_spied_secrets(table, {"own": table.tokens[0]}) == []
    assert game_of(the_room(table)).number == 1
