"""Hand in the addresses of pages that one of several people at a device is shown."""

import re

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.web.service.hands import put_hand, put_hand_in_path

_HAND = re.compile(r"/r/([^/]+~[0-9]+)(?:/|\Z)")


class HandPaths:
    """Layer that keeps a page's links and forms with the hand in its address."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or one socket."""
        named = _HAND.match(scope["path"]) if scope["type"] == "http" else None
        if named is None:
            await self._app(scope, receive, send)
        else:
            await self._app(scope, receive, _Answer(named[1], send).send)


class _Answer:
    """Answer to a request that names a hand."""

    def __init__(self, text: str, send: Send) -> None:
        self._text = text
        self._send = send
        self._start: Message | None = None
        """Start of an answer whose body is rewritten."""
        self._body = b""

    async def send(self, message: Message) -> None:
        """Pass a message on; hold a page back until it is whole."""
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            if "location" in headers:
                headers["location"] = put_hand_in_path(headers["location"], self._text)
            # a table's page is compressed and has the hand already
            if headers.get("content-type", "").startswith("text/html") and "content-encoding" not in headers:
                self._start = message
                return
        elif self._start is not None:
            self._body += message.get("body", b"")
            if message.get("more_body"):
                return
            body = put_hand(self._body.decode(), self._text).encode()
            MutableHeaders(scope=self._start)["content-length"] = str(len(body))
            await self._send(self._start)
            message = {**message, "body": body}
        await self._send(message)
