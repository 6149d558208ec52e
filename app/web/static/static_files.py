"""Static files: those of the project, and the bundles of tables.

They alone are compressed. Pages and messages hold a hand beside words that others chose. Their compressed length
would tell of the hand (the BREACH attack)."""

import mimetypes
import os
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route, Router
from starlette.staticfiles import PathLike, StaticFiles
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
"""Media types by file extension.

Windows reads them from its registry, where any program may have changed them. No browser runs a script sent as plain
text."""

FILMS = (".mp4", ".webm")

LEAST_COMPRESSED = 500
"""Smallest file worth compressing, in bytes."""


def static_files(base_path: str = "") -> ASGIApp:
    """Return the app that serves all static files, compressed if accepted.

    Pictures in style sheets have the sub-path before their addresses."""

    async def table_part(request: Request) -> Response:
        """Return a table's style sheet or script; its address names its version.

        Raises HTTPException (404) for an unknown name."""
        name = request.path_params["name"]
        content = bundle(f"tables/{name}")
        if content is None:
            raise HTTPException(404)
        is_sheet = name.endswith(".css")
        return Response(
            add_base_path(content, base_path) if is_sheet else content,
            media_type="text/css" if is_sheet else "text/javascript",
        )

    for ending, kind in KINDS.items():
        mimetypes.add_type(kind, ending)
    routes = [
        Route("/tables/{name}", table_part),
        Mount("/", _BasePathFiles(base_path) if base_path else StaticFiles(directory=STATIC)),
    ]
    return _CompressedFiles(Router(routes))


def add_base_path(sheet: bytes, base_path: str) -> bytes:
    """Put the sub-path before the addresses of pictures."""
    return sheet.replace(b'url("/', f'url("{base_path}/'.encode()) if base_path else sheet


class _BasePathFiles(StaticFiles):
    """Static files of a server below a sub-path."""

    def __init__(self, base_path: str) -> None:
        super().__init__(directory=STATIC)
        self._base_path = base_path

    def file_response(
        self, full_path: PathLike, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """Implement StaticFiles."""
        answer = super().file_response(full_path, stat_result, scope, status_code)
        if answer.status_code == 304 or not str(full_path).endswith(".css"):
            return answer
        sheet = add_base_path(Path(full_path).read_bytes(), self._base_path)
        return Response(sheet, status_code, {"etag": answer.headers["etag"]}, "text/css")


class _CompressedFiles:
    """Static files, compressed if the client accepts that.

    Starlette's own middleware only searches for the word ``gzip``, so it accepts ``gzip;q=0``."""

    def __init__(self, app: ASGIApp) -> None:
        self._compressing = GZipMiddleware(app, minimum_size=LEAST_COMPRESSED)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"]
        # browsers request ranges of a film, which refer to the uncompressed file
        if accepts_gzip(Headers(scope=scope)) and not scope["path"].endswith(FILMS):
            headers.append((b"accept-encoding", b"gzip"))
        await self._compressing({**scope, "headers": headers}, receive, send)
