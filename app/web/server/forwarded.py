"""Behind a proxy: the address a request comes from, by the word of the proxies that are believed and of nobody else.

A proxy adds whom it speaks for at the right end of X-Forwarded-For; what stands left of that anybody can have written.
So the list is read from the right, past our own proxies, to the first address that is none of them. A proxy that is not
believed counts as one address with all who come through it; one that could be the operator's own is told of, once."""

import structlog
from starlette.types import ASGIApp, Receive, Scope, Send

from app.web.http.limits import Addresses, ip_of

log = structlog.get_logger(__name__)

FORWARDED_FOR, FORWARDED_PROTO = b"x-forwarded-for", b"x-forwarded-proto"
OF_PROXIES = frozenset({FORWARDED_FOR, b"forwarded", b"x-real-ip"})
"""Headers in which proxies name an address."""

SCHEMES = {"http": ("http", "ws"), "https": ("https", "wss"), "ws": ("http", "ws"), "wss": ("https", "wss")}
"""What a proxy calls a scheme: ours for requests and for sockets."""

NOBODY = "unknown"
"""In the place of an address that a proxy did not write as one: who has none counts with the others who have none, and
not as the proxy itself, whose own questions would then be turned away with theirs."""

MOST_PEERS = 8

MOST_HOPS = 32
"""Entries of X-Forwarded-For that are read, from the right; no chain of proxies is as long."""


class Unbelieved:
    """Peers on this machine or a private network that name other addresses and are not believed.

    Only those: on the internet anybody may write such a header, and would fill the log with it."""

    def __init__(self, proxies: tuple[str, ...]) -> None:
        self._proxies = proxies
        self._peers: dict[str, str] = {}

    @property
    def peers(self) -> dict[str, str]:
        """The setting to write, by the address of the peer that it would let us believe."""
        return dict(self._peers)

    def note(self, peer: str) -> None:
        """Notes a peer; the log tells of the first one. The address that it names stands nowhere."""
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


class Forwarded:
    """Puts the address and the scheme that a proxy names in the place of the proxy's own, if it is believed."""

    def __init__(self, app: ASGIApp, proxies: Addresses, unbelieved: Unbelieved) -> None:
        self._app = app
        self._proxies = proxies
        self._unbelieved = unbelieved

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one request or one socket."""
        peer = scope["client"][0] if scope.get("client") else None
        if peer is not None:
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
        """The address right of which there are only our proxies; the leftmost if all are ours."""
        host = NOBODY
        for written in reversed(named.rsplit(",", MOST_HOPS)[-MOST_HOPS:]):
            host = address_in(written) or NOBODY
            if host not in self._proxies:
                break
        return host


def address_in(written: str) -> str | None:
    """The address in an entry of X-Forwarded-For, which may have a port: ``192.0.2.1``, ``192.0.2.1:443``,
    ``2001:db8::1``, ``[2001:db8::1]:443``; None for anything else."""
    host = written.strip()
    if host.startswith("["):
        host = host[1:].partition("]")[0]
    elif host.count(":") == 1:
        host = host.partition(":")[0]
    ip = ip_of(host)
    return str(ip) if ip is not None else None
