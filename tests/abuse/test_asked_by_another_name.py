"""Somebody asks the server by an address of their own making (``Host``): what it sends to others leads nowhere but to
the server's public address, and what others are shown begins with the address they themselves asked for."""

import html
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from app.notifications import notifications
from app.notifications.mail import Mail
from app.notifications.webhook import Hook
from app.settings import CallSettings, MailSettings
from app.web.text.languages import LANGUAGES, catalogue
from tests.notifications.receivers import Browser, HttpReceiver, SmtpReceiver
from tests.web.routes.test_notifications import all_called, kept, receiving
from tests.web.tables import BASE, Table, Web, a_web

EVIL = "203.0.113.66"
NO_MAIL = "This server can't send email yet: whoever runs it must set SIGNET_PUBLIC_URL."


class Posted:
    """What a server sent to others."""

    def __init__(self) -> None:
        self.http, self.smtp = HttpReceiver(), SmtpReceiver()
        self.browser = Browser()

    @property
    def mails(self) -> list[str]:
        """The mails, whole."""
        return [message.as_string() for _, message in self.smtp.got]

    @property
    def hooks(self) -> list[dict[str, Any]]:
        """What the chat was sent."""
        return [got.json for got in self.http.got if got.path == "/hook"]

    @property
    def pushes(self) -> list[dict[str, Any]]:
        """What the browser was sent, as it reads it."""
        return [self.browser.read(got.body) for got in self.http.got if got.path == "/push"]


def _puts(table: Table, seat: int, what: str, **fields: str) -> int:
    host = {"host": EVIL, "origin": f"http://{EVIL}", "cookie": f"dev={table.tokens[seat]}"}
    return table.web.client.post(f"/r/{table.code}/calls/{what}", data=fields, headers=host).status_code


def everything_asked_for(web: Web, sent: Posted) -> Table:
    """A host asks by another name for all ways of being called; a player is called."""
    table = web.playing("Mallory", "Ben")
    assert _puts(table, 0, "hook", url=sent.http.url("/hook")) == 200
    assert _puts(table, 0, "push", endpoint=sent.http.url("/push"), **sent.browser.keys) == 200
    _puts(table, 0, "mail", address="stranger@example.org")
    all_called(web)
    return table


def calling(sent: Posted, work: Callable[[Web], None], **settings: Any) -> None:
    """Does it with a server that may call this machine."""
    with receiving(sent.http), receiving(sent.smtp):
        mail = MailSettings(host="127.0.0.1", port=sent.smtp.port, tls="off", sender="signet@play.example")
        with a_web(calls=CallSettings(after=0, loopback=True), mail=mail, **settings) as web:
            work(web)


def check_nothing_leads_there(sent: Posted, web: Web) -> None:
    """Raises AssertionError where anything that is sent or kept has the address that somebody made up."""
    table = everything_asked_for(web, sent)
    assert (len(sent.hooks), len(sent.pushes)) == (1, 1)
    assert EVIL not in repr([*sent.mails, *sent.hooks, *sent.pushes])
    assert EVIL not in repr(kept(table))


def test_without_a_public_address_no_mail_is_sent_and_no_other_call_has_a_link() -> None:
    sent = Posted()

    def work(web: Web) -> None:
        check_nothing_leads_there(sent, web)
        assert sent.mails == []
        assert sent.pushes[0]["url"].startswith("/r/")
        assert "link" not in sent.hooks[0]
        assert "://" not in sent.hooks[0]["text"]

    calling(sent, work)


def test_with_one_no_request_by_another_name_is_heard_and_links_begin_with_it() -> None:
    sent = Posted()

    def work(web: Web) -> None:
        table = web.playing("Mallory", "Ben")
        for what in ("hook", "push", "mail"):
            assert _puts(table, 0, what, url=sent.http.url("/hook"), address="stranger@example.org") == 403
        own = {"origin": BASE, "cookie": f"dev={table.tokens[0]}"}
        for what, fields in (("hook", {"url": sent.http.url("/hook")}), ("mail", {"address": "me@example.org"})):
            assert web.client.post(f"/r/{table.code}/calls/{what}", data=fields, headers=own).status_code == 200
        all_called(web)
        assert sent.hooks[0]["link"] == f"{BASE}/r/{table.code}"
        assert f"{BASE}/r/{table.code}/mail/confirm/" in sent.smtp.got[0][1].get_content()

    calling(sent, work, public_url=BASE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_mail_is_not_offered_and_the_reason_is_said(language: str) -> None:
    mail = MailSettings(host="127.0.0.1", port=9, tls="off")
    with a_web(mail=mail) as web:
        table = web.open("Ada")
        said = {"cookie": f"dev={table.tokens[0]}", "origin": BASE, "accept-language": language}
        page = web.client.get(f"/r/{table.code}/calls", headers=said).text
        refused = web.client.post(f"/r/{table.code}/calls/mail", data={"address": "a@example.org"}, headers=said)
        assert refused.status_code == 422
        assert kept(table) == ()
        for text in (page, refused.text):
            assert catalogue(language).gettext(NO_MAIL) in html.unescape(text)
            assert 'type="email"' not in text


def test_an_address_kept_by_an_earlier_release_leads_nowhere_else() -> None:
    """What was confirmed before there had to be a public address is called no more."""
    sent = Posted()

    def work(web: Web) -> None:
        table = web.playing("Ada", "Ben")
        portal = web.client.portal
        assert portal is not None
        _puts(table, 1, "push", endpoint=sent.http.url("/push"), **sent.browser.keys)
        (address,) = kept(table)
        old = replace(address, kind="mail", target="ben@example.org", details={"confirmed": "yes"})
        portal.call(web.store.callbook.put, table.code, old)
        all_called(web)
        assert sent.mails == []

    calling(sent, work)


def test_nobody_is_shown_an_address_that_somebody_else_asked_for() -> None:
    """Pages are kept and shared between players: none has the links of another's."""
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
def test_a_server_that_lets_askers_say_where_it_is_is_found_out(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it was: links begin with whatever the one who asked called the server."""
    if kind == "hook":
        monkeypatch.setattr(notifications, "Hook", lambda guard, _, *more: Hook(guard, f"http://{EVIL}", *more))
        settings: dict[str, Any] = {}
    else:
        monkeypatch.setattr(notifications, "Mail", lambda known, _, *more: Mail(known, f"http://{EVIL}", *more))
        settings = {"public_url": f"http://{EVIL}"}
    sent = Posted()

    def work(web: Web) -> None:
        with pytest.raises(AssertionError):
            if kind == "mail":
                web.client.headers["host"] = EVIL
            check_nothing_leads_there(sent, web)

    calling(sent, work, **settings)
