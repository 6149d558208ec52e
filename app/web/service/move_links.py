"""Links that lead pages from a former address of the server to its present one."""

from urllib.parse import quote

from starlette.requests import HTTPConnection

from app.web.http.cookie_names import LANGUAGE, read_any
from app.web.http.identity import Holder
from app.web.http.limits import UNKNOWN
from app.web.service.dependencies import Dependencies, address_of_connection
from app.web.service.moves import Move

LONGEST_PATH = 2_000


def make_move_link(deps: Dependencies, connection: HTTPConnection, wished: str, device: Holder | None) -> str:
    """Return the link to a page at the present address.

    It has a ticket if a device comes along. ``wished``: the page's path, which anybody may have written."""
    is_plain = wished.isascii() and wished.isprintable() and len(wished) <= LONGEST_PATH
    # two slashes would lead to another server
    is_path = is_plain and wished.startswith("/") and not wished.startswith("//")
    path = quote(wished, safe="/?&=%~-._!$'()*+,;:@") if is_path else "/"
    if device is None:
        return f"{deps.origins.tunnel.url}{path}"
    address = address_of_connection(connection)
    known = "" if address == UNKNOWN else address
    language = read_any(LANGUAGE, connection, is_https=deps.is_https(connection)) or ""
    agent = connection.headers.get("user-agent", "")
    ticket = deps.moves.offer(Move(device, deps.name(connection), language, path, known, agent))
    return f"{deps.origins.tunnel.url}/moved/{ticket}"
