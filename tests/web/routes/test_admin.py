"""Page of the operator: who may see it, what it shows, and what it never shows."""

import html
import random
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog
from httpx2 import Response
from pydantic import SecretStr, ValidationError

from app import logs
from app.backup_note import note_backup
from app.journal.contacts import Contacts
from app.journal.errors import StoreDownError
from app.journal.sql.store import SqlStore
from app.main import create_app
from app.rooms.model.refusals import SENTENCES
from app.settings.limits import Figures
from app.settings.settings import VERSION, Settings
from app.web.admin.access import SIGNED_IN_S
from app.web.routes import admin
from app.web.text.languages import LANGUAGES, catalogue
from tests.journal.memory_store import MemoryStore
from tests.known import lacks
from tests.sources import ROOT
from tests.web.one_hop import OneHopClient
from tests.web.tables import BASE, Time, UnwellStore, Web, a_web
from tests.web.test_canaries import collect_edition_texts, commands, holds, secrets_from, the_room

TOKEN = "a-token-that-nobody-guesses"
OWN = {"origin": BASE}
SHOWN = {"authorization": f"Bearer {TOKEN}"}
AS_JSON = SHOWN | {"accept": "application/json"}


@pytest.fixture
def ours(tmp_path: Path) -> Iterator[Web]:
    """Server with a token for the operator's page."""
    logs.failures.counts.clear()
    with a_web(admin_token=TOKEN, data=tmp_path) as web:
        yield web


def fetch_admin_json(web: Web) -> dict[str, Any]:
    answer = web.client.get("/admin", headers=AS_JSON)
    assert answer.status_code == 200
    return dict(answer.json())


def signs_in(web: Web, token: str = TOKEN) -> Response:
    return web.client.post("/admin", data={"token": token}, headers=OWN, follow_redirects=False)


def cookie(answer: Response) -> dict[str, str]:
    return {"cookie": answer.headers["set-cookie"].partition(";")[0]}


def test_without_a_token_of_the_operators_there_is_nothing(web: Web) -> None:
    assert web.client.get("/admin", headers=SHOWN).status_code == 404
    assert signs_in(web).status_code == 404
    assert web.client.post("/admin/leave", headers=OWN).status_code == 404


@pytest.mark.parametrize(
    "shown", ["", "Bearer", "Bearer ", f"Basic {TOKEN}", f"Bearer {TOKEN}x", f"Bearer {TOKEN[:-1]}"]
)
def test_a_wrong_token_opens_nothing(ours: Web, shown: str) -> None:
    answer = ours.client.get("/admin", headers={"authorization": shown})
    assert answer.status_code == 401
    assert VERSION not in answer.text


def test_a_browser_shows_the_token_once(ours: Web) -> None:
    form = ours.client.get("/admin")
    assert form.status_code == 401
    assert 'type="password"' in form.text
    assert VERSION not in form.text
    wrong = signs_in(ours, "a-token-that-somebody-guesses")
    assert (wrong.status_code, "set-cookie" in wrong.headers) == (401, False)
    assert "Wrong token." in wrong.text
    opened = signs_in(ours)
    assert (opened.status_code, opened.headers["location"]) == (303, "/admin")
    said = opened.headers["set-cookie"]
    assert TOKEN not in said
    assert {"HttpOnly", "SameSite=strict", "Path=/", f"Max-Age={SIGNED_IN_S}"} <= set(said.split("; "))
    page = ours.client.get("/admin", headers=cookie(opened))
    assert page.status_code == 200
    assert VERSION in page.text
    assert page.headers["cache-control"] == "no-store"
    ours.client.cookies.clear()
    left = ours.client.post("/admin/leave", headers=OWN, follow_redirects=False)
    assert 'signet-admin-8000=""' in left.headers["set-cookie"]


def test_over_https_only_this_host_can_have_set_the_cookie() -> None:
    with a_web(admin_token=TOKEN, public_url="https://play.example.org") as web:
        headers = {"host": "play.example.org", "origin": "https://play.example.org"}
        answer = web.client.post("/admin", data={"token": TOKEN}, headers=headers, follow_redirects=False)
    assert answer.headers["set-cookie"].startswith("__Host-signet-admin=")
    assert "Secure" in answer.headers["set-cookie"].split("; ")


def test_a_cookie_ends_with_its_time_and_with_its_token(ours: Web) -> None:
    mine = cookie(signs_in(ours))
    ours.client.cookies.clear()
    name, until, session, proof = re.split(r"[=.]", mine["cookie"])
    for made_up in (
        f"{int(until) + 9}.{session}.{proof}",
        f"{until}.{session}.{proof[:-1]}",
        f"{until}.{'0' * 32}.{proof}",
        f"{until}.{proof}",
        f"{until}..{proof}",
        f"{until}.{session}.",
        f"{until}.",
        f"{until}.\xff.{proof}",
        f".{proof}",
        "",
        "٣.x",
        "x" * 99,
    ):
        headers = {b"cookie": f"{name}={made_up}".encode()}
        assert ours.client.get("/admin", headers=headers).status_code == 401, made_up
    with a_web(admin_token=f"{TOKEN}2") as other:
        assert other.client.get("/admin", headers=mine).status_code == 401
    assert ours.client.get("/admin", headers=mine).status_code == 200
    ours.time.seconds += SIGNED_IN_S
    assert ours.client.get("/admin", headers=mine).status_code == 401


def leaves(web: Web, shown: dict[str, str]) -> None:
    web.client.cookies.clear()
    assert web.client.post("/admin/leave", headers=OWN | shown, follow_redirects=False).status_code == 303
    web.client.cookies.clear()


def opens(web: Web, shown: dict[str, str]) -> int:
    """Open the page with that cookie; return the status."""
    web.client.cookies.clear()
    return web.client.get("/admin", headers=shown).status_code


def test_after_leaving_the_old_cookie_opens_nothing_in_any_process() -> None:
    store = MemoryStore()
    with a_web(store, admin_token=TOKEN) as here, a_web(store, admin_token=TOKEN) as there:
        mine, other = cookie(signs_in(here)), cookie(signs_in(there))
        assert [opens(web, shown) for web in (here, there) for shown in (mine, other)] == [200] * 4
        leaves(there, mine)
        assert [opens(web, shown) for web in (here, there) for shown in (mine, other)] == [401] * 4
        again = cookie(signs_in(here))
        assert [opens(web, again) for web in (here, there)] == [200] * 2


def test_who_is_not_signed_in_ends_nobodys_session(ours: Web) -> None:
    mine = cookie(signs_in(ours))
    name, until, session, proof = re.split(r"[=.]", mine["cookie"])
    for shown in ({}, {"cookie": f"{name}={until}.{session}.{proof[:-1]}x"}):
        leaves(ours, shown)
        assert opens(ours, mine) == 200


def test_a_session_and_its_end_outlive_a_restart(tmp_path: Path) -> None:
    def run_on_new_server(work: Callable[[Web], None]) -> None:
        app = create_app(
            Settings(limits=False, admin_token=SecretStr(TOKEN)), SqlStore(f"sqlite:///{tmp_path / 'x.db'}")
        )
        with OneHopClient(app, BASE, ("testclient", 50_000)) as client:
            work(Web(client, MemoryStore(), Time()))

    shown: list[dict[str, str]] = []
    seen: list[int] = []
    run_on_new_server(lambda web: shown.append(cookie(signs_in(web))))
    run_on_new_server(lambda web: seen.append(opens(web, shown[0])))
    run_on_new_server(lambda web: leaves(web, shown[0]))
    run_on_new_server(lambda web: seen.append(opens(web, shown[0])))
    assert seen == [200, 401]


def test_leaving_that_only_takes_the_cookie_back_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    async def end_session(_: Contacts) -> None:
        return

    monkeypatch.setattr(admin, "end_session", end_session)
    with pytest.raises(AssertionError):
        test_after_leaving_the_old_cookie_opens_nothing_in_any_process()


def test_basic_password_for_proxy_is_no_wrong_admin_token(ours: Web) -> None:
    mine = cookie(signs_in(ours))
    assert opens(ours, mine | {"authorization": "Basic YTpi"}) == 200


def test_nobody_is_signed_in_from_a_foreign_page(ours: Web) -> None:
    for headers in ({"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site", **OWN}, {"origin": "null"}):
        answer = ours.client.post("/admin", data={"token": TOKEN}, headers=headers, follow_redirects=False)
        assert (answer.status_code, "set-cookie" in answer.headers) == (403, False)
    assert ours.client.get("/admin", headers=SHOWN | {"host": "evil.example"}).status_code == 403


@pytest.mark.parametrize("way", ["form", "header"])
def test_admin_guesser_waits_even_with_the_right_token(way: str) -> None:
    with a_web(limits=True, admin_token=TOKEN, figures=Figures(wrong_burst=10)) as web:

        def tries(token: str) -> int:
            if way == "form":
                return signs_in(web, token).status_code
            return web.client.get("/admin", headers={"authorization": f"Bearer {token}"}).status_code

        assert [tries("x" * 20) for _ in range(12)] == [401] * 10 + [429] * 2
        assert tries(TOKEN) == 429
        web.time.seconds += 6
        assert tries(TOKEN) in (200, 303)


def test_a_token_that_could_be_guessed_is_none() -> None:
    with pytest.raises(ValidationError, match="at least 16"):
        Settings.model_validate({"admin_token": "short"})
    assert Settings.model_validate({"admin_token": ""}).admin_token is None
    assert TOKEN not in repr(Settings.model_validate({"admin_token": TOKEN}))


def test_it_tells_how_the_server_is(ours: Web, tmp_path: Path) -> None:
    before = fetch_admin_json(ours)
    assert (before["version"], before["processes"], before["store"]) == (VERSION, 1, "sqlite")
    assert (before["rooms"], before["last_backup_at"], before["failures"]) == ({}, None, [])
    assert before["disk_free_bytes"] > 0
    ours.open("Ada", "Ben")
    table = ours.playing("Ada", "Ben")
    with table.socket(0) as socket:
        socket.receive_json()
        table.seal(0)
        assert table.post(0, do="lift", id="l" * 16, ask=99).status_code == 409
        during = fetch_admin_json(ours)
    note_backup(tmp_path)
    structlog.get_logger("app.tests").warning("something failed", room=table.code)
    after = fetch_admin_json(ours)
    assert during["rooms"] == {"lobby": 1, "playing": 1}
    assert (during["rooms_here"], during["sockets_here"]) == (2, 1)
    assert during["commands_per_second"] > 0
    assert during["store_ms"] >= 0
    assert during["commit_ms"] >= 0
    assert sum(during["refusals"].values()) == 1
    assert after["last_backup_at"] > 1_600_000_000
    assert [(one["kind"], one["times"]) for one in after["failures"]] == [("something failed", 1)]
    assert after["failures"][0]["last_at"] > 1_600_000_000


def test_what_went_wrong_is_counted_for_prometheus_too(tmp_path: Path) -> None:
    with a_web(admin_token=TOKEN, metrics_token=f"{TOKEN}2", data=tmp_path) as web:
        for _ in range(2):
            structlog.get_logger("app.tests").warning("something failed", room="K7QF2M9X")
            structlog.get_logger("other").error("a library says K7QF2M9X")
        fetch_admin_json(web)
        text = web.client.get("/metrics", headers={"authorization": f"Bearer {TOKEN}2"}).text
    assert 'signet_failures_total{kind="something failed"} 2.0' in text
    assert 'signet_failures_total{kind="library"} 2.0' in text
    assert "K7QF2M9X" not in text


def test_the_version_is_that_of_the_package() -> None:
    package = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert package["project"]["version"] == VERSION


def test_it_is_seen_while_the_store_is_away() -> None:
    with a_web(admin_token=TOKEN, store=AwayWhenAsked()) as web:
        away = fetch_admin_json(web)
        page = web.client.get("/admin", headers=SHOWN)
    assert (away["store_ms"], away["rooms"], away["processes"]) == (None, None, None)
    assert "It does not answer." in page.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_the_operators_language_in_plain_words(ours: Web, language: str) -> None:
    """The page has none of our codes and no long fraction.

    It names a refusal in the words that players read."""
    ours.client.headers["accept-language"] = language
    words = catalogue(language).gettext if language != "en" else str
    table = ours.playing("Ada", "Ben")
    assert table.post(0, do="lift", id="l" * 16, ask=99).status_code == 409
    form = ours.client.get("/admin").text
    page = html.unescape(ours.client.get("/admin", headers=SHOWN).text)
    assert words("Enter the token that was set for this page.") in html.unescape(form)
    for said in ("Last clean-up of old tables", "Time to read", "Problems", "None so far", SENTENCES["ask_is_over"]):
        assert words(said) in page, said
    assert "ask_is_over" not in page
    assert "None<" not in page
    assert not re.search(r"\d\.\d\d+ ms", page)


class AwayWhenAsked(UnwellStore):
    """Store that cannot count its rooms."""

    async def count_phases(self) -> dict[str, int]:
        """Fail."""
        raise StoreDownError("away")


def test_no_room_name_card_or_secret_is_told(game: str, tmp_path: Path) -> None:
    """A game is played with secrets in every hand, and after faults that concern it."""
    rng = random.Random(7)
    with a_web(admin_token=TOKEN, data=tmp_path) as web:
        table = web.playing("Zaphod", "Trillian", game=game)
        known, looked = collect_edition_texts(the_room(table)), 0
        for _ in range(12):
            for seat in range(2):
                for command in commands(table, seat, table.view(seat), rng):
                    table.post(seat, **command)
            room = the_room(table)
            if room.phase != "playing":
                break
            structlog.get_logger("app.live.host.host").error("room failed", room=table.code, where=[table.tokens[0]])
            sent = web.client.get("/admin", headers=SHOWN).content + web.client.get("/admin", headers=AS_JSON).content
            words = secrets_from(room, None).keys() - known
            looked += len(words)
            assert [word for word in words if holds(sent, word)] == []
            others = [table.code, "Zaphod", "Trillian", TOKEN, *table.tokens, *table.links.values(), *known]
            assert [other for other in others if len(other) > 3 and holds(sent, other)] == []
            assert holds(sent, "room failed")
    if not looked:
        lacks(game, "nothing is known of what it hides")
