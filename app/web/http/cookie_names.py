"""Names of our cookies.

Over https the prefix ``__Host-`` makes the browser guarantee that the cookie came from this very host. Over http all
ports of a host share their cookies, so every name has the port: programs side by side leave each other's alone."""

import re
from collections.abc import Iterable

from starlette.requests import HTTPConnection

from app.web.http.cookies import read_cookie

DEVICE, FRESH, NAME, LANGUAGE, ADMIN = "dev", "new", "name", "language", "admin"
"""What we keep in a browser: the device's secret, one that holds no seat yet, the player's name, the language, the
operator's session."""

_PORT = re.compile(r"[0-9]{1,5}")

_IS_OURS = {
    DEVICE: re.compile(r"[A-Za-z0-9_-]{43}"),
    NAME: re.compile(r".+"),
    LANGUAGE: re.compile(r"[a-z]{2}"),
    ADMIN: re.compile(r"[0-9]+\.[0-9a-f]+\.[0-9a-f]+"),
}
"""What our cookies look like."""

_OLD = {
    False: {DEVICE: "dev", NAME: "signet-name", LANGUAGE: "signet-language", ADMIN: "admin"},
    True: {DEVICE: "__Host-dev", ADMIN: "__Host-admin"},
}
"""Names of former releases that differ from today's, by whether the server is reached over https. They are read on,
and set no more."""


def full_name(what: str, host: str, *, is_https: bool) -> str:
    """Return the name of a cookie for who asks for that Host."""
    if is_https:
        return f"__Host-signet-{what}"
    port = host.rpartition(":")[2]
    return f"signet-{what}-{port if _PORT.fullmatch(port) else 80}"


def name_for(what: str, connection: HTTPConnection, *, is_https: bool) -> str:
    """Return the name of a cookie for this connection."""
    return full_name(what, connection.headers.get("host", ""), is_https=is_https)


def old_name(what: str, *, is_https: bool) -> str | None:
    """Return what a cookie was called before; None if it was never called otherwise."""
    return _OLD[is_https].get(what)


def names_to_read(what: str, connection: HTTPConnection, *, is_https: bool) -> tuple[str, ...]:
    """Return the names under which a cookie may be shown, today's first."""
    old = old_name(what, is_https=is_https)
    return (name_for(what, connection, is_https=is_https), *((old,) if old is not None else ()))


def names_to_forget(what: str, connection: HTTPConnection, *, is_https: bool) -> tuple[str, ...]:
    """Return the names under which a cookie is taken back: today's, and an old one if what it shows can be ours."""
    today, *old = names_to_read(what, connection, is_https=is_https)
    return (today, *(name for name in old if _IS_OURS[what].fullmatch(read_cookie(connection, name) or "")))


def read_any(what: str, connection: HTTPConnection, *, is_https: bool) -> str | None:
    """Return the value of a cookie under today's name, else under an old one; None if it is not shown."""
    shown = (read_cookie(connection, name) for name in names_to_read(what, connection, is_https=is_https))
    return next((value for value in shown if value is not None), None)


def shows_any(
    connection: HTTPConnection, *, is_https: bool, of: Iterable[str] = (DEVICE, FRESH, NAME, LANGUAGE)
) -> bool:
    """Return whether the browser shows any of our cookies, that is, whether it keeps cookies."""
    return any(read_any(what, connection, is_https=is_https) is not None for what in of)
