"""Client address of a request behind a proxy.

The tests cover which headers are trusted from which peer, and the warning to the operator."""

import io
import json
from collections.abc import Iterator
from typing import Any

import pytest

from app import logs
from app.settings.limits import Figures
from app.share.forwarded import address_in
from app.web.http.limits import Addresses, address_of
from app.web.server.forwarded import MOST_HOPS, MOST_PEERS, ForwardedMiddleware, UntrustedProxies
from tests.web.routes.test_admin import AS_JSON, SHOWN, TOKEN
from tests.web.tables import GAME, Web, a_web

PROXY = "127.0.0.1"
ONE, OTHER, FORGED = "203.0.113.1", "203.0.113.2", "198.51.100.77"


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """Everything that is logged."""
    stream = io.StringIO()
    logs.failures.counts.clear()
    logs.set_up("debug", stream)
    yield stream
    logs.failures.counts.clear()


def can_open_room(web: Web, *forwarded: str, status: int = 201) -> bool:
    """Open a room through a proxy; return whether the limits let it pass."""
    headers = [("x-forwarded-for", text) for text in forwarded]
    answer = web.client.post("/api/rooms", json={"game": GAME, "name": "Ada"}, headers=headers)
    assert answer.status_code in (status, 429)
    return answer.status_code == status


@pytest.mark.parametrize(
    ("written", "address"),
    [
        (ONE, ONE),
        (f" {ONE} ", ONE),
        (f"{ONE}:4711", ONE),
        ("2001:db8::1", "2001:db8::1"),
        ("[2001:db8::1]", "2001:db8::1"),
        ("[2001:db8::1]:443", "2001:db8::1"),
        ("::ffff:203.0.113.1", ONE),
        ("fe80::1%eth0", "fe80::1"),
        *(
            (text, None)
            for text in ("", " ", "unknown", "_hidden", "for=1", "[", "]", "[]:1", "1.2.3", "1.2.3.4.5", "é")
        ),
    ],
)
def test_an_entry_is_an_address_with_or_without_a_port(written: str, address: str | None) -> None:
    assert address_in(written) == address


PROXIES = Addresses((PROXY, "::1", "10.0.0.0/8"))


def client(*lines: str, peer: str = PROXY, kind: type[ForwardedMiddleware] = ForwardedMiddleware) -> str:
    """Return the address that counts for a request with these headers."""
    seen: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.append(address_of(scope["client"][0]))

    headers = [(b"x-forwarded-for", line.encode("latin-1")) for line in lines]
    scope = {"type": "http", "client": (peer, 1), "headers": headers, "scheme": "http"}
    run = kind(app, PROXIES, UntrustedProxies(()))(scope, _nothing, _nothing)
    with pytest.raises(StopIteration):
        run.send(None)
    return seen[0]


async def _nothing(*_: Any) -> Any:
    return None


LISTS: list[tuple[tuple[str, ...], str]] = [
    ((ONE,), ONE),
    ((f"{FORGED}, {ONE}",), ONE),
    ((FORGED, ONE), ONE),
    ((f"{FORGED}, {ONE}, 10.1.2.3",), ONE),
    ((f"{FORGED}, {ONE}", "10.1.2.3, 127.0.0.1"), ONE),
    ((f"{FORGED}, {ONE}:1234",), ONE),
    ((f"{FORGED}, ::ffff:{ONE}, ::ffff:10.0.0.1",), ONE),
    (("10.1.2.3, 127.0.0.1",), "10.1.2.3"),
    ((f"{FORGED}, nonsense",), "unknown"),
    ((f"{FORGED},",), "unknown"),
    (("nonsense, 10.1.2.3",), "unknown"),
    (("",), PROXY),
    ((), PROXY),
]
"""Header lines of our proxies, and the address that counts."""


@pytest.mark.parametrize(("lines", "address"), LISTS)
def test_who_stands_right_of_all_but_our_proxies_is_counted(lines: tuple[str, ...], address: str) -> None:
    assert client(*lines) == address
    assert client(*lines, peer="::ffff:127.0.0.1") == address
    assert client(*lines, peer="192.0.2.9") == "192.0.2.9"


def test_forwarded_list_is_read_only_up_to_hop_limit() -> None:
    assert client(f"{ONE}, " + ", ".join(["10.1.2.3"] * (MOST_HOPS - 1))) == ONE
    assert client(f"{ONE}, " + ", ".join(["10.1.2.3"] * MOST_HOPS)) == "10.1.2.3"


class Leftmost(ForwardedMiddleware):
    """Mutant that trusts the leftmost entry."""

    def _client(self, named: str) -> str:
        return address_in(named.partition(",")[0]) or "unknown"


class PastNonsense(ForwardedMiddleware):
    """Mutant that goes on to the left of an invalid address."""

    def _client(self, named: str) -> str:
        known = [host for host in map(address_in, named.split(",")) if host is not None and host not in self._proxies]
        return known[-1] if known else "unknown"


@pytest.mark.parametrize("kind", [Leftmost, PastNonsense])
def test_whoever_believes_the_clients_own_words_is_found_out(kind: type[ForwardedMiddleware]) -> None:
    assert FORGED in [client(*lines, kind=kind) for lines, _ in LISTS]


def test_two_households_behind_a_proxy_are_counted_apart() -> None:
    with a_web(limits=True, figures=Figures(rooms_per_hour=5), proxy=PROXY, peer=PROXY) as web:
        assert [can_open_room(web, ONE) for _ in range(6)] == [True] * 5 + [False]
        assert not can_open_room(web, FORGED, ONE) and not can_open_room(web, f"{FORGED}, {ONE}")
        assert can_open_room(web, OTHER)
    with a_web(limits=True, figures=Figures(rooms_per_hour=5), peer=PROXY) as web:
        assert [can_open_room(web, ONE) for _ in range(5)] == [True] * 5
        assert not can_open_room(web, OTHER), "nobody is believed unasked"


def test_nameless_proxy_client_is_counted_apart_from_proxy() -> None:
    """A proxy's own health check is answered, whatever its clients do."""
    with a_web(limits=True, figures=Figures(requests_burst=2), proxy=PROXY, peer=PROXY) as web:
        told = [web.client.get("/healthz", headers={"x-forwarded-for": f"nonsense {n}"}).status_code for n in range(3)]
        assert told == [200, 200, 429]
        assert web.client.get("/healthz").status_code == 200
        assert web.client.get("/healthz", headers={"x-forwarded-for": ONE}).status_code == 200


@pytest.mark.parametrize("peer", [PROXY, "192.0.2.9"])
def test_a_scheme_is_believed_of_the_proxy_alone(peer: str) -> None:
    headers = {"x-forwarded-proto": "https", "x-forwarded-for": ONE, "host": "localhost"}
    with a_web(proxy=PROXY, peer=peer) as web:
        page = web.client.get("/", headers=headers)
        other = web.client.get("/", headers=headers | {"x-forwarded-proto": "gopher"})
    own = "wss://localhost" if peer == PROXY else "ws://localhost"
    assert own in page.headers["content-security-policy"].replace(";", " ").split()
    assert "ws://localhost" in other.headers["content-security-policy"].replace(";", " ").split()


def test_public_url_sets_scheme_whatever_proxy_says() -> None:
    public = "https://play.example.org"
    for proto in ("http", "https", "nonsense"):
        with a_web(proxy=PROXY, peer=PROXY, public_url=public) as web:
            headers = {"x-forwarded-proto": proto, "x-forwarded-for": ONE, "host": "play.example.org"}
            form = {"game": GAME, "name": "Ada"}
            answer = web.client.post("/rooms", data=form, headers={**headers, "origin": public}, follow_redirects=False)
        assert answer.status_code == 303
        assert answer.headers["set-cookie"].startswith("__Host-signet-dev=")


def warnings(log: io.StringIO) -> list[dict[str, Any]]:
    """Return the log's warnings about proxies."""
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    return [line for line in lines if line["event"] == "proxy is not believed"]


HEADERS: list[dict[str, str]] = [{"x-forwarded-for": FORGED}, {"x-real-ip": FORGED}, {"forwarded": f"for={FORGED}"}]


@pytest.mark.parametrize("headers", HEADERS)
@pytest.mark.parametrize(
    "peer", ["127.0.0.1", "::1", "192.168.1.4", "172.18.0.3", "100.64.0.1", "fd00::7", "fe80::1%e0"]
)
def test_a_proxy_that_is_not_believed_is_told_of_once(log: io.StringIO, peer: str, headers: dict[str, str]) -> None:
    with a_web(peer=peer, admin_token=TOKEN) as web:
        for _ in range(3):
            web.client.get("/healthz", headers=headers)
        told = web.client.get("/admin", headers=AS_JSON | headers).json()
        page = web.client.get("/admin", headers=SHOWN | headers).text
    plain = peer.partition("%")[0]
    (warning,) = warnings(log)
    assert (warning["level"], warning["peer"]) == ("warning", plain)
    assert warning["if_it_is_yours"] == f"SIGNET_PROXY={plain}"
    assert told["unbelieved"] == {plain: f"SIGNET_PROXY={plain}"}
    assert f"Proxy at {plain}" in page and f"SIGNET_PROXY={plain}" in page
    for said in (log.getvalue(), page, json.dumps(told)):
        assert FORGED not in said


def test_missing_proxy_warning_includes_proxies_already_configured(log: io.StringIO) -> None:
    with a_web(peer="172.18.0.3", proxy="127.0.0.1, 10.0.0.0/8") as web:
        web.client.get("/healthz", headers={"x-forwarded-for": ONE})
    assert [line["if_it_is_yours"] for line in warnings(log)] == ["SIGNET_PROXY=127.0.0.1,10.0.0.0/8,172.18.0.3"]


@pytest.mark.parametrize(("peer", "proxy"), [(PROXY, PROXY), ("8.8.8.8", ""), ("2606:4700::1111", ""), ("nobody", "")])
def test_trusted_or_outside_peer_causes_no_proxy_warning(log: io.StringIO, peer: str, proxy: str) -> None:
    with a_web(peer=peer, proxy=proxy) as web:
        for headers in HEADERS:
            assert web.client.get("/healthz", headers=headers).status_code == 200
    assert warnings(log) == []


def test_without_such_a_header_nothing_is_told(log: io.StringIO) -> None:
    with a_web(peer=PROXY, admin_token=TOKEN) as web:
        assert web.client.get("/admin", headers=AS_JSON).json()["unbelieved"] == {}
        assert "Proxy at" not in web.client.get("/admin", headers=SHOWN).text
    assert warnings(log) == []


def test_many_fake_proxies_fill_neither_log_nor_page(log: io.StringIO) -> None:
    noted = UntrustedProxies(())
    for number in range(200):
        noted.note(f"192.168.1.{number}")
    assert len(noted.peers) == MOST_PEERS
    assert len(warnings(log)) == 1
