"""Access matrix: every kind of client at every address of a room, by origin.

The expected results are a table. A refused request leaves the room unchanged, and every response has every header."""

import re
from collections.abc import Iterator, Mapping

import pytest
from starlette.testclient import WebSocketDenialResponse

from app.web.http.headers import FIXED
from tests.web.table.test_player_menu import second_device
from tests.web.tables import BASE, Table, Web, a_web

ORIGINS: dict[str, dict[str, str]] = {
    "own": {"origin": BASE},
    "same-origin": {"origin": BASE, "sec-fetch-site": "same-origin"},
    "missing": {},
    "null": {"origin": "null"},
    "wrong": {"origin": "http://evil.example"},
    "suffix": {"origin": f"{BASE}.evil.example"},
    "https": {"origin": "https://localhost:8000"},
    "cross-site": {"origin": BASE, "sec-fetch-site": "cross-site"},
    "none": {"origin": BASE, "sec-fetch-site": "none"},
}
TRUSTED = {"own", "same-origin"}

WHO = ("nobody", "seat", "other seat", "other room", "removed", "revoked device", "watcher", "stranger", "finished")
SEATED = {"seat", "other seat", "finished"}
COOKIELESS = {"nobody", "watcher"}
"""Clients without a cookie, in whose name no other site can act.

Watchers have only a link."""

READ = ("/r/{room}", "/r/{room}/record", "/r/{room}/file", "/r/{room}/rounds", "/r/{room}/statistics")
WATCH = ("{watch}", "{watch}/rounds", "{watch}/replay", "{watch}/statistics")
WRITE = ("/r/{room}/do", "/r/{room}/return-link", "/r/{room}/delete")


HOSTS = (
    "localhost:8000",
    "127.0.0.1:8000",
    "play.example.org",
    "play.example.org:8000",
    "PLAY.example.org:443",
    "evil.example",
    "localhost.evil.example",
    "localhost:8000.evil.example",
    "evil.example:127.0.0.1",
    "play.example.org.evil.example",
    "evil.example@localhost",
    "localhost:8000, evil.example",
    "",
)
PUBLIC = {
    "": ("localhost:8000", "127.0.0.1:8000"),
    "https://play.example.org": ("play.example.org", "PLAY.example.org:443", "localhost:8000", "127.0.0.1:8000"),
}
"""Host names that are the server's own, by its public address."""

FOREIGN_ORIGINS = [headers["origin"] for headers in ORIGINS.values() if headers.get("origin", BASE) != BASE]


class House:
    """Running table, a finished one, and every kind of client."""

    def __init__(self, web: Web) -> None:
        self.web = web
        self.table = web.open("Ada", "Ben", "Carla")
        assert self.table.post(0, do="remove", seat=2).status_code == 200
        assert self.table.post(0, do="begin").status_code == 200
        self.revoked = second_device(self.table, 1)["cookie"]
        assert self.table.post(1, do="revoke", device=2).json()["ok"] is True
        self.watched = web.playing("Fay", "Gil", options={"watchers": "public"})
        self.other = web.open("Dora", "Emil")
        self.over = web.playing("Ada", "Ben")
        for seat in (0, 1):
            assert self.over.post(seat, do="vote", motion="end", on=True).status_code == 200
        assert self.over.view(0)["room"]["phase"] == "finished"

    def room(self, who: str) -> Table:
        """Return the table that the client requests."""
        return {"finished": self.over, "watcher": self.watched}.get(who, self.table)

    def cookie(self, who: str) -> dict[str, str]:
        """Return the cookie of that client's browser."""
        tokens = {
            "seat": self.table.tokens[0],
            "other seat": self.table.tokens[1],
            "other room": self.other.tokens[0],
            "removed": self.table.tokens[2],
            "stranger": "x" * 43,
            "finished": self.over.tokens[0],
        }
        if who == "revoked device":
            return {"cookie": self.revoked}
        return {"cookie": f"dev={tokens[who]}"} if who in tokens else {}


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    """House for all cells; no permitted request changes it."""
    with a_web() as web:
        yield House(web)


@pytest.mark.parametrize("origin", ORIGINS)
@pytest.mark.parametrize("who", WHO)
def test_a_room_is_shown_to_its_seats_alone(house: House, who: str, origin: str) -> None:
    table = house.room(who)
    for path in READ:
        address = path.format(room=table.code)
        before = table.fingerprint()
        answer = house.web.client.get(address, headers=house.cookie(who) | ORIGINS[origin], follow_redirects=False)
        assert answer.status_code == (200 if who in SEATED else 404), (path, answer.status_code)
        assert table.fingerprint() == before
        check_headers(answer.headers)
        foreign = house.web.client.get(address, headers=house.cookie(who) | ORIGINS[origin] | {"host": "evil.example"})
        assert foreign.status_code == 403
        check_headers(foreign.headers)


@pytest.mark.parametrize("origin", ORIGINS)
@pytest.mark.parametrize("who", WHO)
def test_room_changes_only_by_its_seats_from_own_pages(house: House, who: str, origin: str) -> None:
    table = house.room(who)
    is_asked = origin in TRUSTED or (origin == "missing" and who in COOKIELESS)
    for path in WRITE:
        if is_asked and who in SEATED:
            continue
        before = table.fingerprint()
        headers = house.cookie(who) | ORIGINS[origin]
        answer = house.web.client.post(
            path.format(room=table.code), data={"do": "say", "text": "x"}, headers=headers, follow_redirects=False
        )
        assert answer.status_code == (404 if is_asked else 403), path
        assert table.fingerprint() == before
        check_headers(answer.headers)


@pytest.mark.parametrize("origin", ORIGINS)
@pytest.mark.parametrize("who", ["watcher", "revoked device", "stranger", "other room"])
def test_the_watchers_link_shows_the_table_and_seals_no_card(house: House, who: str, origin: str) -> None:
    """The link alone decides: any holder of it may watch."""
    table, client, headers = house.watched, house.web.client, house.cookie(who) | ORIGINS[origin]
    before, ask = table.fingerprint(), table.view(0)["ask"]
    for path in WATCH:
        answer = client.get(path.format(watch=table.links["watch"]), headers=headers, follow_redirects=False)
        assert answer.status_code == 200, path
        check_headers(answer.headers)
        wrong = client.get(path.format(watch=f"/r/{table.code}/watch/{'x' * 22}"), headers=headers)
        assert wrong.status_code == 404, path
    form = {"do": "seal", "ask": str(ask["ask"]), "choice": ask["choices"][0]}
    sealed = client.post(f"{table.links['watch']}/do", data=form, headers=headers, follow_redirects=False)
    assert sealed.status_code == 403
    assert table.fingerprint() == before


@pytest.mark.parametrize("public", PUBLIC)
def test_the_watchers_link_is_good_under_our_own_name_alone(public: str) -> None:
    """The rule covers its pages, its chat and its socket.

    If a foreign name led here and were accepted, a foreign page would have our origin."""
    with a_web(public_url=public or None) as web:
        web.client.headers["host"] = PUBLIC[public][0]
        table = web.playing("Fay", "Gil", options={"watchers": "public"})
        link, form = table.links["watch"], {"do": "watcher_say", "name": "Walter", "text": "x"}
        for host in HOSTS:
            is_own, before = host in PUBLIC[public], table.fingerprint()
            mine = {"host": host, "origin": public if is_own and "example" in host else f"http://{host}"}
            pages = [web.client.get(path.format(watch=link), headers=mine) for path in WATCH]
            said = web.client.post(f"{link}/do", data=form, headers=mine, follow_redirects=False)
            if is_own:
                assert [page.status_code for page in pages] + [said.status_code] == [*(200 for _ in WATCH), 303], host
                with web.socket(f"{link}/live", **mine) as socket:
                    assert "Fay" in socket.receive_text()
                continue
            with pytest.raises(WebSocketDenialResponse) as denied, web.socket(f"{link}/live", **mine):
                pytest.fail(f"the socket opened to {host!r}")
            for answer in (*pages, said, denied.value):
                assert answer.status_code == 403, host
                assert not {"Fay", "Gil", host or "<html"} & set(re.split(r"[\s\"'<>/]", answer.text)), host
                check_headers(answer.headers)
            assert table.fingerprint() == before


@pytest.mark.parametrize("origin", [*FOREIGN_ORIGINS, None])
def test_the_watchers_socket_opens_to_our_own_pages_alone(house: House, origin: str | None) -> None:
    live = f"{house.watched.links['watch']}/live"
    with house.web.socket(live, origin=BASE) as socket:
        socket.receive_json()
    headers = {"origin": origin} if origin is not None else {}
    with pytest.raises(WebSocketDenialResponse) as denied, house.web.socket(live, **headers):
        pytest.fail("the socket opened")
    assert denied.value.status_code == 403


@pytest.mark.parametrize("origin", sorted(TRUSTED))
@pytest.mark.parametrize("who", ["seat", "other seat"])
def test_a_seat_is_let_in_from_its_own_page(house: House, who: str, origin: str) -> None:
    before = house.table.fingerprint()
    headers = house.cookie(who) | ORIGINS[origin]
    form = {"do": "say", "text": "let in"}
    answer = house.web.client.post(f"/r/{house.table.code}/do", data=form, headers=headers, follow_redirects=False)
    assert answer.status_code in (200, 303)
    assert house.table.fingerprint() != before


def check_headers(sent: Mapping[str, str]) -> None:
    """Check that every header of every page is there."""
    assert {"content-security-policy", "cache-control", *(name for name, _ in FIXED)} <= set(sent)
