"""The next evening on pages, in forms and as a calendar file."""

import re
from typing import Any

import pytest
from httpx2 import Response

from app.rooms.model.dates import DAY_MS
from tests.web.tables import BASE, Table, Web

WORDS = re.compile(r'<section id="dates".*?</section>', re.DOTALL)


def get(web: Web, path: str, token: str | None = None) -> Response:
    """Return the answer to a browser with that token."""
    return web.client.get(path, headers={"cookie": f"dev={token}"} if token else {})


def submit(table: Table, seat: int, **fields: Any) -> Response:
    """Return the answer to a form of a page without scripts."""
    headers = {"origin": BASE, "cookie": f"dev={table.tokens[seat]}"}
    return table.web.client.post(f"/r/{table.code}/do", data=fields, headers=headers, follow_redirects=False)


def fix(table: Table, days: int = 3) -> int:
    """Fix a date and return it."""
    at = table.web.time.now() // 60_000 * 60_000 + days * DAY_MS
    assert table.post(0, do="propose_date", at=at, zone="Europe/Berlin").is_success
    (date,) = table.view(0)["room"]["dates"]["proposed"]
    assert table.post(0, do="fix_date", number=date["number"]).is_success
    return at


def show_dates(page: str) -> str:
    """Return the part of a page about the next evening."""
    found = WORDS.search(page)
    assert found is not None
    return found[0]


def test_a_seat_gets_the_calendar_file(web: Web) -> None:
    table = web.open("Ada", "Ben")
    path = f"/r/{table.code}/next.ics"
    assert get(web, path, table.tokens[1]).status_code == 404, "nothing is fixed"
    fix(table)
    answer = get(web, path, table.tokens[1])
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/calendar; charset=utf-8")
    assert answer.headers["content-disposition"] == f'inline; filename="signet-{table.code}.ics"'
    assert f"URL:{BASE}/r/{table.code}\r\n" in answer.text
    assert table.join_key not in answer.text
    table.post(0, do="drop_date", number=1)
    assert "STATUS:CANCELLED\r\n" in get(web, path, table.tokens[1]).text


def test_nobody_without_a_seat_gets_the_calendar_file(web: Web) -> None:
    table = web.open("Ada", "Ben", options={"watchers": "public"})
    fix(table)
    for token in (None, "A" * 43, web.open("Zoe").tokens[0]):
        answer = get(web, f"/r/{table.code}/next.ics", token)
        assert (answer.status_code, "VEVENT" in answer.text) == (404, False)


def test_a_form_without_scripts_proposes_in_utc(web: Web) -> None:
    table = web.open("Ada", "Ben")
    assert submit(table, 1, do="propose_date", at="1970-01-14T20:00", zone="UTC").status_code == 303
    (date,) = table.view(0)["room"]["dates"]["proposed"]
    assert (date["at"], date["by"]) == (13 * DAY_MS + 20 * 3_600_000, 1)
    assert submit(table, 0, do="answer_date", number="1", on="on").status_code == 303
    assert table.view(1)["room"]["dates"]["fixed"]["can"] == [0, 1]


@pytest.mark.parametrize("at", ["", "tomorrow", "1970-13-14T20:00", "9" * 30, "-1", "1e99", "1960-01-01T00:00"])
def test_a_date_that_is_none_is_refused(web: Web, at: str) -> None:
    table = web.open("Ada", "Ben")
    assert submit(table, 0, do="propose_date", at=at, zone="UTC").status_code == 422
    assert table.view(0)["room"]["dates"]["proposed"] == []


def test_pages_show_proposals_to_seats_alone(web: Web) -> None:
    table = web.open("Ada", "Ben", options={"watchers": "public"})
    at = web.time.now() // 60_000 * 60_000 + DAY_MS
    before = get(web, table.links["watch"]).text
    table.post(1, do="propose_date", at=at, zone="Europe/Berlin")
    assert show_dates(get(web, table.links["watch"]).text) == show_dates(before)
    for seat, can_drop in ((0, True), (1, True)):
        shown = show_dates(get(web, f"/r/{table.code}", table.tokens[seat]).text)
        assert f'data-date="{at}"' in shown
        assert ("drop_date" in shown) is can_drop
    table.post(0, do="fix_date", number=1)
    watched = show_dates(get(web, table.links["watch"]).text)
    assert f'data-date="{at}"' in watched
    assert "Ben" not in watched
    assert "next.ics" not in watched
    assert "/do" not in watched


def test_home_lists_the_date_with_its_table(web: Web) -> None:
    table = web.open("Ada", "Ben")
    at = fix(table)
    page = get(web, "/", table.tokens[1]).text
    assert f'<time data-date="{at}" data-short>' in page
    table.post(0, do="drop_date", number=1)
    assert "data-date" not in get(web, "/", table.tokens[1]).text


def test_a_running_game_shows_no_dates(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    fix(table)
    assert show_dates(get(web, f"/r/{table.code}", table.tokens[0]).text) == (
        '<section id="dates" data-region hidden></section>'
    )
