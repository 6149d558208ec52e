"""Households: clients with an address of their own, through a proxy or directly.

All addresses of 127.0.0.0/8 are this machine's, and a client may use any of them."""

import ssl
from dataclasses import dataclass
from http.cookiejar import CookieJar, DefaultCookiePolicy
from types import TracebackType
from typing import Any, Self

from httpx2 import AsyncClient, AsyncHTTPTransport, Limits, Response
from websockets.asyncio.client import connect

from app.web.http.identity import cookie_name
from tests.proxied.caddy import Caddy

PATIENCE_S = 60.0


@dataclass(frozen=True)
class Way:
    """Route to a server: a name, a port of 127.0.0.1, and TLS if a proxy ends it."""

    host: str
    port: int
    trust: ssl.SSLContext | None = None

    @property
    def origin(self) -> str:
        """Origin of the server's pages."""
        return f"http{'s' if self.trust else ''}://{self.host}"

    @property
    def cookie(self) -> str:
        """Name of the device cookie there."""
        return cookie_name(self.host, is_https=self.trust is not None)


def route_through(caddy: Caddy, name: str) -> Way:
    """Return the route through a proxy that serves a name."""
    return Way(name, caddy.port, caddy.trust)


def route_directly(port: int) -> Way:
    """Return the route to a server without a proxy."""
    return Way(f"127.0.0.1:{port}", port)


class Household:
    """Clients behind one address; keeps no cookies."""

    def __init__(self, way: Way, address: str) -> None:
        self.way = way
        self._address = address
        kept = Limits(max_connections=100)
        transport = AsyncHTTPTransport(local_address=address, verify=way.trust or True, limits=kept)
        scheme = "https" if way.trust else "http"
        self._client = AsyncClient(
            transport=transport,
            cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
            base_url=f"{scheme}://127.0.0.1:{way.port}",
            timeout=PATIENCE_S,
            headers={"host": way.host},
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: Any, trace: TracebackType | None) -> None:
        await self._client.aclose()

    async def request(self, method: str, path: str, **given: Any) -> Response:
        """Return the answer to a request, without following redirects."""
        return await self._client.request(method, path, extensions={"sni_hostname": self.way.host}, **given)

    def open_socket(self, path: str, headers: dict[str, str]) -> connect:
        """Return a socket, to be awaited or entered."""
        tls: dict[str, Any] = {"ssl": self.way.trust, "server_hostname": self.way.host} if self.way.trust else {}
        return connect(
            f"{'wss' if tls else 'ws'}://{self.way.host}{path}",
            host="127.0.0.1",
            port=self.way.port,
            local_addr=(self._address, 0),
            additional_headers=headers,
            proxy=None,
            max_size=None,
            close_timeout=1,
            **tls,
        )
