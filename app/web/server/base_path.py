"""Sub-path below which a proxy serves this program beside others.

The routes know nothing of it. This layer removes it from what comes in and adds it to the headers that go out;
``app/web/html/base_path.py`` adds it to pages. A path without it is taken as it is, because many proxies remove it."""

import re

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.web.http.cookie_names import BASE_PATH

PLACES = {
    b"location": re.compile(rb"\A(?=/(?!/))"),
    b"set-cookie": re.compile(rb"(?<=; Path=)/(?=;|\Z)"),
    b"content-security-policy": re.compile(rb"(?<=report-uri )(?=/)"),
    b"reporting-endpoints": re.compile(rb'(?<=csp=")(?=/)'),
}
"""Position for the sub-path in each header that holds a path of ours."""


class BasePath:
    """Outermost middleware of a server with a sub-path."""

    def __init__(self, app: ASGIApp, base_path: str) -> None:
        self._app = app
        self._base_path = base_path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or one socket."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return

        async def send_with_base_path(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                message = {**message, "headers": [self._place(*header) for header in message["headers"]]}
            await send(message)

        # the sub-path alone becomes an empty path, which is redirected to the home page like one with a stray sign
        path = scope["path"]
        is_below = f"{path}/".startswith(f"{self._base_path}/")
        inner = path[len(self._base_path) :] if is_below else path
        await self._app({**scope, "path": inner, BASE_PATH: self._base_path}, receive, send_with_base_path)

    def _place(self, name: bytes, value: bytes) -> tuple[bytes, bytes]:
        place = PLACES.get(name)
        return name, place.sub(self._base_path.encode(), value) if place is not None else value
