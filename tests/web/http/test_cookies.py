"""Reader of cookies: our own one, because no library may unquote a cookie."""

import ast
from collections.abc import Callable, Iterator

import pytest
from starlette.requests import HTTPConnection
from starlette.types import Scope

from app.web.http.cookies import drop_strange_cookies, read_cookie
from app.web.server import middleware
from tests.sources import python_files, to_project_path, tree
from tests.web.tables import Web

TOKEN = "t" * 43


def request(*cookies: bytes) -> Scope:
    """Return a request with these ``Cookie`` headers."""
    return {"type": "http", "headers": [(b"host", b"x"), *((b"cookie", each) for each in cookies)]}


COOKIES: list[tuple[tuple[bytes, ...], str | None]] = [
    ((), None),
    ((b"",), None),
    ((b"dev=abc",), "abc"),
    ((b"a=b; dev=abc; c=d",), "abc"),
    ((b"a=b;dev=abc;c=d",), "abc"),
    ((b" \tdev=abc\t ",), "abc"),
    ((b"a=b", b"dev=abc"), "abc"),
    ((b"dev=first; dev=second",), "first"),
    ((b'dev="x"; dev=second',), "second"),
    ((b"dev=first", b"dev=second"), "first"),
    ((b"dev",), None),
    ((b"dev=",), None),
    ((b"dev =abc",), None),
    ((b"dev= abc",), None),
    ((b"Dev=abc",), None),
    ((b"xdev=abc; dev2=abc",), None),
    ((b"=abc; ;;dev==abc",), None),
    ((b'dev="abc"',), None),
    ((b"dev=a\\b; dev=a,b; dev=a b",), None),
    ((b"dev=\xc3\xa9; \xe9dev=a",), None),
    ((b"dev=A%C3%A9~_.-",), "A%C3%A9~_.-"),
]
"""Cookie headers of a request, and the value of ``dev`` that is read from them."""


@pytest.mark.parametrize(("headers", "value"), COOKIES)
def test_the_first_well_formed_cookie_of_a_name_counts(headers: tuple[bytes, ...], value: str | None) -> None:
    scope = request(*headers)
    assert read_cookie(HTTPConnection(scope), "dev") == value
    drop_strange_cookies(scope)
    assert read_cookie(HTTPConnection(scope), "dev") == value
    left = [text for name, text in scope["headers"] if name == b"cookie"]
    assert len(left) == len(headers)
    assert not set(b"".join(left)) & set(b'"\\,\xc3\xe9')


def test_a_strange_cookie_hides_none_of_ours(web: Web) -> None:
    table = web.open("Ada")
    cookie = f'x="\\""; dev={table.tokens[0]}; y=\xe9'.encode("latin-1")
    web.client.cookies.clear()
    answer = web.client.get(f"/r/{table.code}", headers=[(b"cookie", cookie)])
    assert answer.status_code == 200
    assert f'href="/r/{table.code}/' in answer.text


def sends_a_form(web: Web) -> int:
    """Send a form with a foreign cookie only and no origin; return the status."""
    web.client.cookies.clear()
    head = {"cookie": 'x="y"', "content-type": "application/x-www-form-urlencoded"}
    return web.client.post("/rooms", content=b"name=Eve", headers=head).status_code


def test_request_with_unknown_cookie_still_needs_origin(web: Web) -> None:
    assert sends_a_form(web) == 403


def drop_headers(scope: Scope) -> None:
    """Remove the whole header, whose presence identifies a browser."""
    scope["headers"] = [each for each in scope["headers"] if each[0] != b"cookie"]


def test_a_server_that_takes_the_header_away_is_found_out(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "drop_strange_cookies", drop_headers)
    assert sends_a_form(web) != 403


# ---- no other module reads cookies

READERS = frozenset({"cookies", "cookie_parser", "SimpleCookie", "BaseCookie", "Cookie", "SessionMiddleware"})


def readers(code: ast.AST) -> Iterator[str]:
    """Yield the names in a module that read cookies by a library."""
    for node in ast.walk(code):
        if isinstance(node, ast.Attribute) and node.attr in READERS:
            yield node.attr
        elif isinstance(node, ast.Import):
            yield from (each.name for each in node.names if each.name == "http.cookies")
        elif isinstance(node, ast.ImportFrom):
            yield from (each.name for each in node.names if each.name in READERS)


def test_no_module_reads_cookies_by_a_library() -> None:
    found = {to_project_path(path): list(readers(tree(path))) for path in python_files("app", "engine")}
    assert {path: names for path, names in found.items() if names} == {}


@pytest.mark.parametrize(
    "code",
    [
        "request.cookies.get('dev')",
        "kept = dict(connection.cookies)",
        "from starlette.requests import cookie_parser",
        "from http.cookies import SimpleCookie",
        "import http.cookies",
        "from http import cookies",
        "from fastapi import Cookie",
        "from starlette.middleware.sessions import SessionMiddleware",
    ],
)
def test_a_module_that_does_is_found_out(code: str) -> None:
    assert list(readers(ast.parse(code)))


def test_the_reader_sees_what_it_is_given_and_no_more() -> None:
    """A reader that takes the last, or unquotes, fails the cases above."""

    def last(connection: HTTPConnection, name: str) -> str | None:
        return connection.cookies.get(name)

    def fails(read: Callable[[HTTPConnection, str], str | None]) -> bool:
        return any(read(HTTPConnection(request(*headers)), "dev") != value for headers, value in COOKIES)

    assert fails(last)
    assert not fails(read_cookie)
