"""Device secrets planted in a browser, as programs at other ports of the host can.

The player gets another secret on sitting down, by whatever way."""

import re
from collections.abc import Callable

import pytest

from app.live.manager import RoomManager
from app.web.http.cookie_names import FRESH, full_name
from app.web.http.identity import digest_of, is_token
from tests.abuse.browsers import Browser
from tests.abuse.test_arrivals import save
from tests.web.routes.test_repeated import form_of
from tests.web.routes.test_room_files import PASSPHRASE, links_of
from tests.web.tables import BASE, DEVICE_COOKIE, Web, a_web

pytestmark = pytest.mark.usefixtures("light_keys")

PLANTED = "A" * 43
NAMES = (DEVICE_COOKIE, "dev")
"""Current and earlier name of the cookie."""


def _make_opener(path: str) -> Callable[[Browser], str]:
    return lambda browser: browser.open_room("Victor", path)


def _join_by_link(browser: Browser) -> str:
    table = browser.web.open("Ada")
    assert browser.join(table, "Victor").status_code == 303
    return str(table.code)


def _join_by_code(browser: Browser) -> str:
    table = browser.web.open("Ada")
    assert browser.post(f"/r/{table.code}/join", name="Victor").status_code == 303
    return str(table.code)


def _come_back(browser: Browser) -> str:
    table = browser.web.open("Victor")
    assert browser.post(table.links["return"]).status_code == 303
    return str(table.code)


def _come_by_file(browser: Browser) -> str:
    table = browser.web.open("Victor", "Ben")
    form = {"file": ("room.json", save(table), "application/json")}
    headers = {"origin": BASE, "cookie": f"{DEVICE_COOKIE}={PLANTED}; dev={PLANTED}"}
    with a_web() as elsewhere:
        page = elsewhere.client.post("/rooms/import", files=form, data={"passphrase": PASSPHRASE}, headers=headers)
        browser.web = elsewhere
        link = links_of(page)["Victor"]
        assert browser.post(link).status_code == 303
        assert can_read_with(elsewhere, PLANTED, link.split("/")[2]) is False
    browser.web = table.web
    return str(table.code)


WAYS: dict[str, Callable[[Browser], str]] = {
    "a table": _make_opener("/rooms"),
    "bots": _make_opener("/solo"),
    "a lesson": _make_opener("/lesson"),
    "the join link": _join_by_link,
    "the code": _join_by_code,
    "a return link": _come_back,
    "a file": _come_by_file,
}


def can_read_with(web: Web, secret: str, code: str) -> bool:
    """Return whether a secret has a seat there, as a program or a browser."""
    shown = [{"authorization": f"Bearer {secret}"}, *({"cookie": f"{name}={secret}"} for name in NAMES)]
    paths = (f"/api/rooms/{code}/journal", f"/r/{code}/file", f"/r/{code}/file")
    found = [web.client.get(path, headers=headers) for path, headers in zip(paths, shown, strict=True)]
    return any(answer.status_code == 200 for answer in found)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("way", WAYS)
def test_planted_secret_gets_no_seat(web: Web, way: str, name: str) -> None:
    browser = Browser(web, {name: PLANTED})
    code = WAYS[way](browser)
    assert browser.device is not None and is_token(browser.device) and browser.device != PLANTED
    assert not can_read_with(web, PLANTED, code)
    assert PLANTED not in browser.jar.values()
    if way != "a file":
        assert browser.get(f"/r/{code}").status_code == 200


FRESH_COOKIE = full_name(FRESH, "localhost:8000", is_https=False)


@pytest.mark.parametrize("name", [*NAMES, FRESH_COOKIE])
@pytest.mark.parametrize("moment", ["before", "after"])
def test_secret_planted_before_the_page_is_not_used(web: Web, name: str, moment: str) -> None:
    link = web.open("Ada").links["join"]
    browser = Browser(web, {name: PLANTED} if moment == "before" else {})
    fields = form_of(browser.get(link).text, link)
    if moment == "after":
        browser.jar = {name: PLANTED}
    assert browser.post(link, **fields, name="Victor").status_code == 303
    code = link.split("/")[2]
    assert browser.get(f"/r/{code}").status_code == 200
    assert not can_read_with(web, PLANTED, code)
    assert browser.jar[DEVICE_COOKIE] != PLANTED


def test_form_id_of_another_page_gives_no_seat(web: Web) -> None:
    """An attacker who loads the same page knows only the id of their own form."""
    link = web.open("Ada").links["join"]
    victor, mallory = Browser(web), Browser(web)
    fields, others = (form_of(each.get(link).text, link) for each in (victor, mallory))
    assert fields["id"] != others["id"]
    assert victor.post(link, **fields, name="Victor").status_code == 303
    assert mallory.post(link, **others, name="Victor").status_code == 409


def test_secret_without_its_seats_is_not_reused(web: Web) -> None:
    browser = Browser(web)
    code = browser.open_room("Victor")
    first = browser.device
    assert browser.open_room("Victor") and browser.device == first, "one secret for all tables it sits at"
    for room in re.findall(r'href="/r/([0-9A-Z]{8})"', browser.get("/").text):
        assert browser.post(f"/r/{room}/do", do="leave").status_code == 303
    browser.open_room("Victor")
    assert browser.device != first
    assert first is not None and not can_read_with(web, first, code)


def test_seat_under_the_old_cookie_name_survives(web: Web) -> None:
    table = web.open("Victor")
    browser = Browser(web, {"dev": table.tokens[0], DEVICE_COOKIE: PLANTED})
    browser.open_room("Victor")
    assert browser.jar[DEVICE_COOKIE] == table.tokens[0]
    assert "dev" not in browser.jar
    assert browser.get(f"/r/{table.code}").status_code == 200


def test_planted_secret_does_not_hide_a_seat(web: Web) -> None:
    table = web.open("Victor")
    seated = table.tokens[0]
    shown = (f"{DEVICE_COOKIE}={PLANTED}; dev={seated}", f"{DEVICE_COOKIE}=x; {DEVICE_COOKIE}={seated}")
    for cookie in (*shown, f"{DEVICE_COOKIE}={PLANTED}; {DEVICE_COOKIE}={seated}"):
        headers = {"cookie": cookie, "origin": BASE}
        assert web.client.get(f"/r/{table.code}/file", headers=headers).status_code == 200, cookie
        assert f"/r/{table.code}" in web.client.get("/", headers=headers).text
        with web.socket(f"/r/{table.code}/live", **headers) as socket:
            socket.receive_json()


def test_foreign_cookie_named_dev_is_left_alone(web: Web) -> None:
    browser = Browser(web, {"dev": "another-programs"})
    browser.open_room("Victor")
    assert browser.jar["dev"] == "another-programs"


def test_secret_without_a_seat_learns_nothing(web: Web) -> None:
    """A planted secret and none get the same answer to any attempt."""
    table = web.open("Ada")
    for path in ("/", f"/r/{table.code}", f"/r/{table.code}/file", table.links["join"]):
        without, planted = Browser(web), Browser(web, {DEVICE_COOKIE: PLANTED})
        one, other = without.get(path), planted.get(path)
        assert (one.status_code, len(one.content)) == (other.status_code, len(other.content)), path


@pytest.mark.parametrize("way", WAYS)
def test_server_that_adopts_secrets_is_detected(web: Web, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def is_holder(manager: RoomManager, holder: object) -> bool:
        return True

    monkeypatch.setattr(RoomManager, "is_holder", is_holder)
    if way == "a file":
        with pytest.raises(AssertionError):
            WAYS[way](Browser(web, {DEVICE_COOKIE: PLANTED}))
        return
    code = WAYS[way](Browser(web, {DEVICE_COOKIE: PLANTED}))
    portal = web.client.portal
    assert portal is not None
    assert code in [room for room, *_ in portal.call(web.store.rooms_held, digest_of(PLANTED))]
