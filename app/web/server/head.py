"""HEAD, served wherever GET is: the route answers a GET, and the body stays here."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

ASKED_METHOD = "signet.method"
"""Key in the scope: the requested method, for the log."""

NOT_OF_HEAD = frozenset({b"range", b"if-range"})
"""Headers that mean something for GET alone (RFC 9110, 14.2)."""


class Head:
    """Outermost middleware: turns HEAD into GET, so that no route can differ for it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or one socket."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return

        async def send_head(message: Message) -> None:
            if message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        # uvicorn keeps its own scope, by which it knows that no body follows
        headers = [(name, value) for name, value in scope["headers"] if name not in NOT_OF_HEAD]
        await self._app({**scope, "method": "GET", "headers": headers, ASKED_METHOD: "HEAD"}, receive, send_head)
