"""Cookies of a request, read in linear time and never unquoted.

``http.cookies`` unquotes a value in quadratic time before CPython 3.11.10 and 3.12.6 (CVE-2024-7592). Starlette and
FastAPI read cookies with it. No cookie of ours is quoted, so a pair with a quote is none of ours."""

import re
from collections.abc import Iterator

from starlette.requests import HTTPConnection
from starlette.types import Scope

_PAIR = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+=[A-Za-z0-9_%.~-]+")
"""Token, and a value that any of our cookies could have.

``urllib.parse.quote`` leaves ``~`` as it is."""


def read_cookie(connection: HTTPConnection, name: str) -> str | None:
    """Return the value of the first well-formed cookie of that name, None without one."""
    return next(read_cookies(connection, name), None)


def read_cookies(connection: HTTPConnection, name: str) -> Iterator[str]:
    """Yield the values of all well-formed cookies of that name, in their order."""
    start = f"{name}="
    for header in connection.headers.getlist("cookie"):
        for piece in header.split(";"):
            pair = piece.strip(" \t")
            if pair.startswith(start) and _PAIR.fullmatch(pair):
                yield pair[len(start) :]


def drop_strange_cookies(scope: Scope) -> None:
    """Remove cookies that cannot be ours: FastAPI reads all before each route.

    The headers stay, even if empty: a request with a cookie has its origin checked."""
    if any(name == b"cookie" for name, _ in scope["headers"]):
        scope["headers"] = [
            (name, _drop_strange_pairs(value) if name == b"cookie" else value) for name, value in scope["headers"]
        ]


def _drop_strange_pairs(header: bytes) -> bytes:
    pieces = (piece.strip(" \t") for piece in header.decode("latin-1").split(";"))
    return "; ".join(pair for pair in pieces if _PAIR.fullmatch(pair)).encode("latin-1")
