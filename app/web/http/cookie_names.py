"""Names of our cookies.

Over https the prefix ``__Host-`` makes the browser guarantee that the cookie came from this very host. Over http all
ports of a host share their cookies, so every name has the port: programs on one host leave each other's alone."""

import re
from collections.abc import Iterable

from starlette.requests import HTTPConnection

from app.web.http.cookies import read_cookie

DEVICE, FRESH, NAME, LANGUAGE, ADMIN, WORD, SHARED, WATCHER, SCREEN = (
    *("dev", "new", "name", "language", "admin", "word"),
    *("shared", "watcher", "screen"),
)
"""Cookies that we keep in a browser.

They hold the device's secret, a secret without a seat yet, the player's name, the language and the operator's
session. Two prove that the browser knows the word that opens tables, and tell that several people share it. Then comes
the secret by which a watcher's guesses are known. The last makes the browser a screen: its code and secret."""

BASE_PATH = "signet.base_path"
"""Scope key of the sub-path below which the server is reached.

It is missing without a sub-path. Cookies are for that path alone, which the prefix ``__Host-`` forbids. So they have
the prefix ``__Secure-`` there."""

_PORT = re.compile(r"[0-9]{1,5}")

_IS_OURS = {
    DEVICE: re.compile(r"[A-Za-z0-9_-]{43}"),
    NAME: re.compile(r".+"),
    LANGUAGE: re.compile(r"[a-z]{2}"),
    ADMIN: re.compile(r"[0-9]+\.[0-9a-f]+\.[0-9a-f]+"),
}
"""Pattern of each cookie's value."""

_OLD = {
    False: {DEVICE: "dev", NAME: "signet-name", LANGUAGE: "signet-language", ADMIN: "admin"},
    True: {DEVICE: "__Host-dev", ADMIN: "__Host-admin"},
}
"""Names in former releases, by whether the server is reached over https.

Only names that differ from today's are listed. They are still read, but no longer set."""


def full_name(what: str, host: str, *, is_https: bool, has_base_path: bool = False) -> str:
    """Return the name of a cookie under that Host."""
    if is_https:
        return f"{'__Secure-' if has_base_path else '__Host-'}signet-{what}"
    port = host.rpartition(":")[2]
    return f"signet-{what}-{port if _PORT.fullmatch(port) else 80}"


def name_for(what: str, connection: HTTPConnection, *, is_https: bool) -> str:
    """Return the name of a cookie for this connection."""
    host = connection.headers.get("host", "")
    return full_name(what, host, is_https=is_https, has_base_path=BASE_PATH in connection.scope)


def old_name(what: str, connection: HTTPConnection, *, is_https: bool) -> str | None:
    """Return a cookie's former name; None if it had no other.

    Former releases had no sub-path: below one, such a cookie is a neighbour's."""
    return _OLD[is_https].get(what) if BASE_PATH not in connection.scope else None


def names_to_read(what: str, connection: HTTPConnection, *, is_https: bool) -> tuple[str, ...]:
    """Return the names under which a cookie may be sent, today's first."""
    old = old_name(what, connection, is_https=is_https)
    return (name_for(what, connection, is_https=is_https), *((old,) if old is not None else ()))


def names_to_forget(what: str, connection: HTTPConnection, *, is_https: bool) -> tuple[str, ...]:
    """Return the names under which to delete a cookie.

    These are today's name, and an old one if its value can be ours."""
    today, *old = names_to_read(what, connection, is_https=is_https)
    return (today, *(name for name in old if _IS_OURS[what].fullmatch(read_cookie(connection, name) or "")))


def read_any(what: str, connection: HTTPConnection, *, is_https: bool) -> str | None:
    """Return a cookie's value under today's name, else under an old one.

    None if the browser does not send it."""
    shown = (read_cookie(connection, name) for name in names_to_read(what, connection, is_https=is_https))
    return next((value for value in shown if value is not None), None)


def shows_any(
    connection: HTTPConnection, *, is_https: bool, of: Iterable[str] = (DEVICE, FRESH, NAME, LANGUAGE)
) -> bool:
    """Return whether the browser sends any of our cookies, so it keeps cookies."""
    return any(read_any(what, connection, is_https=is_https) is not None for what in of)
