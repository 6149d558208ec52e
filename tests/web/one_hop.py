"""Starlette's test client, quicker: a request goes over to the server's thread once, and its whole answer comes back.

The client as it comes goes over nine times a request, to hand on each piece of a streamed answer. No test in which a
server is asked this way reads an answer while it is still made."""

from typing import Any

from httpx2 import ASGITransport, AsyncByteStream, BaseTransport, ByteStream, Cookies, Request, Response
from starlette.testclient import TestClient
from starlette.types import ASGIApp


class _OneHop(BaseTransport):
    """Asks the app in the client's portal; sockets go the way they went."""

    def __init__(self, client: "OneHopClient", sockets: BaseTransport, app: ASGITransport) -> None:
        self._client = client
        self._sockets = sockets
        self._app = app

    def handle_request(self, request: Request) -> Response:
        """As in httpx."""
        if request.url.scheme in ("ws", "wss"):
            return self._sockets.handle_request(request)
        assert self._client.portal is not None, "the server has not been started"
        return self._client.portal.call(self._answer, request)

    async def _answer(self, request: Request) -> Response:
        """The answer with all that it holds, as it was sent."""
        answer = await self._app.handle_async_request(request)
        assert isinstance(answer.stream, AsyncByteStream)
        body = b"".join([piece async for piece in answer.stream])
        return Response(answer.status_code, headers=answer.headers, stream=ByteStream(body), request=request)

    def close(self) -> None:
        """As in httpx."""
        self._sockets.close()


class OneHopClient(TestClient):
    """The client of a server that is asked from ``client``, a host and a port.

    It keeps the cookies that are given for a form, and none that a page gives or renews: most tests are a browser and a
    program at once, and programs show no cookies. ``tests.abuse.browsers`` has a browser that keeps all of them."""

    def __init__(self, app: ASGIApp, base_url: str, client: tuple[str, int]) -> None:
        super().__init__(app, base_url=base_url, client=client)
        self._transport = _OneHop(self, self._transport, ASGITransport(app=app, client=client))

    def send(self, request: Request, **options: Any) -> Response:
        """As in httpx."""
        before = Cookies(self.cookies)
        answer = super().send(request, **options)
        if request.method in ("GET", "HEAD"):
            self.cookies = before
        for name in {cookie.name for cookie in self.cookies.jar if "signet-new" in cookie.name}:
            self.cookies.delete(name)
        return answer
