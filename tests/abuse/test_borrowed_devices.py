"""Borrowed browsers that forget their player: seats, name and operator's page."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from starlette.websockets import WebSocketDisconnect

from app.web.http.identity import digest_of
from app.web.routes import devices
from tests.abuse.browsers import Browser
from tests.notifications.receivers import Browser as Subscriber
from tests.web.tables import BASE, DEVICE_COOKIE, Table, Web, a_web
from tests.web.test_removed import FORM_ID

TOKEN = "a-token-that-nobody-guesses"


@pytest.fixture
def web() -> Iterator[Web]:
    """Server with an operator's page."""
    with a_web(admin_token=TOKEN) as it:
        yield it


@dataclass
class Evening:
    """Actions of a player on a borrowed browser."""

    borrowed: Browser
    own: Browser
    shared: Table
    """Table where the player's own device has the seat, too."""
    lone: Table
    """Table where only the borrowed browser has the seat."""


def play_evening(web: Web) -> Evening:
    """Let Victor sit at two tables and open the operator's page.

    At one table his own device has the seat, too."""
    borrowed, own, shared, lone = Browser(web), Browser(web), web.open("Ada"), web.open("Ada")
    assert borrowed.join(shared, "Victor").status_code == borrowed.join(lone, "Victor").status_code == 303
    page = borrowed.post(f"/r/{shared.code}/return-link")
    (link,) = set(re.findall(rf"/r/{shared.code}/return/[\w-]+", page.text))
    assert own.post(link).status_code == 303
    assert borrowed.post("/admin", token=TOKEN).status_code == 303
    return Evening(borrowed, own, shared, lone)


def test_next_user_of_a_borrowed_browser_starts_fresh(web: Web) -> None:
    evening = play_evening(web)
    borrowed, secret = evening.borrowed, evening.borrowed.device
    answer = borrowed.post("/forget")
    assert answer.status_code == 200
    assert answer.headers["clear-site-data"] == '"cache"'
    assert borrowed.jar == {}
    assert "Victor" not in borrowed.get("/").text
    for table in (evening.shared, evening.lone):
        assert borrowed.get(f"/r/{table.code}/file").status_code == 404
        # Everybody with the link reads the names at the table, not that this device had a seat.
        seen, other = (who.get(table.links["join"]).text for who in (borrowed, Browser(web)))
        assert FORM_ID.sub("", seen) == FORM_ID.sub("", other)
    assert borrowed.get("/admin").status_code == 401
    assert borrowed.join(evening.lone, "Nora").status_code == 303
    assert borrowed.device not in (None, secret)


def test_operator_session_ends_on_the_server(web: Web) -> None:
    borrowed = play_evening(web).borrowed
    kept = dict(borrowed.jar)
    assert Browser(web, kept).get("/admin").status_code == 200
    borrowed.post("/forget")
    assert Browser(web, kept).get("/admin").status_code == 401


def has_seat(web: Web, secret: str, table: Table) -> bool:
    """Return whether a secret has a seat at a table."""
    return web.client.get(table.path, headers={"authorization": f"Bearer {secret}"}).status_code == 200


def test_forgotten_secret_loses_seats_of_other_devices(web: Web) -> None:
    evening = play_evening(web)
    secret = evening.borrowed.device
    assert secret is not None and has_seat(web, secret, evening.shared)
    evening.borrowed.post("/forget")
    assert not has_seat(web, secret, evening.shared)
    assert evening.own.get(f"/r/{evening.shared.code}").status_code == 200
    assert len(evening.shared.view(0)["seats"]) == 2


def test_seat_of_this_device_alone_stays(web: Web) -> None:
    evening = play_evening(web)
    evening.borrowed.post("/forget")
    (mine,) = (seat for seat in evening.lone.view(0)["seats"] if seat["name"] == "Victor")
    assert mine["seat"] == 1


def test_forgetting_asks_first_and_lists_losses(web: Web) -> None:
    evening = play_evening(web)
    before = [table.fingerprint() for table in (evening.shared, evening.lone)]
    page = evening.borrowed.get("/forget").text
    assert "Only this device holds the seats below." in page
    assert f'action="/r/{evening.lone.code}/return-link"' in page
    assert f'action="/r/{evening.shared.code}/return-link"' not in page
    assert "Seats on your other devices stay there." in page
    assert [table.fingerprint() for table in (evening.shared, evening.lone)] == before, "a look changes nothing"
    assert 'href="/forget"' in evening.borrowed.get("/").text
    assert 'href="/forget"' in evening.borrowed.get(f"/r/{evening.shared.code}").text


def test_page_of_another_site_cannot_forget(web: Web) -> None:
    evening = play_evening(web)
    for headers in ({"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site", "origin": BASE}):
        cookie = {"cookie": f"{DEVICE_COOKIE}={evening.borrowed.device}"}
        answer = web.client.post("/forget", headers=headers | cookie)
        assert (answer.status_code, "set-cookie" in answer.headers) == (403, False)
    assert evening.borrowed.device is not None and has_seat(web, evening.borrowed.device, evening.shared)


def test_forgotten_browser_gets_no_notification(web: Web) -> None:
    evening = play_evening(web)
    for table in (evening.shared, evening.lone):
        fields = {"endpoint": "https://push.example/1", **Subscriber().keys}
        assert evening.borrowed.post(f"/r/{table.code}/calls/push", **fields).json() == {"ok": True}
    evening.borrowed.post("/forget")
    portal = web.client.portal
    assert portal is not None
    for table in (evening.shared, evening.lone):
        assert portal.call(web.store.contacts.addresses, table.code) == ()


def test_open_page_is_closed(web: Web) -> None:
    evening = play_evening(web)
    headers = {"cookie": f"{DEVICE_COOKIE}={evening.borrowed.device}", "origin": BASE}
    with web.socket(f"/r/{evening.shared.code}/live", **headers) as socket:
        evening.borrowed.post("/forget")
        with pytest.raises(WebSocketDisconnect):
            while True:
                socket.receive_json()


def test_secrets_under_both_names_are_forgotten(web: Web) -> None:
    evening = play_evening(web)
    secret = evening.borrowed.device
    assert secret is not None
    old = Browser(web, {"dev": secret})
    assert old.post("/forget").status_code == 200
    assert old.jar == {}
    assert not has_seat(web, secret, evening.shared)


def test_browser_without_a_seat_can_be_forgotten(web: Web) -> None:
    stranger = Browser(web)
    assert "Only this device" not in stranger.get("/forget").text
    assert stranger.post("/forget").status_code == 200


def test_server_that_only_clears_cookies_is_detected(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    async def let_go(*_: object) -> None:
        return

    monkeypatch.setattr(devices, "let_go", let_go)
    evening = play_evening(web)
    secret = evening.borrowed.device
    evening.borrowed.post("/forget")
    assert secret is not None and has_seat(web, secret, evening.shared)
    portal = web.client.portal
    assert portal is not None
    assert len(portal.call(web.store.rooms_held, digest_of(secret))) == 2


def test_server_that_keeps_cookies_is_detected(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("forget_device", "forget_name", "forget_admin"):
        monkeypatch.setattr(devices, name, lambda *_, **__: None)
    evening = play_evening(web)
    evening.borrowed.post("/forget")
    assert evening.borrowed.jar != {}
    assert "Victor" in evening.borrowed.get("/").text
