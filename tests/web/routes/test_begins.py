"""Routes that create something: a request may be sent twice.

The second response leads where the first one did."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from httpx2 import Response

from app.web.http.identity import new_token
from tests.abuse.browsers import Browser
from tests.web.http.test_origin import EXPECTED
from tests.web.routes.test_repeated import (
    Visit,
    form_of,
    rooms,
    visit_by_code,
    visit_by_deal_link,
    visit_by_join_link,
    visit_by_return_link,
    visit_from_home,
)
from tests.web.routes.test_room_files import bring, save_room_file
from tests.web.tables import GAME, Web

pytestmark = pytest.mark.usefixtures("light_keys")

Send = Callable[[], Response]


def build_form_sender(visit: Callable[[Web], Visit]) -> Callable[[Web], Send]:
    """Return a newcomer's form, whose browser forgets the response."""
    return lambda web: visit(web).sends


def lesson_from_lobby(web: Web) -> Send:
    """Return the button of a lobby, for a player who sits there."""
    browser = Browser(web)
    fields = form_of(browser.get(f"/r/{browser.open_room('Ada')}").text, "/lesson")
    assert set(fields) == {"id"}
    before = dict(browser.jar)

    def send() -> Response:
        browser.jar = dict(before)
        return browser.post("/lesson", **fields, name="Ada", game=GAME)

    return send


def lesson_from_invitation(web: Web) -> Send:
    """Return the button of an invitation, for a visitor without a seat."""
    link, browser = web.open("Ada").links["join"], Browser(web)
    fields = form_of(browser.get(link).text, link)
    before = dict(browser.jar)

    def send() -> Response:
        browser.jar = dict(before)
        return browser.post("/lesson", **fields, name="", game=GAME)

    return send


def import_of(file: bytes, web: Web) -> Send:
    """Return an upload of a file by a page's form."""
    fields = form_of(web.client.get("/rooms/import").text, "/rooms/import")
    assert set(fields) == {"id"}
    return lambda: bring(web, file, **fields)


def own_file(web: Web) -> Send:
    """Return an upload of a file of this server, whose room was deleted since."""
    table = web.open("Ada", "Ben")
    file = save_room_file(table)
    portal = web.client.portal
    assert portal is not None
    portal.call(web.store.delete, table.code)
    return import_of(file, web)


def file_beside_its_room(web: Web) -> Send:
    """Return an upload of a file of this server, whose room still exists."""
    return import_of(save_room_file(web.open("Ada", "Ben")), web)


def ask_back(way: Callable[[Web], Visit]) -> Callable[[Web], Send]:
    """Return a visitor who says: I'm Ada."""

    def start(web: Web) -> Send:
        visit = way(web)
        browser, page = visit.browser, visit.page
        sent_to = visit.sent_to.replace("/join", "/back")
        fields, before = form_of(browser.get(page).text, sent_to), dict(browser.jar)

        def send() -> Response:
            browser.jar = dict(before)
            return browser.post(sent_to, **fields, name="Ada")

        return send

    return start


def api_room(web: Web) -> Send:
    """Return a program that opens a room."""
    body = {"game": GAME, "name": "Ada", "id": new_token()}
    return lambda: web.client.post("/api/rooms", json=body)


def api_seat(web: Web) -> Send:
    """Return a program that sits down."""
    table = web.open("Ada")
    body = {"name": "Ben", "key": table.join_key, "id": new_token()}
    return lambda: web.client.post(f"/api/rooms/{table.code}/seats", json=body)


def api_return_link(web: Web) -> Send:
    """Return a program that requests a link to its seat."""
    table, id = web.open("Ada"), new_token()
    return lambda: table.post(0, do="return_link", id=id)


BEGINS: dict[tuple[str, str], Callable[[Web], Send]] = {
    ("/rooms", "home"): build_form_sender(visit_from_home("/rooms")),
    ("/solo", "home"): build_form_sender(visit_from_home("/solo")),
    ("/lesson", "home"): build_form_sender(visit_from_home("/lesson")),
    ("/lesson", "lobby"): lesson_from_lobby,
    ("/lesson", "invitation"): lesson_from_invitation,
    ("/rooms/import", "own file"): own_file,
    ("/rooms/import", "a second table"): file_beside_its_room,
    ("/r/{room}/join", "code"): build_form_sender(visit_by_code),
    ("/r/{room}/join/{key}", "link"): build_form_sender(visit_by_join_link),
    ("/r/{room}/deal/{key}", "link"): build_form_sender(visit_by_deal_link),
    ("/r/{room}/return/{token}", "link"): build_form_sender(visit_by_return_link),
    ("/r/{room}/back", "code"): ask_back(visit_by_code),
    ("/r/{room}/back/{key}", "link"): ask_back(visit_by_join_link),
    ("/api/rooms", "program"): api_room,
    ("/api/rooms/{room}/seats", "program"): api_seat,
    ("/api/rooms/{room}/commands", "link"): api_return_link,
}
"""Requests that create something, by route and place."""

OTHERS = {
    "/r/{room}/do": "commands carry ids: tests/web/test_duplicates.py",
    "/r/{room}/watch/{key}/do": "commands carry ids: tests/web/test_duplicates.py",
    "/r/{room}/hand": "a name is seated once: tests/web/routes/test_hands.py",
    "/r/{room}/screens": "a screen is admitted once: tests/web/routes/test_screens.py",
    "/screen": "a screen asks once: tests/web/routes/test_screens.py",
    "/r/{room}/return-link": "a link more, and the older one ends",
    "/join": "only leads to a page",
    "/language": "sets a value",
    "/forget": "removes",
    "/r/{room}/file": "gives a file",
    "/r/{room}/delete": "removes",
    "/r/{room}/calls/push": "sets a value",
    "/calls/push": "sets a value",
    "/r/{room}/calls/hook": "sets a value",
    "/r/{room}/calls/mail": "sets a value",
    "/r/{room}/mail/{action}/{token}": "sets a value",
    "/moved/{ticket}": "uses a ticket up",
    "/admin": "shows a page",
    "/admin/leave": "removes",
    "/csp-report": "counts",
}
"""Other routes that take a POST, and why a repeated request creates nothing."""


def test_every_post_is_in_one_of_both_tables() -> None:
    posts = {path for path, methods in EXPECTED.items() if "POST" in methods}
    begin = {path for path, _ in BEGINS}
    assert posts == begin | set(OTHERS)
    assert not begin & set(OTHERS)


def lasting(answer: Response) -> object:
    """Return the part that both responses share: their target or content.

    The new ids of forms are left out."""
    assert answer.status_code in (200, 201, 303), answer.text[-400:]
    if answer.status_code == 303:
        return answer.headers["location"]
    if "json" in answer.headers["content-type"]:
        said = answer.json()
        return {name: said[name] for name in ("room", "seat", "token", "link") if name in said}
    return sorted(set(re.findall(r"/r/[0-9A-Z]{8}(?:/return/[\w-]+)?", answer.text)))


@pytest.mark.parametrize("what", BEGINS, ids=" by ".join)
def test_what_is_sent_twice_begins_one_thing(web: Web, what: tuple[str, str]) -> None:
    send = BEGINS[what](web)
    first = send()
    before = rooms(web)
    second = send()
    assert lasting(second) == lasting(first)
    assert lasting(first)
    assert rooms(web) == before


@pytest.mark.parametrize("file", [own_file, file_beside_its_room])
def test_same_file_uploaded_twice_at_once_opens_one_table(web: Web, file: Callable[[Web], Send]) -> None:
    send = file(web)
    before = rooms(web)
    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(lambda _: send(), range(2))
    assert lasting(first) == lasting(second)
    assert len(rooms(web) - before) == 1


def test_a_lobby_whose_rules_changed_begins_another_lesson(web: Web) -> None:
    browser = Browser(web)
    fields = form_of(browser.get(f"/r/{browser.open_room('Ada')}").text, "/lesson")
    first = browser.post("/lesson", **fields, name="Ada", game=GAME)
    second = browser.post("/lesson?rules=1990", **fields, name="Ada", game=GAME)
    assert lasting(first) != lasting(second)
