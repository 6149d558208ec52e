"""Tables of bots alone: the clock bounds their reveals, not the machine's speed."""

from unittest.mock import patch

import pytest

from app.rooms.events import Revealed
from app.settings.limits import Figures
from tests.web.tables import Table, Web, a_web

TABLES = 25
SLOW = Figures(
    commands_burst=1_000, chat_burst=1_000, requests_burst=10_000, rooms_per_hour=TABLES, self_play_alone_seconds=1
)


def start_bot_table(web: Web) -> Table:
    """Return a table that plays by itself, its host's seat included."""
    table = web.open("Ada")
    for command in ({"do": "fill"}, {"do": "stand_in", "seat": 0, "level": "normal"}, {"do": "begin"}):
        assert table.post(0, **command).status_code == 200
    return table


def count_reveals(table: Table) -> int:
    """Return the number of reveals at the table so far."""
    portal = table.web.client.portal
    assert portal is not None
    entries = portal.call(table.web.store.load, table.code)
    return sum(isinstance(entry.event, Revealed) for entry in entries)


def flood() -> None:
    """Run many such tables under constant requests."""
    with a_web(limits=True, figures=SLOW) as web:
        tables = [start_bot_table(web) for _ in range(TABLES)]
        assert [count_reveals(table) for table in tables] == [0] * TABLES, "no time has passed"
        for seconds in (1, 2, 3):
            # Each request makes the room check its clock.
            web.time.seconds += SLOW.self_play_alone_seconds
            for table in tables:
                assert table.post(0, do="say", text="Go on!").status_code == 200
                assert table.post(0, do="say", text="Go on, go on!").status_code == 200
            assert [count_reveals(table) for table in tables] == [seconds] * TABLES


def test_bot_tables_reveal_at_their_pace_under_requests() -> None:
    flood()


def test_server_without_a_pace_is_detected() -> None:
    with patch("app.live.host.ownership.rests_until", lambda *_, **__: None), pytest.raises(AssertionError):
        flood()


def test_person_does_not_wait_for_the_pace() -> None:
    with a_web(limits=True, figures=SLOW) as web:
        table = web.open("Ada")
        for command in ({"do": "fill"}, {"do": "begin"}):
            assert table.post(0, **command).status_code == 200
        assert table.seal(0).status_code == 200
        assert table.post(0, do="say", text="Well?").status_code == 200
        assert count_reveals(table) == 1
