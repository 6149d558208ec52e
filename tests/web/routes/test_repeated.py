"""Forms whose response is lost: sent again, they lead to the same seat."""

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from html.parser import HTMLParser

import pytest
from httpx2 import Response

from app.rooms.fold import fold
from app.rooms.model.ids import RoomCode
from app.web.http.identity import new_token
from tests.abuse.browsers import Browser
from tests.journal.memory_store import MemoryStore
from tests.web.tables import GAME, Table, Web, a_web


@dataclass
class Form(HTMLParser):
    """Form of a page: its target and its hidden fields."""

    action: str
    fields: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        HTMLParser.__init__(self)
        self._is_in = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Implement HTMLParser."""
        known = dict(attrs)
        if tag == "form":
            self._is_in = known.get("action") == self.action
        elif tag == "input" and self._is_in and known.get("type") == "hidden":
            self.fields[known.get("name") or ""] = known.get("value") or ""


def form_of(page: str, action: str) -> dict[str, str]:
    """Return the hidden fields of the page's form with that target."""
    form = Form(action)
    form.feed(page)
    return form.fields


@dataclass
class Visit:
    """Newcomer with a page, and what its form is about to create."""

    browser: Browser
    page: str
    """Path of the page."""
    sent_to: str
    fields: dict[str, str]
    table: Table | None = None
    """Table where the visitor is about to sit down."""

    def sends(self) -> Response:
        """Send the form and return the response, which the browser forgets."""
        before = dict(self.browser.jar)
        answer = self.browser.post(self.sent_to, **self.fields)
        self.browser.jar = before
        return answer


def visit_from_home(path: str) -> Callable[[Web], Visit]:
    """Return a visitor who presses a button of the home page."""

    def visit(web: Web) -> Visit:
        browser = Browser(web)
        fields = form_of(browser.get("/").text, "/rooms")
        return Visit(browser, "/", path, {**fields, "name": "Gina", "game": GAME})

    return visit


def visit_by_join_link(web: Web) -> Visit:
    """Return a visitor who sits down by the join link."""
    table, browser = web.open("Ada"), Browser(web)
    link = table.links["join"]
    return Visit(browser, link, link, {**form_of(browser.get(link).text, link), "name": "Gina"}, table)


def visit_by_deal_link(web: Web) -> Visit:
    """Return a visitor who opens a second table with the same cards."""
    table, browser = web.open("Ada", "Ben"), Browser(web)
    assert table.post(0, do="offer_deal").is_success
    link = table.view(0)["room"]["deal"]["link"]
    return Visit(browser, link, link, {**form_of(browser.get(link).text, link), "name": "Gina"}, table)


def visit_by_code(web: Web) -> Visit:
    """Return a visitor who sits down by the code."""
    table, browser = web.open("Ada"), Browser(web)
    page, sent_to = f"/r/{table.code}", f"/r/{table.code}/join"
    fields = {**form_of(browser.get(page).text, sent_to), "name": "Gina"}
    return Visit(browser, page, sent_to, fields, table)


def visit_by_return_link(web: Web) -> Visit:
    """Return a visitor who moves a seat to this device."""
    link = web.open("Gina").links["return"]
    browser = Browser(web)
    return Visit(browser, link, link, form_of(browser.get(link).text, link))


WAYS: dict[str, Callable[[Web], Visit]] = {
    "a table": visit_from_home("/rooms"),
    "bots": visit_from_home("/solo"),
    "a lesson": visit_from_home("/lesson"),
    "the join link": visit_by_join_link,
    "the code": visit_by_code,
    "a return link": visit_by_return_link,
}


def people(web: Web, code: str) -> list[str]:
    """Return the names of the people at a table, from the journal."""
    portal = web.client.portal
    assert portal is not None
    room = fold(None, portal.call(web.store.load, RoomCode(code)))
    assert room is not None
    return [who.name for who in room.seats if who is not None and who.is_person]


def rooms(web: Web) -> set[str]:
    """Return the codes of all rooms."""
    return set(web.store._rooms)


@pytest.fixture
def store() -> MemoryStore:
    """Store that survives a restart."""
    return MemoryStore()


@pytest.fixture
def web(store: MemoryStore) -> Iterator[Web]:
    """Server on that store."""
    with a_web(store) as it:
        yield it


def room_of(answer: Response) -> str:
    """Return the room to which the response leads."""
    assert answer.status_code == 303, answer.text[-600:]
    found = re.match(r"/r/([0-9A-Z]{8})", answer.headers["location"])
    assert found is not None, answer.headers["location"]
    return found.group(1)


@pytest.mark.parametrize("way", WAYS)
def test_repeated_form_leads_to_the_same_seat(web: Web, way: str) -> None:
    visit = WAYS[way](web)
    first, second = visit.sends(), visit.sends()
    code = room_of(first)
    assert second.headers["location"] == first.headers["location"]
    assert people(web, code).count("Gina") == 1
    assert len(rooms(web)) == 1
    answer = visit.browser.post(visit.sent_to, **visit.fields)
    assert answer.headers["location"] == first.headers["location"]
    assert visit.browser.get(f"/r/{code}").status_code == 200


@pytest.mark.parametrize("way", WAYS)
def test_two_at_the_same_moment_take_one_seat(web: Web, way: str) -> None:
    visit = WAYS[way](web)
    headers = {"cookie": "; ".join(f"{name}={value}" for name, value in visit.browser.jar.items())}
    headers |= {"origin": "http://localhost:8000"}

    def send(_: int) -> Response:
        return web.client.post(visit.sent_to, data=visit.fields, headers=headers, follow_redirects=False)

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(send, range(4)))
    assert len({room_of(answer) for answer in answers}) == 1
    assert len(rooms(web)) == 1
    assert people(web, room_of(answers[0])).count("Gina") == 1


@pytest.mark.parametrize("way", WAYS)
def test_the_seat_is_found_after_a_restart(store: MemoryStore, way: str) -> None:
    with a_web(store) as web:
        visit = WAYS[way](web)
        first = visit.sends()
    store._is_closed = False
    with a_web(store) as web:
        visit.browser.web = web
        assert visit.sends().headers["location"] == first.headers["location"]
        assert len(rooms(web)) == 1


@pytest.mark.parametrize("way", WAYS)
def test_reloaded_page_shows_seat_already_taken(web: Web, way: str) -> None:
    visit = WAYS[way](web)
    code = room_of(visit.sends())
    page = visit.browser.get(visit.page)
    assert f"/r/{code}" in (page.headers.get("location") or page.text)
    assert visit.browser.get(f"/r/{code}").status_code == 200
    assert visit.browser.device is not None, "the page gives it the cookie whose first answer was lost"


def test_another_game_and_another_page_open_another_table(web: Web) -> None:
    visit = WAYS["a table"](web)
    visit.sends()
    visit.fields["game"] = "edel_stein_reich"
    visit.sends()
    assert len(rooms(web)) == 2
    again = WAYS["a table"](web)
    again.browser = visit.browser
    again.sends()
    assert len(rooms(web)) == 3


def test_a_repeated_form_counts_once_against_the_limit() -> None:
    with a_web(limits=True) as web:
        visit = WAYS["a table"](web)
        for _ in range(40):
            room_of(visit.sends())
        assert len(rooms(web)) == 1


@pytest.mark.parametrize("way", [visit_by_join_link, visit_by_code])
@pytest.mark.parametrize("command", ["begin", "lock", "new_link"])
def test_what_the_host_did_meanwhile_shuts_nobody_out(web: Web, way: Callable[[Web], Visit], command: str) -> None:
    visit = way(web)
    code = room_of(visit.sends())
    assert visit.table is not None
    assert visit.table.post(0, do=command, **({"on": True} if command == "lock" else {})).status_code == 200
    assert room_of(visit.sends()) == code
    assert people(web, code) == ["Ada", "Gina"]


def test_form_of_other_page_keeps_earlier_seat(web: Web) -> None:
    visit = visit_by_join_link(web)
    visit.sends()
    other = Browser(web, dict(visit.browser.jar))
    page = other.get("/").text
    answer = other.post("/rooms", **{**form_of(page, "/rooms"), "name": "Gina", "game": GAME})
    assert answer.status_code == 303
    assert other.get(visit.page).status_code == 303, "both seats are held by this browser"


def test_repeated_api_request_returns_same_room_and_token(web: Web) -> None:
    body = {"game": GAME, "name": "Ada", "id": new_token()}
    first, second = (web.client.post("/api/rooms", json=body).json() for _ in range(2))
    assert (first["room"], first["token"], first["seat"]) == (second["room"], second["token"], second["seat"])
    assert second["links"]["join"] == first["links"]["join"]
    seat = {"name": "Ben", "key": first["links"]["join"].rpartition("/")[2], "id": new_token()}
    one, two = (web.client.post(f"/api/rooms/{first['room']}/seats", json=seat) for _ in range(2))
    assert (one.status_code, one.json()) == (two.status_code, two.json()) == (201, one.json())
    assert people(web, first["room"]) == ["Ada", "Ben"]


@pytest.mark.parametrize("way", WAYS)
def test_browser_without_cookies_takes_no_seat_and_keeps_typed_text(web: Web, way: str) -> None:
    visit = WAYS[way](web)
    visit.browser.jar = {}
    before = {code: people(web, code) for code in rooms(web)}
    page = visit.browser.post(visit.sent_to, **visit.fields)
    assert page.status_code == 403
    assert "press the button again" in page.text
    assert "name" not in visit.fields or 'value="Gina"' in page.text
    assert {code: people(web, code) for code in rooms(web)} == before
    assert visit.browser.post(visit.sent_to, **visit.fields).status_code == 303, "now it keeps them"


@pytest.mark.parametrize("id", ["1", "x" * 31, "x" * 65, "å" * 40, "a b" * 12])
def test_a_program_has_to_draw_an_id_that_nobody_guesses(web: Web, id: str) -> None:
    answer = web.client.post("/api/rooms", json={"game": GAME, "name": "Ada", "id": id})
    assert (answer.status_code, answer.json()["refused"]) == (422, "bad_field")
    assert rooms(web) == set()
