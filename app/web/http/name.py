"""Cookie with the name that a device last played under.

It is stored nowhere else, so that each device is asked once."""

from urllib.parse import quote, unquote

from starlette.requests import HTTPConnection
from starlette.responses import Response

from app.rooms.model.names import MAX_BYTES, name
from app.web.http.cookie_names import NAME, name_for, names_to_forget, read_any

KEPT_S = 180 * 24 * 3600
"""Lifetime of the name's cookie in seconds, after the name was last given."""

MOST = 3 * MAX_BYTES
"""Longest cookie value of a name; each byte may be written as three characters."""


def read_kept_name(connection: HTTPConnection, *, is_https: bool) -> str:
    """Return the name in the device's cookie; empty without a valid one."""
    kept = read_any(NAME, connection, is_https=is_https) or ""
    return (name(unquote(kept)) or "") if len(kept) <= MOST else ""


def keep_name(response: Response, connection: HTTPConnection, given: str, *, is_https: bool) -> None:
    """Set the cookie with the player's name, unless it is invalid."""
    shown = name(given)
    if shown is not None:
        response.set_cookie(
            name_for(NAME, connection, is_https=is_https),
            quote(shown, safe=""),
            max_age=KEPT_S,
            path="/",
            secure=is_https,
            httponly=True,
            samesite="lax",
        )


def forget_name(response: Response, connection: HTTPConnection, *, is_https: bool) -> None:
    """Delete the name's cookie."""
    for each in names_to_forget(NAME, connection, is_https=is_https):
        response.delete_cookie(each, path="/", secure=is_https, httponly=True, samesite="lax")
