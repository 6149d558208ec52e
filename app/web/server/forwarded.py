"""Client addresses behind a proxy, by the word of trusted proxies alone.

A proxy adds its client at the right end of X-Forwarded-For; anybody can have written the rest. So the list is read
from the right, past our own proxies, to the first other address. An untrusted proxy counts as one address with all
who come through it. One that could be the operator's own is logged once.

A tunnel has a listener of its own, so nobody else can come there. It is believed once a check has shown that the other
end adds the address it sees."""

import structlog
from starlette.types import ASGIApp, Receive, Scope, Send

from app.share.forwarded import FORWARDED_FOR, TUNNEL, address_in, find_forwarded
from app.share.listener import is_from_tunnel
from app.share.names import TunnelNames
from app.web.http.limits import UNKNOWN, Addresses, ip_of

log = structlog.get_logger(__name__)

FORWARDED_PROTO = b"x-forwarded-proto"
OF_PROXIES = frozenset({FORWARDED_FOR, b"forwarded", b"x-real-ip"})
"""Headers in which proxies name an address."""

SCHEMES = {"http": ("http", "ws"), "https": ("https", "wss"), "ws": ("http", "ws"), "wss": ("https", "wss")}
"""Schemes as a proxy names them, to ours for requests and sockets."""

NOBODY = UNKNOWN
"""Address in place of one that a proxy wrote wrongly.

All such clients count together. They do not count as the proxy itself, whose own requests would then be refused with
theirs."""

MOST_PEERS = 8

MOST_HOPS = 32
"""Entries of X-Forwarded-For that are read, from the right.

No proxy chain is longer."""


class UntrustedProxies:
    """Untrusted peers on this machine or a private network that forward addresses.

    Only those: on the internet anybody may write such a header, and would fill the log."""

    def __init__(self, proxies: tuple[str, ...]) -> None:
        self._proxies = proxies
        self._peers: dict[str, str] = {}

    @property
    def peers(self) -> dict[str, str]:
        """The setting to write, by the address of the peer that it would let us believe."""
        return dict(self._peers)

    def note(self, peer: str) -> None:
        """Note a peer, and log the first one. The forwarded address is not logged."""
        ip = ip_of(peer)
        if ip is None or ip.is_global or str(ip) in self._peers or len(self._peers) == MOST_PEERS:
            return
        setting = f"SIGNET_PROXY={','.join((*self._proxies, str(ip)))}"
        if not self._peers:
            log.warning(
                "proxy is not believed",
                peer=str(ip),
                why="it names the addresses it speaks for, and all of them count as its own",
                if_it_is_yours=setting,
            )
        self._peers[str(ip)] = setting


class ForwardedMiddleware:
    """Middleware that puts in the address and scheme a trusted proxy names."""

    def __init__(
        self,
        app: ASGIApp,
        proxies: Addresses,
        unbelieved: UntrustedProxies,
        tunnel: TunnelNames | None = None,
    ) -> None:
        """``tunnel``: the tunnel that leads here, if there is one."""
        self._app = app
        self._tunnel = tunnel
        self._proxies = proxies
        self._unbelieved = unbelieved

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or one socket."""
        peer = scope["client"][0] if scope.get("client") else None
        if self._tunnel is not None and is_from_tunnel(scope, self._tunnel.port):
            scope[TUNNEL] = True
            known = find_forwarded(scope["headers"]) if self._tunnel.is_believed else None
            scope["client"] = known or NOBODY, 0
        elif peer is not None:
            headers: list[tuple[bytes, bytes]] = scope["headers"]
            if peer in self._proxies:
                self._put(scope, headers)
            elif any(name in OF_PROXIES for name, _ in headers):
                self._unbelieved.note(peer)
        await self._app(scope, receive, send)

    def _put(self, scope: Scope, headers: list[tuple[bytes, bytes]]) -> None:
        named = b",".join(value for name, value in headers if name == FORWARDED_FOR).decode("latin-1")
        if named.strip():
            scope["client"] = self._client(named), 0
        called = [value.decode("latin-1").strip().lower() for name, value in headers if name == FORWARDED_PROTO]
        if called and called[-1] in SCHEMES:
            scope["scheme"] = SCHEMES[called[-1]][scope["type"] == "websocket"]

    def _client(self, named: str) -> str:
        """Return the first address from the right that is no proxy of ours."""
        host = NOBODY
        for written in reversed(named.rsplit(",", MOST_HOPS)[-MOST_HOPS:]):
            host = address_in(written) or NOBODY
            if host not in self._proxies:
                break
        return host
