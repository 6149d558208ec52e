"""Tables at which bots play for everybody, as fast as their host wishes: how many reveals they come to is a matter of
the clock, not of the machine."""

from unittest.mock import patch

import pytest

from app.rooms.events import Revealed
from app.settings import Figures
from tests.web.tables import Table, Web, a_web

TABLES = 25
SLOW = Figures(
    commands_burst=1_000, chat_burst=1_000, requests_burst=10_000, rooms_per_hour=TABLES, self_play_alone_seconds=1
)


def a_table_of_bots(web: Web) -> Table:
    """A table that plays by itself at once, its host's seat included."""
    table = web.open("Ada")
    for command in ({"do": "fill"}, {"do": "stand_in", "seat": 0, "level": "normal"}, {"do": "begin"}):
        assert table.post(0, **command).status_code == 200
    return table


def reveals(table: Table) -> int:
    """How many reveals there were at the table by now."""
    portal = table.web.client.portal
    assert portal is not None
    entries = portal.call(table.web.store.load, table.code)
    return sum(isinstance(entry.event, Revealed) for entry in entries)


def flood() -> None:
    """Many such tables, asked for something all the time."""
    with a_web(limits=True, figures=SLOW) as web:
        tables = [a_table_of_bots(web) for _ in range(TABLES)]
        assert [reveals(table) for table in tables] == [0] * TABLES, "no time has passed"
        for seconds in (1, 2, 3):
            # whoever asks something has the room look at its clock
            web.time.seconds += SLOW.self_play_alone_seconds
            for table in tables:
                assert table.post(0, do="say", text="Go on!").status_code == 200
                assert table.post(0, do="say", text="Go on, go on!").status_code == 200
            assert [reveals(table) for table in tables] == [seconds] * TABLES


def test_tables_that_play_by_themselves_reveal_once_in_their_time_whatever_they_are_asked() -> None:
    flood()


def test_a_server_that_lets_them_play_as_fast_as_they_can_is_found_out() -> None:
    with patch("app.live.host.ownership.rests_until", lambda *_, **__: None), pytest.raises(AssertionError):
        flood()


def test_a_person_who_is_asked_waits_for_nobodys_pace() -> None:
    with a_web(limits=True, figures=SLOW) as web:
        table = web.open("Ada")
        for command in ({"do": "fill"}, {"do": "begin"}):
            assert table.post(0, **command).status_code == 200
        assert table.seal(0).status_code == 200
        assert table.post(0, do="say", text="Well?").status_code == 200
        assert reveals(table) == 1
