"""Faster variant of Starlette's test client.

A request goes to the server's thread once, and its whole response comes back. The original goes there nine times a
request, to pass on each piece of a streamed response. No test that uses this client reads a response before it is
complete."""

from typing import Any

from httpx2 import ASGITransport, AsyncByteStream, BaseTransport, ByteStream, Cookies, Request, Response
from starlette.testclient import TestClient
from starlette.types import ASGIApp

from tests.web.asgi_line import offer_lines


class _OneHop(BaseTransport):
    """Transport that calls the app in the client's portal, except for sockets."""

    def __init__(self, client: "OneHopClient", sockets: BaseTransport, app: ASGITransport) -> None:
        self._client = client
        self._sockets = sockets
        self._app = app

    def handle_request(self, request: Request) -> Response:
        """Implement httpx's transport."""
        if request.url.scheme in ("ws", "wss"):
            return self._sockets.handle_request(request)
        assert self._client.portal is not None, "the server has not been started"
        return self._client.portal.call(self._answer, request)

    async def _answer(self, request: Request) -> Response:
        """Return the complete response."""
        answer = await self._app.handle_async_request(request)
        assert isinstance(answer.stream, AsyncByteStream)
        body = b"".join([piece async for piece in answer.stream])
        return Response(answer.status_code, headers=answer.headers, stream=ByteStream(body), request=request)

    def close(self) -> None:
        """Implement httpx's transport."""
        self._sockets.close()


class OneHopClient(TestClient):
    """Test client whose requests come from ``client``, a host and a port.

    It stores the cookies that a test sets for a form, and none that a page sets or renews. Most tests are a browser
    and a program at once, and programs send no cookies. ``tests.abuse.browsers`` has a browser that stores all of
    them."""

    def __init__(self, app: ASGIApp, base_url: str, client: tuple[str, int]) -> None:
        super().__init__(offer_lines(app), base_url=base_url, client=client)
        self.app = app
        self._transport = _OneHop(self, self._transport, ASGITransport(app=app, client=client))

    def send(self, request: Request, **options: Any) -> Response:
        """Implement httpx's client."""
        before = Cookies(self.cookies)
        answer = super().send(request, **options)
        if request.method in ("GET", "HEAD"):
            self.cookies = before
        for name in {cookie.name for cookie in self.cookies.jar if "signet-new" in cookie.name}:
            self.cookies.delete(name)
        return answer
