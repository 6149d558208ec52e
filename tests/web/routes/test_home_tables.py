"""Tables on the home page: finished ones are read only where they are shown."""

import re

from app.rooms.model.ids import RoomCode, Version
from tests.abuse.finished_games import ENDED, GAME, get_dependencies, get_entries
from tests.records.seated import device
from tests.web import heavy
from tests.web.routes.test_rooms import Browser
from tests.web.tables import Web

SHOWN = 4


class Player(Browser):
    """Browser of a player who sits at tables already."""

    def __init__(self, web: Web, name: str) -> None:
        super().__init__(web)
        self.cookie = {"cookie": f"dev={device(name).secret}"}


def list_codes(page: str) -> list[str]:
    """Return the codes of the listed tables, in order."""
    return re.findall(r'<a class="table-link[^"]*" href="/r/(\w+)"', page)


def store_finished(web: Web, rooms: int) -> list[str]:
    """Put finished games of the same players on the server."""
    codes = [f"00000EE{number}" for number in range(rooms)]
    for code in codes:
        entries = heavy.under(code, get_entries(GAME, ENDED[GAME]))
        assert web.client.portal is not None
        web.client.portal.call(web.store.append, RoomCode(code), Version(0), entries, "finished", None)
    return codes


def test_home_reads_no_more_finished_tables_than_it_shows(web: Web) -> None:
    codes = store_finished(web, 7)
    ada = Player(web, "Ada")
    page = ada.get("/").text
    assert sorted(list_codes(page)) == codes[:SHOWN]
    assert get_dependencies(web).manager.hosts == SHOWN
    assert "3 more finished tables" in page


def test_link_to_finished_tables_lists_all(web: Web) -> None:
    codes = store_finished(web, 7)
    ada = Player(web, "Ada")
    (path,) = re.findall(r'href="(/\?tables=[^"#]*)#tables-title"', ada.get("/").text)
    page = ada.get(path).text
    assert sorted(list_codes(page)) == codes
    assert "<details" not in page
    assert "more finished" not in page


def test_tables_under_way_are_listed_before_finished_ones(web: Web) -> None:
    codes = store_finished(web, 5)
    ada = Player(web, "Ada")
    opened = [ada.opens("Ada") for _ in range(3)]
    page = ada.get("/").text
    assert sorted(list_codes(page)[:3]) == sorted(opened)
    assert list_codes(page)[3:] == codes[:1]
    assert "4 more finished tables" in page


def test_no_finished_table_is_hidden_while_there_is_room(web: Web) -> None:
    codes = store_finished(web, SHOWN)
    page = Player(web, "Ada").get("/").text
    assert sorted(list_codes(page)) == codes
    assert "more finished" not in page
