"""The name a device was last played under: kept in a cookie of the device's own, and nowhere else, so that it is asked
for once."""

from urllib.parse import quote, unquote

from starlette.requests import HTTPConnection
from starlette.responses import Response

from app.rooms.model.names import MAX_BYTES, name
from app.web.http.cookie_names import NAME, name_for, names_to_forget, read_any

KEPT_S = 180 * 24 * 3600
"""How long a browser keeps the name after it was last given."""

MOST = 3 * MAX_BYTES
"""Characters of a cookie that can hold a name: each of its bytes may be written as three."""


def kept_name(connection: HTTPConnection, *, is_https: bool) -> str:
    """The name that the device keeps; empty where it keeps none that can be one."""
    kept = read_any(NAME, connection, is_https=is_https) or ""
    return (name(unquote(kept)) or "") if len(kept) <= MOST else ""


def keep_name(response: Response, connection: HTTPConnection, given: str, *, is_https: bool) -> None:
    """Lets the browser keep the name under which somebody has sat down. What can be no name is not kept."""
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
    """Takes the name off the browser that asks."""
    for each in names_to_forget(NAME, connection, is_https=is_https):
        response.delete_cookie(each, path="/", secure=is_https, httponly=True, samesite="lax")
