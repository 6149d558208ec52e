"""Sub-path at the server's edge: requests, headers, cookies and static files."""

import re
from collections.abc import Iterator

import pytest
from starlette.testclient import WebSocketDenialResponse

from app.paths import STATIC
from app.settings.readers import OWN_NAMES
from app.web.static.bundles import COMMON, ENDINGS
from engine import registry
from tests.web.http.test_origin import EXPECTED
from tests.web.tables import BASE, GAME, Web, a_web

BELOW, PUBLIC = "/signet", "https://home.example.org"
OPEN = {"name": "Ada", "game": GAME}
HTTPS = {"host": "home.example.org", "origin": PUBLIC}
COOKIE = re.compile(r"(?P<name>[^=]+)=.*?; Path=(?P<path>[^;]*)")
FROM_ROOT = re.compile(
    r"(?:\b(?:fetch|register|getRegistration|location\.(?:replace|assign))\(|\.(?:href|src) = |: )[\"'`]/\w.*"
)
"""Address in a script that lacks the sub-path."""
PROXIES = pytest.mark.parametrize("before", [BELOW, ""], ids=["path-passed-on", "path-removed"])
"""Kinds of proxies."""


@pytest.fixture
def web() -> Iterator[Web]:
    with a_web(base_path=BELOW, public_url=PUBLIC) as made:
        yield made


@PROXIES
def test_pages_are_served_with_and_without_the_path(web: Web, before: str) -> None:
    for path in ("/", "/healthz", "/rules/adel_verpflichtet", "/offline", "/worker.js", "/static/css/base.css"):
        assert web.client.get(f"{before}{path}").status_code == 200, path


@PROXIES
def test_redirects_lead_below_the_path(web: Web, before: str) -> None:
    home = web.client.post(f"{before}/language", data={"language": "de", "back": "/forget"}, headers={"origin": BASE})
    assert home.request.url.path == f"{BELOW}/forget"
    opened = web.client.post(f"{before}/rooms", data=OPEN, headers={"origin": BASE}, follow_redirects=False)
    assert opened.headers["location"].startswith(f"{BELOW}/r/")
    signed = web.client.get(f"{before}/rules/adel_verpflichtet).", follow_redirects=False)
    assert signed.headers["location"] == f"{BELOW}/rules/adel_verpflichtet"


def test_path_without_a_slash_leads_to_the_home_page(web: Web) -> None:
    answer = web.client.get(f"{BELOW}?tables=all", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, f"{BELOW}/?tables=all")
    assert "content-security-policy" in answer.headers


@pytest.mark.parametrize("path", ["/signets/", "/signet/signet/", "/Signet/", "/other/"])
def test_other_paths_are_no_pages(web: Web, path: str) -> None:
    assert web.client.get(f"{BASE}{path}").status_code == 404


@PROXIES
@pytest.mark.parametrize(("host", "prefix"), [({}, "signet-"), (HTTPS, "__Secure-signet-")], ids=["http", "https"])
def test_cookies_are_for_the_path_alone(web: Web, host: dict[str, str], prefix: str, before: str) -> None:
    headers = {"origin": BASE} | host
    opened = web.client.post(f"{before}/rooms", data=OPEN, headers=headers, follow_redirects=False)
    language = web.client.post(f"{before}/language", data={"language": "de"}, headers=headers, follow_redirects=False)
    lines = [*opened.headers.get_list("set-cookie"), *language.headers.get_list("set-cookie")]
    cookies = [found for found in map(COOKIE.match, lines) if found]
    assert len(cookies) == len(lines) == 3
    assert {found["path"] for found in cookies} == {BELOW}
    assert all(found["name"].startswith(prefix) for found in cookies)
    assert all(("; Secure" in line) is bool(host) for line in lines)
    cookie = "; ".join(line.partition(";")[0] for line in lines)
    table = web.client.get(opened.headers["location"], headers={"cookie": cookie} | host)
    assert 'data-you="' in table.text
    forgotten = web.client.post(f"{before}/forget", headers=headers | {"cookie": cookie}, data={})
    gone = [found for found in map(COOKIE.match, forgotten.headers.get_list("set-cookie")) if found]
    assert {found["path"] for found in gone} == {BELOW}
    assert {found["name"] for found in gone} >= {found["name"] for found in cookies if "language" not in found["name"]}


def test_cookies_of_former_releases_are_left_alone(web: Web) -> None:
    table = web.open("Ada")
    page = web.client.get(f"{BELOW}/r/{table.code}", headers={"cookie": f"dev={table.tokens[0]}"})
    assert "data-you=" not in page.text
    assert not [line for line in page.headers.get_list("set-cookie") if line.startswith("dev=")]


@PROXIES
def test_sockets_open_to_our_origin_alone(web: Web, before: str) -> None:
    table = web.open("Ada", options={"watchers": "public"})
    live = f"{before}{table.links['watch']}/live"
    with web.socket(live, origin=BASE) as socket:
        assert "Ada" in socket.receive_text()
    for foreign in (f"{BASE}{BELOW}", "http://evil.example"):
        with pytest.raises(WebSocketDenialResponse), web.socket(live, origin=foreign):
            pytest.fail("the socket opened")


def test_policy_reports_below_the_path(web: Web) -> None:
    headers = web.client.get(f"{BELOW}/").headers
    assert headers["content-security-policy"].endswith(f"; report-uri {BELOW}/csp-report")
    assert headers["reporting-endpoints"] == f'csp="{BELOW}/csp-report"'


def test_style_sheets_name_pictures_below_the_path(web: Web) -> None:
    sheets = [f"css/{path.relative_to(STATIC / 'css').as_posix()}" for path in (STATIC / "css").rglob("*.css")]
    bundles = [*COMMON, *(f"{game}{ending}" for game in registry.GAMES for ending in ENDINGS)]
    sheets += [f"tables/{name}" for name in bundles if name.endswith(".css")]
    pictures = set()
    for sheet in sheets:
        answer = web.client.get(f"{BELOW}/static/{sheet}", headers={"accept-encoding": "gzip"})
        assert answer.headers["content-type"] == "text/css; charset=utf-8"
        assert int(answer.headers["content-length"]) > 0
        pictures |= set(re.findall(r"url\(\"?([^\")]+)", answer.text))
    assert len(pictures) > 5
    assert [path for path in pictures if not path.startswith(f"{BELOW}/static/")] == []
    assert {web.client.get(path).status_code for path in pictures} == {200}


def test_style_sheets_are_not_sent_again(web: Web) -> None:
    first = web.client.get(f"{BELOW}/static/css/cards.css")
    again = web.client.get(f"{BELOW}/static/css/cards.css", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("line", ['fetch("/push-key")', "location.replace(`/r/${you}`)", 'film.src = "/static/a.mp4"'])
def test_address_from_the_root_in_a_script_is_detected(line: str) -> None:
    assert FROM_ROOT.search(line)


def test_scripts_have_no_address_from_the_root() -> None:
    scripts = {path: path.read_text(encoding="utf-8") for path in (STATIC / "js").rglob("*.js")}
    assert len(scripts) > 50
    assert {path.name: FROM_ROOT.findall(text) for path, text in scripts.items() if FROM_ROOT.search(text)} == {}


def test_manifest_is_below_the_path(web: Web) -> None:
    app = web.client.get(f"{BELOW}/manifest.webmanifest").json()
    assert (app["id"], app["start_url"], app["scope"]) == (f"{BELOW}/",) * 3
    for icon in app["icons"]:
        assert icon["src"].startswith(f"{BELOW}/static/")
        assert web.client.get(icon["src"]).headers["content-type"] == "image/png"


def test_programs_get_the_path_in_the_base_address(web: Web) -> None:
    opened = web.client.post(f"{BELOW}/api/rooms", json=OPEN).json()
    assert opened["base_url"] == f"{PUBLIC}{BELOW}"
    assert opened["links"]["join"].startswith("/r/")


def test_pasted_links_with_the_path_lead_to_their_table(web: Web) -> None:
    table = web.open("Ada")
    form = {"code": f"Come to {PUBLIC}{BELOW}{table.links['join']}!"}
    answer = web.client.post(f"{BELOW}/join", data=form, headers={"origin": BASE}, follow_redirects=False)
    assert answer.headers["location"] == f"{BELOW}{table.links['join']}"


def test_names_of_own_addresses_are_known_to_the_setting() -> None:
    assert {path.split("/")[1] for path in EXPECTED} - {""} == OWN_NAMES
