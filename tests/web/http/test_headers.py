"""Headers of pages: permitted sources and connections, and caching."""

from typing import Any

import pytest

from app.web.http.headers import content_security_policy, headers, keeping
from app.web.static.versions import build_static_url
from tests.web.tables import Web, a_web


def directives(policy: str) -> dict[str, list[str]]:
    return {name: values for name, *values in (part.split() for part in policy.split(";"))}


def test_nothing_is_allowed_but_what_is_listed() -> None:
    policy = directives(content_security_policy("https://play.example.org"))
    assert policy["default-src"] == ["'none'"]
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["object-src"] == ["'none'"]
    assert policy["form-action"] == ["'self'"]
    sources = {source for name, values in policy.items() if name.endswith("-src") for source in values}
    assert sources == {"'none'", "'self'", "wss://play.example.org"}


def test_only_page_that_films_may_show_its_own_pictures(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    cookie = {"cookie": f"dev={table.tokens[0]}"}
    sources = {}
    for page in ("replay", "clip"):
        answer = web.client.get(f"/r/{table.code}/{page}", headers=cookie)
        assert answer.status_code == 200
        sources[page] = directives(answer.headers["content-security-policy"])
    assert sources["clip"].pop("img-src") == ["'self'", "data:"]
    assert sources["clip"].pop("media-src") == ["'self'", "blob:"]
    assert sources["replay"].pop("img-src") == sources["replay"].pop("media-src") == ["'self'"]
    assert sources["clip"] == sources["replay"]


@pytest.mark.parametrize(
    ("base_url", "socket"),
    [
        ("http://localhost:8000", "ws://localhost:8000"),
        ("http://192.0.2.2:8000", "ws://192.0.2.2:8000"),
        ("https://play.example.org", "wss://play.example.org"),
    ],
)
def test_the_socket_is_named_in_full(base_url: str, socket: str) -> None:
    assert directives(content_security_policy(base_url))["connect-src"] == ["'self'", socket]


def test_a_foreign_host_is_not_named() -> None:
    assert directives(content_security_policy(None))["connect-src"] == ["'self'"]


@pytest.mark.parametrize("path", ["/static/css/tokens.css", "/static/js/room.js"])
def test_a_part_of_pages_says_what_it_is_and_whose(web: Web, path: str) -> None:
    sent = web.client.get(path).headers
    assert (sent["x-content-type-options"], sent["cross-origin-resource-policy"]) == ("nosniff", "same-origin")
    assert "content-security-policy" not in sent
    assert "etag" in sent
    assert sent.keys().isdisjoint({"last-modified", "accept-ranges", "permissions-policy"})


def test_what_is_kept_for_ever_needs_no_tag(web: Web) -> None:
    assert "etag" not in web.client.get(build_static_url("css/tokens.css")).headers
    assert "etag" in web.client.get("/static/css/tokens.css?v=0123456789ab").headers


@pytest.mark.parametrize("path", ["/static/img/seal.svg", "/static/img/games/adel_verpflichtet.svg"])
def test_drawing_opened_directly_has_policy_that_allows_nothing(web: Web, path: str) -> None:
    sent = web.client.get(path).headers
    assert sent["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert (sent["x-content-type-options"], sent["cross-origin-resource-policy"]) == ("nosniff", "same-origin")


@pytest.mark.parametrize("path", ["/static/css/tokens.css", "/static/img/seal.svg"])
def test_who_has_a_part_already_is_told_so(web: Web, path: str) -> None:
    tag = web.client.get(path).headers["etag"]
    assert web.client.get(path, headers={"if-none-match": tag}).status_code == 304


@pytest.mark.parametrize("path", ["/", "/static/img/none.svg", "/static/js/none.js", "/r/00000000", "/healthz"])
def test_every_response_displayable_as_page_has_full_policy(web: Web, path: str) -> None:
    assert headers("http://localhost:8000")[0] in web.client.get(path).headers.items()


HSTS = "strict-transport-security"


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({}, "max-age=86400"),
        ({"hsts_seconds": 0}, "max-age=0"),
        ({"hsts_seconds": 31_536_000, "hsts_subdomains": True}, "max-age=31536000; includeSubDomains"),
    ],
)
def test_hsts_is_short_and_host_only_unless_operator_extends_it(settings: dict[str, Any], said: str) -> None:
    """Other programs may be served below the same name, by plain http."""
    with a_web(public_url="https://play.example.org,http://games.example", **settings) as web:
        for path in ("/", "/static/css/tokens.css", "/worker.js", "/nothing"):
            for host, expected in (
                ("play.example.org", said),
                ("games.example", None),
                ("localhost:8000", None),
                ("evil.example", None),
            ):
                assert web.client.get(path, headers={"host": host}).headers.get(HSTS) == expected, (path, host)


@pytest.mark.parametrize(
    ("path", "names_version", "status", "kept"),
    [
        ("/", False, 200, "no-store"),
        ("/r/K7QF2M9X", True, 200, "no-store"),
        ("/api/rooms/K7QF2M9X", False, 200, "no-store"),
        ("/static/css/table.css", True, 200, "public, max-age=31536000, immutable"),
        ("/static/css/table.css", False, 200, "no-cache"),
        ("/static/css/none.css", True, 404, "no-store"),
    ],
)
def test_only_static_files_are_kept(path: str, status: int, kept: str, *, names_version: bool) -> None:
    assert keeping(path, status, names_version=names_version) == kept


PATHS = ("/", "/api/rooms/K7QF2M9X", "/nothing/here", "/healthz", "/static/img/none.svg", "/static/nothing.css")


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_carries_every_header(web: Web, path: str) -> None:
    answer = web.client.get(path)
    for name, value in headers("http://localhost:8000"):
        assert answer.headers[name] == value, name
    assert answer.headers["cache-control"] == keeping(path, answer.status_code, names_version=False)
    assert "server" not in answer.headers
    # a page with a form sets the cookie of the device that will send it
    assert ("set-cookie" in answer.headers) == (path == "/")


def test_a_refused_host_gets_the_headers_too(web: Web) -> None:
    answer = web.client.get("/", headers={"host": "evil.example"})
    assert answer.status_code == 403
    assert "evil" not in answer.headers["content-security-policy"]
    assert answer.headers["cache-control"] == "no-store"


def test_over_https_the_policy_names_the_public_address() -> None:
    with a_web(public_url="https://play.example.org") as web:
        answer = web.client.get("/healthz", headers={"host": "play.example.org"})
        assert "wss://play.example.org" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("path", ["/docs", "/redoc", "/openapi.json"])
def test_there_is_no_generated_documentation(web: Web, path: str) -> None:
    assert web.client.get(path).status_code == 404


def test_the_form_of_a_page_can_tell_its_origin() -> None:
    """A ``no-referrer`` policy makes browsers send ``Origin: null`` from our forms."""
    assert dict(headers(None))["referrer-policy"] == "same-origin"
