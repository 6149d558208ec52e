"""Forged ``Host`` headers.

What the server sends to others has its public address alone. A player's page has the address that this player
requested."""

import html
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from app.notifications import notifications
from app.notifications.mail import Mail
from app.notifications.webhook import Hook
from app.settings.notifications import MailSettings, NotificationSettings
from app.web.text.languages import LANGUAGES, catalogue
from tests.notifications.receivers import Browser, HttpReceiver, SmtpReceiver
from tests.web.routes.test_notifications import all_called, list_addresses, receiving
from tests.web.tables import BASE, Table, Web, a_web

EVIL = "203.0.113.66"
NO_MAIL = "This server can't send email yet: whoever runs it must set SIGNET_PUBLIC_URL."


class Posted:
    """Recorder of what a server sent to others."""

    def __init__(self) -> None:
        self.http, self.smtp = HttpReceiver(), SmtpReceiver()
        self.browser = Browser()

    @property
    def mails(self) -> list[str]:
        """Whole mails."""
        return [message.as_string() for _, message in self.smtp.got]

    @property
    def hooks(self) -> list[dict[str, Any]]:
        """Bodies of webhook requests."""
        return [got.json for got in self.http.got if got.path == "/hook"]

    @property
    def pushes(self) -> list[dict[str, Any]]:
        """Push messages, as the browser reads them."""
        return [self.browser.read(got.body) for got in self.http.got if got.path == "/push"]


def _put(table: Table, seat: int, what: str, **fields: str) -> int:
    host = {"host": EVIL, "origin": f"http://{EVIL}", "cookie": f"dev={table.tokens[seat]}"}
    return table.web.client.post(f"/r/{table.code}/calls/{what}", data=fields, headers=host).status_code


def subscribe_all(web: Web, sent: Posted) -> Table:
    """Subscribe to all channels under another host name, and notify a player."""
    table = web.playing("Mallory", "Ben")
    assert _put(table, 0, "hook", url=sent.http.url("/hook")) == 200
    assert _put(table, 0, "push", endpoint=sent.http.url("/push"), **sent.browser.keys) == 200
    _put(table, 0, "mail", address="stranger@example.org")
    all_called(web)
    return table


def run_with_sender(sent: Posted, work: Callable[[Web], None], **settings: Any) -> None:
    """Run work with a server that may reach this machine."""
    with receiving(sent.http), receiving(sent.smtp):
        mail = MailSettings(host="127.0.0.1", port=sent.smtp.port, tls="off", sender="signet@play.example")
        with a_web(notifications=NotificationSettings(after=0, loopback=True), mail=mail, **settings) as web:
            work(web)


def check_no_forged_address(sent: Posted, web: Web) -> None:
    """Raise AssertionError if anything sent or stored has the forged address."""
    table = subscribe_all(web, sent)
    assert (len(sent.hooks), len(sent.pushes)) == (1, 1)
    assert EVIL not in repr([*sent.mails, *sent.hooks, *sent.pushes])
    assert EVIL not in repr(list_addresses(table))


def test_no_public_address_means_no_mail_and_no_links() -> None:
    sent = Posted()

    def work(web: Web) -> None:
        check_no_forged_address(sent, web)
        assert sent.mails == []
        assert sent.pushes[0]["url"].startswith("/r/")
        assert "link" not in sent.hooks[0]
        assert "://" not in sent.hooks[0]["text"]

    run_with_sender(sent, work)


def test_public_address_refuses_other_hosts_and_begins_links() -> None:
    sent = Posted()

    def work(web: Web) -> None:
        table = web.playing("Mallory", "Ben")
        for what in ("hook", "push", "mail"):
            assert _put(table, 0, what, url=sent.http.url("/hook"), address="stranger@example.org") == 403
        own = {"origin": BASE, "cookie": f"dev={table.tokens[0]}"}
        for what, fields in (("hook", {"url": sent.http.url("/hook")}), ("mail", {"address": "me@example.org"})):
            assert web.client.post(f"/r/{table.code}/calls/{what}", data=fields, headers=own).status_code == 200
        all_called(web)
        assert sent.hooks[0]["link"] == f"{BASE}/r/{table.code}"
        assert f"{BASE}/r/{table.code}/mail/confirm/" in sent.smtp.got[0][1].get_content()

    run_with_sender(sent, work, public_url=BASE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_mail_is_not_offered_with_a_reason(language: str) -> None:
    mail = MailSettings(host="127.0.0.1", port=9, tls="off")
    with a_web(mail=mail) as web:
        table = web.open("Ada")
        said = {"cookie": f"dev={table.tokens[0]}", "origin": BASE, "accept-language": language}
        page = web.client.get(f"/r/{table.code}/calls", headers=said).text
        refused = web.client.post(f"/r/{table.code}/calls/mail", data={"address": "a@example.org"}, headers=said)
        assert refused.status_code == 422
        assert list_addresses(table) == ()
        for text in (page, refused.text):
            assert catalogue(language).gettext(NO_MAIL) in html.unescape(text)
            assert 'type="email"' not in text


def test_stored_address_of_an_earlier_release_is_unused() -> None:
    """An address confirmed before public addresses were required gets no notification."""
    sent = Posted()

    def work(web: Web) -> None:
        table = web.playing("Ada", "Ben")
        portal = web.client.portal
        assert portal is not None
        _put(table, 1, "push", endpoint=sent.http.url("/push"), **sent.browser.keys)
        (address,) = list_addresses(table)
        old = replace(address, kind="mail", target="ben@example.org", details={"confirmed": "yes"})
        portal.call(web.store.contacts.put, table.code, old)
        all_called(web)
        assert sent.mails == []

    run_with_sender(sent, work)


def test_pages_show_no_address_of_another_request() -> None:
    """Pages are cached and shared between players; none has another's links."""
    with a_web() as web:
        for begun in (False, True):
            table = (web.playing if begun else web.open)("Mallory", "Ben")
            paths = (f"/r/{table.code}", f"/r/{table.code}/calls", f"/r/{table.code}/file", "/", table.links["join"])
            for path in paths:
                own = {"cookie": f"dev={table.tokens[1]}"}
                web.client.get(path, headers={"host": EVIL, "cookie": f"dev={table.tokens[0]}"})
                with web.socket(
                    f"/r/{table.code}/live", host=EVIL, origin=f"http://{EVIL}", cookie=f"dev={table.tokens[0]}"
                ) as socket:
                    socket.receive_json()
                answer = web.client.get(path, headers=own)
                assert EVIL not in answer.text + repr(answer.headers), path
            with web.socket(f"/r/{table.code}/live", origin=BASE, cookie=f"dev={table.tokens[1]}") as socket:
                assert EVIL not in socket.receive_text()


@pytest.mark.parametrize("kind", ["mail", "hook"])
def test_server_that_trusts_the_host_header_is_detected(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An earlier release did so: links began with the request's host."""
    if kind == "hook":
        monkeypatch.setattr(notifications, "Hook", lambda guard, _, *more: Hook(guard, lambda: f"http://{EVIL}", *more))
        settings: dict[str, Any] = {}
    else:
        monkeypatch.setattr(
            "app.notifications.mail.Mail", lambda known, _, *more: Mail(known, lambda: f"http://{EVIL}", *more)
        )
        settings = {"public_url": f"http://{EVIL}"}
    sent = Posted()

    def work(web: Web) -> None:
        with pytest.raises(AssertionError):
            if kind == "mail":
                web.client.headers["host"] = EVIL
            check_no_forged_address(sent, web)

    run_with_sender(sent, work, **settings)
