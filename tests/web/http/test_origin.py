"""Host, Origin and Sec-Fetch-Site: the whole matrix.

The decision is tested first, then every route."""

from collections.abc import Iterator

import pytest
from fastapi import FastAPI
from starlette.requests import HTTPConnection
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.testclient import WebSocketDenialResponse

from app.web.http.origin import SAFE_METHODS, Origins
from tests.web.tables import Web, a_web

OWN = "http://localhost:8000"
FOREIGN = (
    "http://evil.example",
    "null",
    "https://localhost:8000",
    "http://localhost",
    "http://localhost:8001",
    "http://localhost:8000.evil.example",
    "http://evil.example/http://localhost:8000",
    "HTTP://LOCALHOST:8000",
    "http://localhost:8000/",
    "",
)


@pytest.fixture(scope="module")
def web() -> Iterator[Web]:
    """Server for all requests that are refused."""
    with a_web() as it:
        yield it


def connection(scheme: str = "http", **headers: str) -> HTTPConnection:
    given = {"host": "localhost:8000", **{name.replace("_", "-"): value for name, value in headers.items()}}
    raw = [(name.encode(), value.encode("latin-1")) for name, value in given.items()]
    return HTTPConnection({"type": "http", "scheme": scheme, "headers": raw, "path": "/"})


@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("localhost", True),
        ("localhost:8000", True),
        ("LocalHost:8000", True),
        ("127.0.0.1:8000", True),
        ("192.168.178.20:8000", True),
        ("[::1]:8000", True),
        ("[fe80::1]", True),
        ("attic", True),
        ("attic.local:8000", True),
        ("other.local", True),
        ("attic.example.org", True),
        ("other.example.org", False),
        ("evil.example", False),
        ("localhost.evil.example", False),
        ("evil.example:127.0.0.1", False),
        ("127.0.0.1.evil.example", False),
        ("user@localhost", False),
        ("localhost:port", False),
        ("localhost/", False),
        ("a;b.local", False),
        ("", False),
        (":8000", False),
    ],
)
def test_host_without_public_address_is_any_name_of_this_machine(host: str, own: bool) -> None:
    assert Origins(machine="attic.example.org").is_own_host(connection(host=host)) is own


def test_two_hosts_are_none() -> None:
    twice = HTTPConnection({"type": "http", "scheme": "http", "headers": [(b"host", b"localhost")] * 2, "path": "/"})
    none = HTTPConnection({"type": "http", "scheme": "http", "headers": [], "path": "/"})
    assert not Origins().is_own_host(twice)
    assert not Origins().is_own_host(none)


@pytest.mark.parametrize("who", [{}, {"cookie": "dev=x"}, {"cookie": "dev=x", "authorization": "Bearer x"}])
def test_fetch_site_header_is_trusted_only_for_same_origin(who: dict[str, str]) -> None:
    origins = Origins()
    for origin in ({}, {"origin": OWN}, {"origin": "null"}):
        assert origins.is_own_page(connection(sec_fetch_site="same-origin", **origin, **who))
        for site in ("same-site", "cross-site", "none", ""):
            assert not origins.is_own_page(connection(sec_fetch_site=site, **origin, **who))


@pytest.mark.parametrize("who", [{}, {"cookie": "dev=x"}, {"cookie": "dev=x", "authorization": "Bearer x"}])
def test_without_that_the_origin_must_be_ours(who: dict[str, str]) -> None:
    origins = Origins()
    assert origins.is_own_page(connection(origin=OWN, **who))
    for foreign in FOREIGN:
        assert not origins.is_own_page(connection(origin=foreign, **who)), foreign


def test_without_either_a_cookie_is_not_enough() -> None:
    origins = Origins()
    assert not origins.is_own_page(connection(cookie="dev=x"))
    assert not origins.is_own_page(connection(cookie="dev=x", authorization="Bearer x"))
    assert origins.is_own_page(connection())


def test_a_program_shows_neither_a_cookie_nor_what_browsers_say() -> None:
    for shown in ("Bearer x", "Basic x"):
        assert Origins().is_own_page(connection(authorization=shown))
        # a program in Node sends this
        assert Origins().is_own_page(connection(authorization=shown, sec_fetch_mode="cors"))
        for headers in (
            {"origin": "http://evil.example"},
            {"sec_fetch_site": "cross-site"},
            {"sec_fetch_site": "none"},
        ):
            assert not Origins().is_own_page(connection(authorization=shown, **headers))


def test_a_socket_of_a_browser_needs_the_exact_origin() -> None:
    origins = Origins()
    for who in ({}, {"cookie": "dev=x"}):
        assert origins.is_own_socket(connection("ws", origin=OWN, **who), for_browsers=True)
        for headers in ({}, *({"origin": foreign} for foreign in FOREIGN)):
            assert not origins.is_own_socket(connection("ws", **headers, **who), for_browsers=True)
    assert origins.is_own_socket(connection("ws", authorization="Bearer x"), for_browsers=False)
    for headers in ({}, {"authorization": "Bearer x"}, {"authorization": "Basic x"}):
        assert origins.is_own_socket(connection("ws", origin=OWN, **headers), for_browsers=False)
        for foreign in FOREIGN:
            assert not origins.is_own_socket(connection("ws", origin=foreign, **headers), for_browsers=False)
    assert not origins.is_own_socket(connection("ws", authorization="Bearer x", cookie="dev=x"), for_browsers=False)
    assert not origins.is_own_socket(connection("ws", cookie="dev=x", origin="null"), for_browsers=False)


# ---- every route of the real application


def routes(app: FastAPI) -> dict[str, tuple[str, ...]]:
    """Return path templates with their methods; a socket's method is WS."""
    found: dict[str, tuple[str, ...]] = {}

    def walk(some: list[BaseRoute]) -> None:
        for route in some:
            inner = getattr(route, "original_router", None)
            if isinstance(route, Mount):
                found[f"{route.path}/"] = ("GET",)
            elif inner is not None:
                walk(inner.routes)
            elif isinstance(route, Route):
                found[route.path] = (*found.get(route.path, ()), *sorted(route.methods or ()))
            else:
                assert isinstance(route, WebSocketRoute)
                found[route.path] = ("WS",)

    walk(app.routes)
    return found


EXPECTED = {
    "/": ("GET",),
    "/rooms": ("POST",),
    "/join": ("POST",),
    "/language": ("POST",),
    "/forget": ("GET", "POST"),
    "/lesson": ("POST",),
    "/solo": ("POST",),
    "/rooms/import": ("GET", "POST"),
    "/fairness": ("GET",),
    "/rules/{game}": ("GET",),
    "/rules/{game}/{clause}": ("GET",),
    "/r/{room}": ("GET",),
    "/r/{room}/join": ("POST",),
    "/r/{room}/join/{key}": ("GET", "POST"),
    "/r/{room}/comparison": ("GET",),
    "/r/{room}/deal/{key}": ("GET", "POST"),
    "/r/{room}/return/{token}": ("GET", "POST"),
    "/move": ("GET",),
    "/moved/{ticket}": ("GET", "POST"),
    "/api/reach": ("WS",),
    "/api/reach/{number}": ("GET",),
    "/r/{room}/gone": ("GET",),
    "/r/{room}/hand": ("POST",),
    "/r/{room}/hands": ("GET",),
    "/r/{room}/hands/live": ("WS",),
    "/r/{room}/hands/part/{part}": ("GET",),
    "/r/{room}/hands/update": ("GET",),
    "/screen": ("GET", "POST"),
    "/screen/room": ("GET",),
    "/screen/{code}": ("GET",),
    "/r/{room}/screens": ("POST",),
    "/r/{room}/screen": ("GET",),
    "/r/{room}/screen/live": ("WS",),
    "/r/{room}/screen/part/{part}": ("GET",),
    "/r/{room}/screen/update": ("GET",),
    "/r/{room}/return-link": ("POST",),
    "/r/{room}/pace": ("GET",),
    "/r/{room}/watch/{key}": ("GET",),
    "/r/{room}/watch/{key}/do": ("POST",),
    "/r/{room}/watch/{key}/part/{part}": ("GET",),
    "/r/{room}/part/{part}": ("GET",),
    "/r/{room}/lesson": ("GET",),
    "/r/{room}/watch/{key}/replay": ("GET",),
    "/r/{room}/watch/{key}/replay/films": ("GET",),
    "/r/{room}/watch/{key}/clip": ("GET",),
    "/r/{room}/watch/{key}/rounds": ("GET",),
    "/r/{room}/watch/{key}/statistics": ("GET",),
    "/r/{room}/mirror": ("GET",),
    "/r/{room}/replay": ("GET",),
    "/r/{room}/replay/films": ("GET",),
    "/r/{room}/replay/{key}": ("GET",),
    "/r/{room}/replay/{key}/films": ("GET",),
    "/r/{room}/replay/{key}/clip": ("GET",),
    "/r/{room}/replay/{key}/rounds": ("GET",),
    "/r/{room}/clip": ("GET",),
    "/r/{room}/rounds": ("GET",),
    "/r/{room}/statistics": ("GET",),
    "/r/{room}/fairness": ("GET",),
    "/r/{room}/next.ics": ("GET",),
    "/r/{room}/record": ("GET",),
    "/r/{room}/file": ("GET", "POST"),
    "/r/{room}/delete": ("POST",),
    "/r/{room}/calls": ("GET",),
    "/r/{room}/calls/push": ("POST",),
    "/calls/push": ("POST",),
    "/r/{room}/calls/hook": ("POST",),
    "/r/{room}/calls/mail": ("POST",),
    "/r/{room}/mail/{action}/{token}": ("GET", "POST"),
    "/push-key": ("GET",),
    "/worker.js": ("GET",),
    "/manifest.webmanifest": ("GET",),
    "/apple-touch-icon.png": ("GET",),
    "/offline": ("GET",),
    "/r/{room}/do": ("POST",),
    "/r/{room}/live": ("WS",),
    "/r/{room}/update": ("GET",),
    "/r/{room}/watch/{key}/update": ("GET",),
    "/r/{room}/back": ("POST",),
    "/r/{room}/back/{key}": ("POST",),
    "/r/{room}/watch/{key}/live": ("WS",),
    "/api/rooms": ("POST",),
    "/api/rooms/{room}": ("GET",),
    "/api/rooms/{room}/seats": ("POST",),
    "/api/rooms/{room}/commands": ("POST",),
    "/api/rooms/{room}/journal": ("GET",),
    "/api/rooms/{room}/mirror": ("GET",),
    "/api/rooms/{room}/live": ("WS",),
    "/admin": ("GET", "POST"),
    "/admin/leave": ("POST",),
    "/healthz": ("GET",),
    "/metrics": ("GET",),
    "/csp-report": ("POST",),
    "/static/": ("GET",),
}
"""Every route; a new one must be added here."""

OPEN = {"/healthz", "/csp-report", "/metrics"}
"""Routes that change nothing.

They hold nothing, or need a token that no browser has."""


def test_every_route_is_known(web: Web) -> None:
    app = web.client.app
    assert isinstance(app, FastAPI)
    assert routes(app) == EXPECTED


FILLED = {
    "{room}": "00000000",
    "{key}": "k" * 22,
    "{token}": "t" * 43,
    "{game}": "adel_verpflichtet",
    "{clause}": "A4.1",
    "{action}": "stop",
}


def fill_template(template: str) -> str:
    for name, value in FILLED.items():
        template = template.replace(name, value)
    return template


CELLS = [(path, method) for path, methods in EXPECTED.items() for method in methods]


@pytest.mark.parametrize(("path", "method"), CELLS)
def test_no_route_answers_a_foreign_host(web: Web, path: str, method: str) -> None:
    if path in OPEN:
        return
    if method == "WS":
        with (
            pytest.raises(WebSocketDenialResponse) as denied,
            web.socket(fill_template(path), host="evil.example", origin=OWN),
        ):
            pytest.fail("the socket opened")
        assert denied.value.status_code == 403
        return
    answer = web.client.request(method, fill_template(path), headers={"host": "evil.example", "origin": OWN})
    assert answer.status_code == 403
    assert "This server doesn" in answer.text
    assert answer.headers["content-type"].partition(";")[0] == ("application/json" if "/api" in path else "text/plain")


@pytest.mark.parametrize(("path", "method"), [cell for cell in CELLS if cell[1] not in {*SAFE_METHODS, "WS"}])
@pytest.mark.parametrize(
    "headers",
    [
        {"cookie": "dev=" + "t" * 43},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "https://localhost:8000"},
        {"sec-fetch-site": "cross-site", "origin": OWN},
        {"sec-fetch-site": "same-site", "origin": OWN},
        {"sec-fetch-site": "none", "origin": OWN},
        {"sec-fetch-site": "cross-site", "authorization": "Bearer x", "cookie": "dev=x"},
        {"sec-fetch-site": "cross-site", "origin": "http://evil.example", "authorization": "Basic YTpi"},
        {"origin": "http://evil.example", "authorization": "Basic YTpi"},
        {"origin": "null", "authorization": "Bearer x"},
    ],
)
def test_every_changing_route_refuses_foreign_origin(web: Web, path: str, method: str, headers: dict[str, str]) -> None:
    answer = web.client.request(method, fill_template(path), headers=headers | {"accept": "application/json"})
    assert (answer.status_code == 403 and answer.json()["refused"] == "wrong_origin") is (path not in OPEN)


@pytest.mark.parametrize("path", [path for path, method in CELLS if method == "WS"])
@pytest.mark.parametrize("origin", [None, "http://evil.example", "null", "https://localhost:8000"])
def test_no_socket_opens_with_a_cookie_and_a_foreign_origin(web: Web, path: str, origin: str | None) -> None:
    headers = {"cookie": "dev=" + "t" * 43, **({"origin": origin} if origin is not None else {})}
    with pytest.raises(WebSocketDenialResponse) as denied, web.socket(fill_template(path), **headers):
        pytest.fail("the socket opened")
    assert denied.value.status_code == 403


def test_join_form_works_only_from_page_of_own_origin() -> None:
    with a_web() as web:
        table = web.open("Ada")
        before = table.fingerprint()
        form = {"name": "Ben"}
        for headers in ({"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}):
            assert web.client.post(f"/r/{table.code}/join", data=form, headers=headers).status_code == 403
        assert table.fingerprint() == before
        mine = web.client.post(f"/r/{table.code}/join", data=form, headers={"origin": OWN}, follow_redirects=False)
        assert mine.status_code == 303
        assert table.fingerprint() != before
