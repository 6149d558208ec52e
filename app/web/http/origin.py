"""Origin checks: allowed Host headers, and requests from our own pages.

A page of another site can make a browser send requests here, with our cookie. So each change needs the browser's
word that one of our own pages asked: Sec-Fetch-Site, or else Origin. No socket with a cookie or an Origin opens
without the exact one. The Host must be ours, or a foreign name that points to this machine would make a foreign page
our own.

Programs send neither cookies nor these headers, so no check applies to them."""

import re
import socket
from collections.abc import Sequence

from starlette.requests import HTTPConnection

from app.network import is_on_lan, lan_host
from app.origin import DEFAULT_PORTS, EVERYWHERE, Origin, ip_in, read_origin, split_port
from app.share.forwarded import TUNNEL
from app.share.names import TunnelNames

_NAME = re.compile(r"[a-z0-9_.-]{1,253}")

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})

OF_PROXIES = ("x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "forwarded", "x-real-ip")
"""Headers by which a request shows that it came through a proxy."""

_KNOWN = "signet.origin"
"""Scope key of a connection's origin, once computed."""


class Origins:
    """Hosts and origins of this server."""

    def __init__(
        self,
        public_urls: Sequence[str] = (),
        listening: str = EVERYWHERE,
        machine: str | None = None,
        tunnel: TunnelNames | None = None,
    ) -> None:
        """Set up the server's own names.

        ``listening``: the address that the server listens at. ``machine``: the host name of this machine. ``tunnel``:
        names of a tunnel, which may change."""
        self._settled = tuple(map(read_origin, public_urls))
        self.tunnel = tunnel or TunnelNames()
        self._listening = listening
        name = (machine if machine is not None else socket.gethostname()).lower()
        short = name.partition(".")[0]
        self._names = {"localhost", name, short, f"{short}.local"}
        if ip_in(listening) is None:
            self._names.add(listening)

    def has_moved(self, connection: HTTPConnection) -> bool:
        """Return whether the request uses a former address of the tunnel."""
        origin = self._origin(connection) if self.tunnel.former else None
        return origin is not None and origin in self.tunnel.former

    def is_own_host(self, connection: HTTPConnection) -> bool:
        """Return whether the Host is this server: a public address, or this machine."""
        return self._origin(connection) is not None

    def base_url(self, connection: HTTPConnection) -> str | None:
        """Return scheme, host and port of the request; None for a foreign Host."""
        origin = self._origin(connection)
        return str(origin) if origin is not None else None

    def is_https(self, connection: HTTPConnection) -> bool:
        """Return whether the request uses https, so that cookies can require it."""
        origin = self._origin(connection)
        return origin is not None and origin.scheme == "https"

    def link_base(self, connection: HTTPConnection) -> str:
        """Return the base of links for friends; empty for a foreign Host.

        This is the tunnel's address, or the public one. Without either it is the address that the request used, or on
        this very machine the address on the local network."""
        settled = next((each for each in self._settled if not each.is_loopback), None)
        public = self.tunnel.current or settled
        origin = public or self._origin(connection)
        if origin is None:
            return ""
        lan = lan_host(self._listening) if origin.is_loopback else None
        return str(Origin("http", lan, _own_port(connection) or origin.port) if lan is not None else origin)

    def is_own_page(self, connection: HTTPConnection) -> bool:
        """Return whether a changing request comes from our own page or a program.

        Browsers that support Sec-Fetch-Site send it even if the Origin is withheld. Over plain http to another
        machine none does, so Origin decides. A program sends neither these nor a cookie. An Authorization header
        proves nothing: browsers add one to a foreign page's form if a proxy in front has asked for a password."""
        headers = connection.headers
        site = headers.get("sec-fetch-site")
        if site is not None:
            return site == "same-origin"
        return self._has_own_origin(connection) or ("origin" not in headers and "cookie" not in headers)

    def is_own_socket(self, connection: HTTPConnection, *, for_browsers: bool) -> bool:
        """Return whether a socket may open.

        The exact Origin is required on a browser's path, and for any request with a cookie or an Origin, as browsers
        send them."""
        if for_browsers or "cookie" in connection.headers or "origin" in connection.headers:
            return self._has_own_origin(connection)
        return True

    def _has_own_origin(self, connection: HTTPConnection) -> bool:
        origins = connection.headers.getlist("origin")
        return len(origins) == 1 and origins[0] == self.base_url(connection)

    def _origin(self, connection: HTTPConnection) -> Origin | None:
        if _KNOWN not in connection.scope:
            connection.scope[_KNOWN] = self._find_origin(connection)
        found: Origin | None = connection.scope[_KNOWN]
        return found

    def _find_origin(self, connection: HTTPConnection) -> Origin | None:
        hosts = connection.headers.getlist("host")
        asked = _host_and_port(hosts[0]) if len(hosts) == 1 else None
        if asked is None:
            return None
        host, port = asked
        scheme = "https" if connection.scope["scheme"] in ("https", "wss") else "http"
        # browsers keep a dot at the end in Host and Origin alike
        name = host.removesuffix(".")
        known = (*self.tunnel.all, *self._settled)
        public = [each for each in known if (each.host, each.port) == (name, port or DEFAULT_PORTS[each.scheme])]
        if public:
            # a proxy may use plain http to us, so the scheme only decides between two public addresses
            return next((each for each in public if each.scheme == scheme), public[0])._replace(host=host)
        if not self._is_this_machine(name, connection):
            return None
        return Origin(scheme, host, port or DEFAULT_PORTS[scheme])

    def _is_this_machine(self, name: str, connection: HTTPConnection) -> bool:
        """Return whether the name is this machine.

        Without a public address any IP address is accepted. No foreign name is an IP address, and a container does
        not know its host's addresses."""
        ip = ip_in(name)
        if connection.scope.get(TUNNEL):
            return False
        if not self._settled:
            return ip is not None or name in self._names or name.endswith(".local")
        if any(header in connection.headers for header in OF_PROXIES):
            # a proxied request needs a configured public address
            return False
        if ip is None:
            return name in self._names
        server = connection.scope.get("server")
        return ip.is_loopback or (server is not None and ip == ip_in(server[0]) and is_on_lan(name))


def _own_port(connection: HTTPConnection) -> int | None:
    """Return the port at which the connection arrived.

    The port in the Host header may lead through a tunnel."""
    server = connection.scope.get("server")
    return server[1] if server is not None else None


def _host_and_port(written: str) -> tuple[str, int | None] | None:
    """Split a Host header into host, in lower case, and port; None if malformed."""
    host, port = split_port(written)
    host = host.lower()
    is_bracketed = host.startswith("[") and host.endswith("]")
    if not (is_bracketed and ip_in(host) is not None and "%" not in host) and not _NAME.fullmatch(host):
        return None
    if port and not (port.isascii() and port.isdigit() and len(port) <= 5):
        return None
    return host, int(port) if port else None
