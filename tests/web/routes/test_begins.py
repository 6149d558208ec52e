"""Every route that begins something may be sent twice: the second answer leads where the first one did."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from httpx2 import Response

from app.web.http.identity import new_token
from tests.abuse.browsers import Browser
from tests.web.http.test_origin import EXPECTED
from tests.web.routes.test_repeated import Visit, at_home, form_of, rooms, with_code, with_link, with_return_link
from tests.web.routes.test_room_files import bring, saved
from tests.web.tables import GAME, Web

pytestmark = pytest.mark.usefixtures("light_keys")

Send = Callable[[], Response]


def by_form(visit: Callable[[Web], Visit]) -> Callable[[Web], Send]:
    """The form of a newcomer, whose browser keeps no answer."""
    return lambda web: visit(web).sends


def lesson_from_lobby(web: Web) -> Send:
    """The button of a lobby, pressed by somebody who sits there."""
    browser = Browser(web)
    fields = form_of(browser.get(f"/r/{browser.open_room('Ada')}").text, "/lesson")
    assert set(fields) == {"id"}
    before = dict(browser.jar)

    def send() -> Response:
        browser.jar = dict(before)
        return browser.post("/lesson", **fields, name="Ada", game=GAME)

    return send


def lesson_from_invitation(web: Web) -> Send:
    """The button of an invitation, pressed by somebody who has no seat yet."""
    link, browser = web.open("Ada").links["join"], Browser(web)
    fields = form_of(browser.get(link).text, link)
    before = dict(browser.jar)

    def send() -> Response:
        browser.jar = dict(before)
        return browser.post("/lesson", **fields, name="", game=GAME)

    return send


def import_of(file: bytes, web: Web) -> Send:
    """A file, brought by the form of a page."""
    fields = form_of(web.client.get("/rooms/import").text, "/rooms/import")
    assert set(fields) == {"id"}
    return lambda: bring(web, file, **fields)


def own_file(web: Web) -> Send:
    """A file of this server, whose room was deleted since."""
    table = web.open("Ada", "Ben")
    file = saved(table)
    portal = web.client.portal
    assert portal is not None
    portal.call(web.store.delete, table.code)
    return import_of(file, web)


def file_beside_its_room(web: Web) -> Send:
    """A file of this server, whose room is still here."""
    return import_of(saved(web.open("Ada", "Ben")), web)


def ask_back(way: Callable[[Web], Visit]) -> Callable[[Web], Send]:
    """Somebody who says: I'm Ada."""

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
    """A program that opens a room."""
    body = {"game": GAME, "name": "Ada", "id": new_token()}
    return lambda: web.client.post("/api/rooms", json=body)


def api_seat(web: Web) -> Send:
    """A program that sits down."""
    table = web.open("Ada")
    body = {"name": "Ben", "key": table.join_key, "id": new_token()}
    return lambda: web.client.post(f"/api/rooms/{table.code}/seats", json=body)


def api_return_link(web: Web) -> Send:
    """A program that asks for a link to its seat."""
    table, id = web.open("Ada"), new_token()
    return lambda: table.post(0, do="return_link", id=id)


BEGINS: dict[tuple[str, str], Callable[[Web], Send]] = {
    ("/rooms", "home"): by_form(at_home("/rooms")),
    ("/solo", "home"): by_form(at_home("/solo")),
    ("/lesson", "home"): by_form(at_home("/lesson")),
    ("/lesson", "lobby"): lesson_from_lobby,
    ("/lesson", "invitation"): lesson_from_invitation,
    ("/rooms/import", "own file"): own_file,
    ("/rooms/import", "a second table"): file_beside_its_room,
    ("/r/{room}/join", "code"): by_form(with_code),
    ("/r/{room}/join/{key}", "link"): by_form(with_link),
    ("/r/{room}/return/{token}", "link"): by_form(with_return_link),
    ("/r/{room}/back", "code"): ask_back(with_code),
    ("/r/{room}/back/{key}", "link"): ask_back(with_link),
    ("/api/rooms", "program"): api_room,
    ("/api/rooms/{room}/seats", "program"): api_seat,
    ("/api/rooms/{room}/commands", "link"): api_return_link,
}
"""Who begins what, by route and place."""

OTHERS = {
    "/r/{room}/do": "commands carry ids: tests/web/test_duplicates.py",
    "/r/{room}/watch/{key}/do": "commands carry ids: tests/web/test_duplicates.py",
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
    "/r/{room}/mail/{deed}/{token}": "sets a value",
    "/admin": "shows a page",
    "/admin/leave": "removes",
    "/csp-report": "counts",
}
"""The other routes that take a POST, and why they begin nothing twice."""


def test_every_post_is_in_one_of_both_tables() -> None:
    posts = {path for path, methods in EXPECTED.items() if "POST" in methods}
    begin = {path for path, _ in BEGINS}
    assert posts == begin | set(OTHERS)
    assert not begin & set(OTHERS)


def lasting(answer: Response) -> object:
    """What both answers have to have in common: where they lead, or what they say but for forms' new ids."""
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
def test_a_file_that_is_sent_twice_at_once_opens_one_table(web: Web, file: Callable[[Web], Send]) -> None:
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
