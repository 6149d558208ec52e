"""Static files: those of the project, and those put together for a table.

They alone are compressed. Pages and messages hold a hand beside words that others chose, and how well the two compress
together would tell of the hand (the BREACH attack)."""

import mimetypes

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route, Router
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from app.paths import STATIC
from app.web.http.codings import accepts_gzip
from app.web.static.bundles import bundle

KINDS = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".mp4": "video/mp4",
    ".webm": "video/webm",
}
"""What files are, by their endings. Windows asks its registry, where any program may have changed that, and no browser
runs a script that is said to be plain text."""

FILMS = (".mp4", ".webm")

LEAST_COMPRESSED = 500
"""Bytes from which on compressing pays."""


async def table_part(request: Request) -> Response:
    """The style sheet or the script of a table, whose address names its version. Raises HTTPException (404) for the
    name of no table's part."""
    name = request.path_params["name"]
    content = bundle(f"tables/{name}")
    if content is None:
        raise HTTPException(404)
    return Response(content, media_type="text/css" if name.endswith(".css") else "text/javascript")


def static_files() -> ASGIApp:
    """All static files, compressed for who takes them so."""
    for ending, kind in KINDS.items():
        mimetypes.add_type(kind, ending)
    routes = [
        Route("/tables/{name}", table_part),
        Mount("/", StaticFiles(directory=STATIC)),
    ]
    return _Compressed(Router(routes))


class _Compressed:
    """Static files, compressed for who accepts that. Starlette's own layer looks for the word ``gzip`` alone, and so
    takes ``gzip;q=0`` for a yes."""

    def __init__(self, app: ASGIApp) -> None:
        self._compressing = GZipMiddleware(app, minimum_size=LEAST_COMPRESSED)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"]
        # players ask for parts of a film, and those are parts of what it is, not of how it is packed
        if accepts_gzip(Headers(scope=scope)) and not scope["path"].endswith(FILMS):
            headers.append((b"accept-encoding", b"gzip"))
        await self._compressing({**scope, "headers": headers}, receive, send)
