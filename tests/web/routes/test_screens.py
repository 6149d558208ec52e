"""Screens over the whole server: pairing by both ways, and who is let in."""

import re
from dataclasses import dataclass, field

import pytest
from httpx2 import Response

from app.web.http.cookie_names import SCREEN, full_name
from tests.web.tables import BASE, DEVICE_COOKIE, Table, Web, a_web

COOKIE = full_name(SCREEN, "localhost:8000", is_https=False)


@dataclass
class Television:
    """Browser of a television, with its cookie."""

    web: Web
    headers: dict[str, str] = field(default_factory=lambda: {"origin": BASE})

    def get(self, path: str) -> Response:
        """Fetch a page without following redirects, and keep the cookie."""
        self.web.client.cookies.clear()
        answer = self.web.client.get(path, headers=self.headers, follow_redirects=False)
        if COOKIE in answer.cookies:
            self.headers["cookie"] = f"{COOKIE}={answer.cookies[COOKIE]}"
        return answer

    def post(self, path: str, **fields: str) -> Response:
        """Send a form without following redirects."""
        self.web.client.cookies.clear()
        return self.web.client.post(path, data=fields, headers=self.headers, follow_redirects=False)

    def read_code(self) -> str:
        """Open the page that pairs a screen, and return the code that it shows."""
        found = re.search(r'<b translate="no">([0-9A-Z]{4}-[0-9A-Z]{4})</b>', self.get("/screen").text)
        assert found is not None
        return found[1]


def press(table: Table, path: str, seat: int = 0, **fields: str) -> Response:
    """Send a form from a seat's own browser."""
    headers = {"cookie": f"{DEVICE_COOKIE}={table.tokens[seat]}", "origin": BASE}
    table.web.client.cookies.clear()
    return table.web.client.post(path, data=fields, headers=headers, follow_redirects=False)


def show(table: Table, television: Television) -> None:
    """Admit a television by its code."""
    answer = press(table, f"/r/{table.code}/screens", code=television.read_code())
    assert answer.status_code == 303


def find_room(television: Television) -> str | None:
    """Return the path that the waiting page is told to go to."""
    path = television.get("/screen/room").json()["path"]
    assert path is None or isinstance(path, str)
    return path


def test_a_typed_code_leads_the_screen_to_the_table(web: Web) -> None:
    table, television = web.open("Ada", "Ben"), Television(web)
    code = television.read_code()
    assert find_room(television) is None and television.read_code() == code
    answer = press(table, f"/r/{table.code}/screens", code=code.lower().replace("-", " "))
    assert (answer.status_code, answer.headers["location"]) == (303, f"/r/{table.code}")
    assert find_room(television) == f"/r/{table.code}/screen"
    assert television.get("/screen").headers["location"] == f"/r/{table.code}/screen"
    page = television.get(f"/r/{table.code}/screen")
    assert page.status_code == 200 and "at-screen" in page.text


def test_a_scanned_code_names_the_players_tables(web: Web) -> None:
    table, television = web.open("Ada", "Ben"), Television(web)
    code = television.read_code().replace("-", "")
    headers = {"cookie": f"{DEVICE_COOKIE}={table.tokens[0]}"}
    web.client.cookies.clear()
    page = web.client.get(f"/screen/{code}", headers=headers).text
    assert f'action="/r/{table.code}/screens"' in page and "Ben" in page
    web.client.cookies.clear()
    assert "You have no seat at a table" in web.client.get(f"/screen/{code}").text


@pytest.mark.parametrize("is_welcome", [True, False])
def test_players_are_asked_by_the_code_of_the_table(web: Web, is_welcome: bool) -> None:
    table, television = web.open("Ada", "Ben"), Television(web)
    television.read_code()
    assert television.post("/screen", code=table.code).headers["location"] == "/screen?asked"
    assert find_room(television) is None
    assert table.view(1)["room"]["screens"]["asks"] == 1
    assert table.post(1, do="let_screen", number=1, on=is_welcome).status_code == 200
    assert (find_room(television) is not None) is is_welcome


def test_a_screen_asks_once(web: Web) -> None:
    table, television = web.open("Ada"), Television(web)
    television.read_code()
    for _ in range(2):
        assert television.post("/screen", code=table.code).status_code == 303
    assert table.view(0)["room"]["screens"]["asks"] == 1


@pytest.mark.parametrize("watchers", ["none", "delayed"])
def test_a_screen_sees_the_present_table_whoever_may_watch(web: Web, watchers: str) -> None:
    table, television = web.playing("Ada", "Ben", options={"watchers": watchers}), Television(web)
    show(table, television)
    page = television.get(f"/r/{table.code}/screen").text
    assert 'data-table-id="1/1"' in page and table.code[:4] in page
    for path in ("update?language=en", "part/end"):
        assert television.get(f"/r/{table.code}/screen/{path}").status_code == 200


def test_a_screen_hears_of_seals_at_once_though_watchers_wait(web: Web) -> None:
    table, television = web.playing("Ada", "Ben", options={"watchers": "delayed"}), Television(web)
    show(table, television)
    with web.socket(f"/r/{table.code}/screen/live?language=en", **television.headers) as socket:
        socket.receive_json()
        ask = table.view(0)["ask"]
        table.post(0, do="seal", ask=ask["ask"], choice=ask["choices"][0])
        assert socket.receive_json()["seats"]["0"][0] == "sealed"
        socket.send_text('{"id": "1", "do": "leave"}')
        assert socket.receive_json()["refused"] == "no_seat"


def test_a_removed_screen_is_sent_away(web: Web) -> None:
    table, television = web.open("Ada", "Ben"), Television(web)
    show(table, television)
    with web.socket(f"/r/{table.code}/screen/live?language=en", **television.headers) as socket:
        socket.receive_json()
        table.post(1, do="remove_screen", number=1)
        assert socket.receive()["code"] == 1008
    assert television.get(f"/r/{table.code}/screen").headers["location"] == "/screen"
    assert find_room(television) is None


def test_the_code_of_the_table_can_be_hidden(web: Web) -> None:
    table, television = web.playing("Ada", "Ben"), Television(web)
    show(table, television)
    assert 'class="corner"' in television.get(f"/r/{table.code}/screen").text
    table.post(0, do="hide_screen_code", on=True)
    assert 'class="corner"' not in television.get(f"/r/{table.code}/screen").text


def test_screen_neither_watches_nor_plays(web: Web) -> None:
    table, television = web.open("Ada", "Ben"), Television(web)
    show(table, television)
    assert [seat["name"] for seat in table.view(0)["seats"]] == ["Ada", "Ben"]
    assert table.view(1)["said"] == []
    assert television.get(f"/r/{table.code}/update").status_code == 403


def test_another_browser_is_no_screen(web: Web) -> None:
    table, television, other = web.open("Ada", "Ben"), Television(web), Television(web)
    show(table, television)
    other.read_code()
    assert other.get(f"/r/{table.code}/screen").headers["location"] == "/screen"
    for path in ("update?language=en", "part/end"):
        assert other.get(f"/r/{table.code}/screen/{path}").status_code == 404
    with web.socket(f"/r/{table.code}/screen/live?language=en", **other.headers) as socket:
        assert socket.receive_json()["refused"] == "no_such_room"


def test_another_table_needs_another_code(web: Web) -> None:
    table, television = web.open("Ada", "Ben"), Television(web)
    show(table, television)
    assert television.get("/screen?another").status_code == 200
    assert find_room(television) is None


def test_who_has_no_seat_admits_no_screen(web: Web) -> None:
    table, television = web.open("Ada"), Television(web)
    code = television.read_code()
    assert television.post(f"/r/{table.code}/screens", code=code).status_code == 404
    assert find_room(television) is None


def test_guessed_codes_of_screens_are_limited() -> None:
    with a_web(limits=True) as web:
        table = web.open("Ada")
        path = f"/r/{table.code}/screens"
        statuses = [press(table, path, code=f"0000-00{number:02}").status_code for number in range(40)]
        assert 429 in statuses
