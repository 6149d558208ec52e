"""Contacts for notifications: pages, forms and the links in mails.

Others learn nothing of them."""

import asyncio
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from fastapi import FastAPI
from httpx2 import Response

from app.journal.contacts import Address
from app.settings.notifications import MailSettings, NotificationSettings
from tests.notifications.receivers import Browser, HttpReceiver, SmtpReceiver, listening
from tests.web.tables import BASE, DEVICE_COOKIE, Table, Web, a_web, receive_answer

OWN = {"origin": "http://localhost:8000"}
ENDPOINT = "https://push.example/send/1"


@contextmanager
def receiving(receiver: HttpReceiver | SmtpReceiver) -> Iterator[None]:
    """Run the receiver in a thread and a loop of its own."""
    loop, ready = asyncio.new_event_loop(), threading.Event()
    over = asyncio.Event()

    async def serve() -> None:
        async with listening(receiver):
            ready.set()
            await over.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),))
    thread.start()
    assert ready.wait(10)
    try:
        yield
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join()
        loop.close()


@contextmanager
def a_calling_web(**settings: Any) -> Iterator[tuple[Web, HttpReceiver, SmtpReceiver]]:
    """Yield a server that may notify this machine."""
    http, smtp = HttpReceiver(), SmtpReceiver()
    with receiving(http), receiving(smtp):
        mail = MailSettings(host="127.0.0.1", port=smtp.port, tls="off", sender="signet@play.example")
        known = {"public_url": BASE, **settings}
        with a_web(notifications=NotificationSettings(after=0, loopback=True), mail=mail, **known) as web:
            yield web, http, smtp


def put(table: Table, seat: int, what: str, **fields: str) -> Response:
    """Send a form from that seat's device."""
    headers = OWN | {"cookie": f"dev={table.tokens[seat]}"}
    return table.web.client.post(f"/r/{table.code}/calls/{what}", data=fields, headers=headers)


def page(table: Table, seat: int) -> str:
    """Return that seat's page of notifications."""
    cookie = {"cookie": f"dev={table.tokens[seat]}"}
    return table.web.client.get(f"/r/{table.code}/calls", headers=cookie).text


def list_addresses(table: Table) -> tuple[Address, ...]:
    """Return the room's addresses in the contacts."""
    portal = table.web.client.portal
    assert portal is not None
    found: tuple[Address, ...] = portal.call(table.web.store.contacts.addresses, table.code)
    return found


def all_called(web: Web) -> None:
    """Send all due notifications."""
    app, portal = web.client.app, web.client.portal
    assert isinstance(app, FastAPI)
    assert portal is not None
    caller = app.state.dependencies.notifications.dispatcher
    portal.call(caller.look)
    portal.call(caller.rest)


def test_browser_subscribes_and_unsubscribes_from_notifications(web: Web) -> None:
    table, keys = web.open("Ada", "Ben"), Browser().keys
    assert put(table, 1, "push", endpoint=ENDPOINT, **keys).json() == {"ok": True}
    (address,) = list_addresses(table)
    assert (address.kind, address.target) == ("push", ENDPOINT) and address.details.items() >= keys.items()
    put(table, 0, "push", endpoint="")
    assert len(list_addresses(table)) == 1, "each device speaks for itself"
    put(table, 1, "push", endpoint="")
    assert list_addresses(table) == ()


@pytest.mark.parametrize(
    ("endpoint", "auth"),
    [
        ("http://push.example/1", None),
        ("https://push.example:444/1", None),
        ("file:/etc/passwd", None),
        (ENDPOINT, ""),
        (ENDPOINT, "short"),
    ],
)
def test_a_subscription_that_is_none_is_refused(web: Web, endpoint: str, auth: str | None) -> None:
    table, keys = web.open("Ada"), Browser().keys
    answer = put(table, 0, "push", endpoint=endpoint, **(keys if auth is None else keys | {"auth": auth}))
    assert answer.status_code == 422
    assert list_addresses(table) == ()


@pytest.mark.parametrize("what", ["push", "hook", "mail"])
def test_nobody_without_a_seat_is_called(web: Web, what: str) -> None:
    table = web.open("Ada")
    stranger = OWN | {"cookie": "dev=" + "t" * 43}
    fields = {"endpoint": ENDPOINT, "url": "https://chat.example/1", "address": "eve@example.org"}
    for headers in (OWN, stranger):
        answer = web.client.post(f"/r/{table.code}/calls/{what}", data=fields, headers=headers)
        assert answer.status_code == 404
        assert web.client.get(f"/r/{table.code}/calls", headers=headers).status_code == 404
    assert list_addresses(table) == ()


@pytest.mark.parametrize("url", ["https://127.0.0.1/", "https://localhost/x", "http://chat.example/", "nonsense"])
def test_webhook_into_private_network_is_refused_with_explanation(web: Web, url: str) -> None:
    table = web.open("Ada")
    answer = put(table, 0, "hook", url=url)
    assert answer.status_code == 422
    assert "point to a public server" in answer.text
    assert list_addresses(table) == ()


def test_host_alone_sets_webhook_and_alone_sees_it() -> None:
    with a_calling_web() as (web, http, _):
        table = web.open("Ada", "Ben")
        assert put(table, 1, "hook", url=http.url("/hook")).status_code == 403
        assert put(table, 0, "hook", url=http.url("/secret-hook")).status_code == 200
        assert "secret-hook" in page(table, 0)
        cookie = {"cookie": f"dev={table.tokens[1]}"}
        for path in (f"/r/{table.code}/calls", f"/r/{table.code}", f"{table.path}/journal"):
            headers = table.bearer(1) if "journal" in path else cookie
            assert "secret-hook" not in web.client.get(path, headers=headers).text
        put(table, 0, "hook", url="")
        assert list_addresses(table) == ()


def test_webhook_is_called_and_host_sees_its_failure() -> None:
    with a_calling_web() as (web, http, _):
        table = web.playing("Ada", "Ben")
        http.replies = [403]
        put(table, 0, "hook", url=http.url("/hook"))
        all_called(web)
        assert [got.json["names"] for got in http.got] == [["Ada", "Ben"]]
        assert "The last message didn't get through: 403." in page(table, 0)


def test_a_mail_address_is_asked_before_anything_is_sent_there() -> None:
    with a_calling_web() as (web, _, smtp):
        table = web.playing("Ada", "Ben")
        assert "Check your inbox" in put(table, 1, "mail", address="ben@example.org").text
        all_called(web)
        ((to, question),) = smtp.got
        assert to == "ben@example.org"
        (confirm,) = re.findall(r"http://localhost:8000(/r/\S+/mail/confirm/\S+)", question.get_content())
        assert web.client.get(confirm).status_code == 200
        all_called(web)
        assert len(smtp.got) == 1, "a look at the link confirms nothing"
        assert web.client.post(confirm, headers=OWN).status_code == 200
        all_called(web)
        assert len(smtp.got) == 2
        call = smtp.got[1][1]
        # mail programs do it without a cookie and without a page of ours
        stop = str(call["List-Unsubscribe"]).strip("<>").removeprefix("http://localhost:8000")
        assert web.client.post(stop, data={"List-Unsubscribe": "One-Click"}).status_code == 200
        assert list_addresses(table) == ()
        assert web.client.get(stop).status_code == 410


def test_mail_link_works_only_for_its_action_address_and_room() -> None:
    with a_calling_web() as (web, _, smtp):
        table, other = web.open("Ada", "Ben"), web.open("Ada")
        put(table, 1, "mail", address="ben@example.org")
        (confirm,) = re.findall(r"(/r/\S+/mail/confirm/\S+)", smtp.got[0][1].get_content())
        for wrong in (
            confirm.replace("confirm", "stop"),
            confirm.replace("confirm", "other"),
            confirm[:-1] + ("A" if confirm[-1] != "A" else "B"),
            confirm.replace(table.code, other.code),
        ):
            assert web.client.post(wrong, headers=OWN).status_code == 410
        put(table, 1, "mail", address="another@example.org")
        assert web.client.post(confirm, headers=OWN).status_code == 410
        (address,) = list_addresses(table)
        assert not address.details.get("confirmed")


@pytest.mark.parametrize(
    "address", ["ben", "ben@", "@x.org", "a b@x.org", "ben@x.org\nBcc: eve@x.org", "b@x.org>", "x" * 300]
)
def test_what_is_no_mail_address_is_refused(address: str) -> None:
    with a_calling_web() as (web, _, smtp):
        table = web.open("Ada")
        assert put(table, 0, "mail", address=address).status_code == 422
        assert (smtp.got, list_addresses(table)) == ([], ())


def test_nobody_can_be_asked_again_and_again() -> None:
    with a_calling_web() as (web, _, _smtp):
        pass
    with a_web(
        limits=True,
        public_url=BASE,
        notifications=NotificationSettings(loopback=True),
        mail=MailSettings(host="127.0.0.1", port=9, tls="off"),
    ) as web:
        table = web.open("Ada")
        answers = []
        for _ in range(11):
            answers.append(put(table, 0, "mail", address="eve@example.org").status_code)
            web.time.seconds += 10
        assert answers == [503] * 10 + [429]


def test_without_a_mail_server_there_are_no_mails(web: Web) -> None:
    table = web.open("Ada")
    assert "This server can't send email." in page(table, 0)
    assert put(table, 0, "mail", address="ada@example.org").status_code == 422


def test_addresses_are_in_no_record_and_gone_with_the_room() -> None:
    with a_calling_web() as (web, http, _):
        table = web.open("Ada", "Ben")
        put(table, 0, "mail", address="ada@example.org")
        put(table, 0, "push", endpoint=ENDPOINT, **Browser().keys)
        put(table, 0, "hook", url=http.url("/hook"))
        assert len(list_addresses(table)) == 3
        cookie = {"cookie": f"dev={table.tokens[0]}"}
        sent = [
            web.client.get(f"{table.path}/journal", headers=table.bearer(0)).text,
            web.client.get(f"/r/{table.code}/record", headers=cookie).text,
            web.client.get(f"/r/{table.code}", headers=cookie).text,
            web.client.get(table.path, headers=table.bearer(0)).text,
        ]
        assert not [text for text in sent for word in ("ada@example", "push.example", "/hook") if word in text]
        web.client.post(f"/r/{table.code}/delete", data={"confirm": table.code}, headers=OWN | cookie)
        assert list_addresses(table) == ()


def test_the_worker_and_the_key_are_there_for_every_page(web: Web) -> None:
    worker = web.client.get("/worker.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert worker.headers["cache-control"] == "no-store"
    key = web.client.get("/push-key").json()["key"]
    assert re.fullmatch(r"[A-Za-z0-9_-]{87}", key)
    assert web.client.get("/push-key").json()["key"] == key


def test_hidden_page_reports_over_socket_that_nobody_looks() -> None:
    with a_calling_web() as (web, http, _):
        table = web.playing("Ada", "Ben")
        put(table, 1, "push", endpoint=http.url("/push/1"), **Browser().keys)
        with table.socket(1) as socket:
            socket.receive_json()
            all_called(web)
            assert http.got == []
            socket.send_json({"id": "l1", "do": "look_away"})
            receive_answer(socket, "l1")
            all_called(web)
            assert len(http.got) == 1


MEANT = {
    "\ufeffben@x.example\u200b ": "ben@x.example",
    "mailto:ben@x.example": "ben@x.example",
    "<ben@x.example>": "ben@x.example",
    "\uff42en\uff20x.example": "ben@x.example",
    "ben@m\u00fcnchen.example": "ben@xn--mnchen-3ya.example",
}


@pytest.mark.parametrize("typed", MEANT)
def test_a_mail_address_is_read_as_it_was_meant(typed: str) -> None:
    with a_calling_web() as (web, _, _):
        table = web.open("Ada")
        assert put(table, 0, "mail", address=typed).status_code == 200
        assert [address.target for address in list_addresses(table)] == [MEANT[typed]]


def test_a_refused_address_is_typed_still() -> None:
    with a_calling_web() as (web, _, _):
        table = web.open("Ada")
        assert 'value="ben@"' in put(table, 0, "mail", address="ben@").text
        assert 'value="http://x.example/hook"' in put(table, 0, "hook", url=" http://x.example/hook\u200b").text


OTHER = ENDPOINT + "-moved"


def report_moved_browser(table: Table, seat: int, **fields: str) -> Response:
    """Report that the push service has moved the browser; return the response."""
    cookie = {"cookie": f"dev={table.tokens[seat]}"}
    return table.web.client.post("/calls/push", data=fields, headers=OWN | cookie)


@pytest.mark.parametrize("was", [ENDPOINT, ""])
def test_changed_push_subscription_is_notified_at_new_endpoint(was: str) -> None:
    with a_calling_web() as (web, _, _):
        table = web.open("Ada", "Ben")
        for seat in (0, 1):
            put(table, seat, "push", endpoint=ENDPOINT, **Browser().keys)
        keys = Browser().keys
        assert report_moved_browser(table, 1, was=was, endpoint=OTHER, **keys).json() == {"ok": True}
        assert sorted(address.target for address in list_addresses(table)) == [ENDPOINT, OTHER]
        (new,) = (address for address in list_addresses(table) if address.target == OTHER)
        assert new.details.items() >= keys.items()


def test_only_who_was_called_there_is_moved() -> None:
    with a_calling_web() as (web, _, _):
        table = web.open("Ada", "Ben")
        put(table, 0, "push", endpoint=ENDPOINT, **Browser().keys)
        before = list_addresses(table)
        for seat, fields in (
            (0, {"was": OTHER, "endpoint": OTHER}),
            (1, {"was": ENDPOINT, "endpoint": OTHER}),
            (0, {"endpoint": OTHER}),
        ):
            assert report_moved_browser(table, seat, **fields, **Browser().keys).json() == {"ok": True}
        for fields in ({"was": "", "endpoint": "http://10.0.0.1/x"}, {"was": ""}):
            assert report_moved_browser(table, 0, **fields, **Browser().keys).status_code == 422
        assert list_addresses(table) == before


def test_who_sits_down_at_the_same_browser_inherits_no_address() -> None:
    """Ben leaves, then Dora sits down at his browser.

    The server has not yet looked for due notifications."""
    with a_calling_web() as (web, _, smtp):
        table = web.playing("Ada", "Ben")
        put(table, 1, "mail", address="ben@example.org")
        (confirm,) = re.findall(r"http://localhost:8000(/r/\S+/mail/confirm/\S+)", smtp.got[0][1].get_content())
        cookie = OWN | {"cookie": f"{DEVICE_COOKIE}={table.tokens[1]}"}
        assert web.client.post(confirm, headers=OWN).status_code == 200
        # a browser stays the same device while it has a seat at any table
        other = web.open("Eve")
        web.client.cookies.clear()
        web.client.post(f"/r/{other.code}/join/{other.join_key}", data={"name": "Ben"}, headers=cookie)
        web.client.cookies.clear()
        assert table.post(1, do="leave").is_success
        joined = web.client.post(f"/r/{table.code}/join/{table.join_key}", data={"name": "Dora"}, headers=cookie)
        assert joined.is_success
        web.client.cookies.clear()
        assert [seat["name"] for seat in table.view(1)["seats"]] == ["Ada", "Dora"]
        assert "ben@example.org" not in page(table, 1)
        assert web.client.post(confirm, headers=OWN).status_code == 410
        all_called(web)
        assert len(smtp.got) == 1, "nothing but the question whether the address is right"
        assert list_addresses(table) == ()
