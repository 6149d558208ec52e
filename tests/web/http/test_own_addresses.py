"""Several own addresses at once: the public ones, and those of this machine."""

import asyncio
import re
import socket
from collections.abc import Mapping, Sequence
from types import MappingProxyType

import httpx2
import pytest

from app import network
from app.origin import EVERYWHERE
from app.web.http.origin import OF_PROXIES, Origins
from app.web.text.languages import LANGUAGES
from tests.web.http.test_origin import connection
from tests.web.servers import a_server
from tests.web.tables import BASE, Web

PUBLIC = ["https://play.example.org", "http://games.example:8080"]


@pytest.mark.parametrize(
    ("host", "base_url"),
    [
        ("play.example.org", "https://play.example.org"),
        ("play.example.org:443", "https://play.example.org"),
        ("play.example.org.", "https://play.example.org."),
        ("PLAY.example.org", "https://play.example.org"),
        ("games.example:8080", "http://games.example:8080"),
        ("localhost:8000", "http://localhost:8000"),
        ("127.0.0.1:8000", "http://127.0.0.1:8000"),
        ("[::1]:8000", "http://[::1]:8000"),
        ("192.168.178.20:8000", "http://192.168.178.20:8000"),
        ("attic:8000", "http://attic:8000"),
        ("attic.local:8000", "http://attic.local:8000"),
        ("play.example.org:8000", None),
        ("play.example.org..", None),
        ("games.example", None),
        ("192.168.178.21:8000", None),
        ("8.8.8.8:8000", None),
        ("other.local", None),
        ("evil.example", None),
        ("localhost.evil.example", None),
        ("192.168.178.20.evil.example", None),
        ("[::1]evil.example", None),
        ("[fe80::1%25eth0]", None),
        ("[]", None),
    ],
)
def test_host_with_public_addresses_is_public_or_this_machine(host: str, base_url: str | None) -> None:
    """The machine's own address is the one at which the connection arrived.

    It does not depend on the networks that the machine is on by now."""
    origins = Origins(PUBLIC, machine="attic")
    # a socket for IPv4 and IPv6 names an address of IPv4 in the second way
    for arrived in ("192.168.178.20", "::ffff:192.168.178.20"):
        asked = connection("http", host=host)
        asked.scope["server"] = (arrived, 8000)
        assert (origins.is_own_host(asked), origins.base_url(asked)) == (base_url is not None, base_url)
        assert origins.is_https(asked) is (base_url or "").startswith("https")


def test_public_ip_of_machine_is_refused_when_public_name_exists() -> None:
    asked = connection("http", host="8.8.8.8:8000")
    asked.scope["server"] = ("8.8.8.8", 8000)
    assert not Origins(PUBLIC).is_own_host(asked)
    assert Origins().is_own_host(connection("http", host="8.8.8.8:8000"))


@pytest.mark.parametrize("header", OF_PROXIES)
def test_who_came_through_a_proxy_came_by_a_public_address(header: str) -> None:
    """A proxy that does not forward Host sends the name by which it knows the server.

    Cookies and sockets would then go wrong."""
    origins = Origins(PUBLIC, machine="attic")
    told = {header.replace("-", "_"): "x"}
    for host in ("localhost:8000", "127.0.0.1:8000", "attic"):
        assert not origins.is_own_host(connection("http", host=host, **told)), host
        assert Origins(machine="attic").is_own_host(connection("http", host=host, **told)), host
    assert origins.is_own_host(connection("http", host="play.example.org", **told))


def test_scheme_distinguishes_two_public_addresses_with_same_name() -> None:
    origins = Origins(["https://play.example.org", "http://play.example.org"])
    for scheme in ("http", "https"):
        asked = connection(scheme, host="play.example.org", origin=f"{scheme}://play.example.org")
        assert origins.base_url(asked) == f"{scheme}://play.example.org"
        assert origins.is_own_page(asked)


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("play.example.org", "https://play.example.org"),
        ("play.example.org.", "https://play.example.org."),
        ("localhost:8000", "http://localhost:8000"),
        ("[::1]:8000", "http://[::1]:8000"),
        ("xn--bcher-kva.example", "https://xn--bcher-kva.example"),
    ],
)
def test_page_and_socket_belong_to_address_of_their_request(host: str, origin: str) -> None:
    origins = Origins([*PUBLIC, "https://bücher.example"])
    for each in (
        "https://play.example.org",
        "http://localhost:8000",
        "http://[::1]:8000",
        origin,
        "http://evil.example",
    ):
        asked = connection("ws", host=host, origin=each, cookie="dev=x")
        assert origins.is_own_page(asked) is origins.is_own_socket(asked, for_browsers=True) is (each == origin), each


@pytest.mark.parametrize(
    ("public_urls", "listening", "host", "link_base"),
    [
        ((), EVERYWHERE, "localhost:8000", "http://192.168.178.20:8000"),
        ((), EVERYWHERE, "127.0.0.1:8000", "http://192.168.178.20:8000"),
        ((), EVERYWHERE, "[::1]:8000", "http://192.168.178.20:8000"),
        ((), EVERYWHERE, "localhost:9000", "http://192.168.178.20:8000"),
        ((), EVERYWHERE, "attic.local:8000", "http://attic.local:8000"),
        ((), EVERYWHERE, "10.0.0.7:8000", "http://10.0.0.7:8000"),
        ((), "127.0.0.1", "localhost:8000", "http://localhost:8000"),
        ((), "127.0.0.1", "localhost:9000", "http://localhost:9000"),
        (("http://localhost:8000",), EVERYWHERE, "localhost:8000", "http://192.168.178.20:8000"),
        (PUBLIC, EVERYWHERE, "localhost:8000", "https://play.example.org"),
        (PUBLIC, EVERYWHERE, "192.168.178.20:8000", "https://play.example.org"),
        (PUBLIC, EVERYWHERE, "games.example:8080", "https://play.example.org"),
        (["http://localhost:8000", *PUBLIC], EVERYWHERE, "localhost:8000", "https://play.example.org"),
        ((), EVERYWHERE, "evil.example", ""),
    ],
)
def test_links_begin_with_an_address_that_friends_can_use(
    monkeypatch: pytest.MonkeyPatch, public_urls: Sequence[str], listening: str, host: str, link_base: str
) -> None:
    monkeypatch.setattr(network, "find_own_address", {socket.AF_INET: "192.168.178.20"}.get)
    monkeypatch.setattr(network, "has_bridge_only", lambda: False)
    asked = connection("http", host=host)
    asked.scope["server"] = ("127.0.0.1", 8000)
    assert Origins(public_urls, listening, machine="attic").link_base(asked) == link_base


def test_a_laptop_that_moves_is_found_on_its_new_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "has_bridge_only", lambda: False)
    origins, asked = Origins(), connection("http", host="localhost:8000")
    for address, begins in (("192.168.1.5", "192.168.1.5"), ("10.0.0.7", "10.0.0.7"), (None, "localhost")):
        monkeypatch.setattr(network, "find_own_address", {socket.AF_INET: address}.get)
        assert origins.link_base(asked) == f"http://{begins}:8000"


def test_a_network_without_a_default_route_has_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    found = network.find_own_address(socket.AF_INET)
    # a connection there is refused at once, as without a route out
    monkeypatch.setattr(network, "NOWHERE", {socket.AF_INET: "255.255.255.255"})
    monkeypatch.setattr(socket, "gethostname", lambda: "")
    cards = {address for address in network._card_addresses() if not address.startswith("127.")}
    found_on_cards = network.find_own_address(socket.AF_INET)
    assert found_on_cards in cards if cards else found_on_cards is None
    assert found is None or found in cards


def test_a_container_does_not_know_the_machine_that_runs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "find_own_address", {socket.AF_INET: "172.17.0.2"}.get)
    monkeypatch.setattr(network, "has_bridge_only", lambda: True)
    assert Origins().link_base(connection("http", host="localhost:8000")) == "http://localhost:8000"


# ---- on the routes that people use


NOTE = "This link only works on this computer"


def lobby(
    client: httpx2.Client, origin: str, headers: Mapping[str, str] = MappingProxyType({})
) -> tuple[str, httpx2.Response]:
    """Open a table in a browser; return its page and the redirect to it."""
    form = {"name": "Ada", "game": "adel_verpflichtet"}
    opened = client.post("/rooms", data=form, headers={**headers, "origin": origin}, follow_redirects=False)
    assert opened.status_code == 303, opened.text
    cookies = "; ".join(header.partition(";")[0] for header in opened.headers.get_list("set-cookie"))
    page = client.get(opened.headers["location"], headers={**headers, "cookie": cookies})
    assert page.status_code == 200
    return page.text, opened


def invitation(page: str) -> str:
    """Return the invitation link on the page."""
    found = re.search(r'id="join-link" readonly value="([^"]*)/r/\w+/join/', page)
    assert found is not None
    return found[1]


@pytest.mark.asyncio
async def test_host_at_home_and_remote_friends_share_one_server() -> None:
    async with a_server(public_url="https://play.example.org", proxy="127.0.0.1", host="127.0.0.1") as served:
        await asyncio.to_thread(_play_at_both, served.url)


def _play_at_both(url: str) -> None:
    public = "https://play.example.org"
    past_the_proxy = {"host": "play.example.org", "x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https"}
    with httpx2.Client(base_url=url, headers={"accept-encoding": "identity"}, timeout=60) as client:
        page, opened = lobby(client, url)
        assert invitation(page) == public
        assert NOTE not in page
        assert "strict-transport-security" not in opened.headers
        assert all("Secure" not in each and "__Host-" not in each for each in opened.headers.get_list("set-cookie"))
    with httpx2.Client(base_url=url, headers={"accept-encoding": "identity", **past_the_proxy}, timeout=60) as client:
        page, opened = lobby(client, public)
        assert invitation(page) == public
        assert opened.headers["strict-transport-security"] == "max-age=86400"
        for each in opened.headers.get_list("set-cookie"):
            assert each.startswith("__Host-") and "Secure" in each
        for origin in (url, "http://play.example.org", "http://localhost", "https://evil.example"):
            refused = client.post("/rooms", data={"name": "Eve"}, headers={"origin": origin})
            assert refused.status_code == 403, origin
    foreign = ("evil.example", "play.example.org.evil.example", "127.0.0.1.nip.io", "192.0.2.77")
    with httpx2.Client(base_url=url, timeout=60) as client:
        for host in foreign:
            port = url.rpartition(":")[2]
            assert client.get("/", headers={"host": f"{host}:{port}"}).status_code == 403, host
        for said in ({"x-forwarded-for": "203.0.113.9"}, {"forwarded": "for=203.0.113.9"}):
            assert client.get("/", headers=said).status_code == 403, said


@pytest.mark.parametrize(
    ("lan", "public_url", "begins", "has_note"),
    [
        ("192.168.178.20", None, "http://192.168.178.20:", False),
        (None, None, "http://localhost:", True),
        ("192.168.178.20", "https://play.example.org", "https://play.example.org", False),
        (None, "https://play.example.org", "https://play.example.org", False),
    ],
)
@pytest.mark.asyncio
async def test_invitation_names_reachable_address_or_says_that_none_exists(
    monkeypatch: pytest.MonkeyPatch, lan: str | None, public_url: str | None, begins: str, *, has_note: bool
) -> None:
    monkeypatch.setattr(network, "find_own_address", {socket.AF_INET: lan}.get)
    monkeypatch.setattr(network, "has_bridge_only", lambda: False)
    async with a_server(public_url=public_url, host=EVERYWHERE) as served:

        def look() -> None:
            here = f"http://localhost:{served.port}"
            headers = {"accept-encoding": "identity", "host": f"localhost:{served.port}"}
            with httpx2.Client(base_url=served.url, headers=headers, timeout=60) as client:
                page, _ = lobby(client, here)
                link = invitation(page)
                assert link == (begins if begins.startswith("https") else f"{begins}{served.port}")
                assert (NOTE in page) is has_note
                assert f"ws://localhost:{served.port}" in client.get("/").headers["content-security-policy"]
            opened = httpx2.post(f"{here}/api/rooms", json={"game": "adel_verpflichtet", "name": "Ada"}, timeout=60)
            assert opened.json()["base_url"] == link

        await asyncio.to_thread(look)


def test_the_sentence_is_in_the_language_of_the_page(web: Web) -> None:
    for language in LANGUAGES:
        web.client.cookies.clear()
        page = lobby(web.client, BASE, {"accept-language": language})[0]
        note = re.search(r'<p class="only-here">([^<]*)</p>', page)
        assert note is not None
        assert "SIGNET_PUBLIC_URL" in note[1]
        assert (NOTE in note[1]) is (language == "en")
