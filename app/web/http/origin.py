"""Where a request comes from: which Host it may name, and whether it was made by a page of this server.

A page of another site can make a browser send requests here, with our cookie. So nothing that changes something is
carried out unless the browser says that one of our own pages asked (Sec-Fetch-Site, or else Origin), and no socket with
a cookie or an Origin opens without the exact one. The Host must be ours, or a foreign name that points to this machine
would make a foreign page our own.

Programs send neither cookies nor what browsers say of where a request comes from: for them none of this is needed."""

import re
import socket
from collections.abc import Sequence

from starlette.requests import HTTPConnection

from app.network import is_on_lan, lan_host
from app.origin import DEFAULT_PORTS, EVERYWHERE, Origin, ip_in, read_origin, split_port

_NAME = re.compile(r"[a-z0-9_.-]{1,253}")

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})

OF_PROXIES = ("x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "forwarded", "x-real-ip")
"""Headers by which a request shows that it came through a proxy."""

_KNOWN = "signet.origin"
"""In a connection's scope: its origin, once it was looked at."""


class Origins:
    """The hosts and origins that are this server's own."""

    def __init__(
        self, public_urls: Sequence[str] = (), listening: str = EVERYWHERE, machine: str | None = None
    ) -> None:
        """``listening``: the address that the server listens at; ``machine``: what this machine is called."""
        self._public = tuple(map(read_origin, public_urls))
        self._listening = listening
        name = (machine if machine is not None else socket.gethostname()).lower()
        short = name.partition(".")[0]
        self._names = {"localhost", name, short, f"{short}.local"}
        if ip_in(listening) is None:
            self._names.add(listening)

    def is_own_host(self, connection: HTTPConnection) -> bool:
        """Whether the Host header names this server: a public address, or this machine itself."""
        return self._origin(connection) is not None

    def base_url(self, connection: HTTPConnection) -> str | None:
        """Scheme, host and port under which the asker reaches the server; None for a Host that is not ours."""
        origin = self._origin(connection)
        return str(origin) if origin is not None else None

    def is_https(self, connection: HTTPConnection) -> bool:
        """Whether the asker reaches the server by https, so that cookies can insist on it."""
        origin = self._origin(connection)
        return origin is not None and origin.scheme == "https"

    def link_base(self, connection: HTTPConnection) -> str:
        """What links for friends begin with: the public address; without one the address at which the asker is, or for
        who sits at this very machine the one on the local network. Empty for a Host that is not ours."""
        public = next((each for each in self._public if not each.is_loopback), None)
        origin = public or self._origin(connection)
        if origin is None:
            return ""
        lan = lan_host(self._listening) if origin.is_loopback else None
        return str(Origin("http", lan, _own_port(connection) or origin.port) if lan is not None else origin)

    def is_own_page(self, connection: HTTPConnection) -> bool:
        """Whether a request that changes something was made by a page of this server or by a program.

        Browsers that know Sec-Fetch-Site say so there, also when the Origin is withheld; over plain http to another
        machine none does, so Origin decides. A program sends neither these nor a cookie. An Authorization header says
        nothing: browsers add one to a foreign page's form where a proxy in front has asked for a password."""
        headers = connection.headers
        site = headers.get("sec-fetch-site")
        if site is not None:
            return site == "same-origin"
        return self._has_own_origin(connection) or ("origin" not in headers and "cookie" not in headers)

    def is_own_socket(self, connection: HTTPConnection, *, for_browsers: bool) -> bool:
        """Whether a socket may open: only with the exact Origin on a browser's path, and from whoever sends a cookie or
        any Origin, as browsers do."""
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
        public = [each for each in self._public if (each.host, each.port) == (name, port or DEFAULT_PORTS[each.scheme])]
        if public:
            # a proxy may speak plain http to us, so the scheme of this connection only tells two alike apart
            return next((each for each in public if each.scheme == scheme), public[0])._replace(host=host)
        if not self._is_this_machine(name, connection):
            return None
        return Origin(scheme, host, port or DEFAULT_PORTS[scheme])

    def _is_this_machine(self, name: str, connection: HTTPConnection) -> bool:
        """Whether that is this machine. Without a public address its own IP addresses need not be known: no name of
        somebody else's is an IP address, and a container knows none of the machine that runs it."""
        ip = ip_in(name)
        if not self._public:
            return ip is not None or name in self._names or name.endswith(".local")
        if any(header in connection.headers for header in OF_PROXIES):
            # who came through a proxy came by a public address, or the proxy does not pass on which
            return False
        if ip is None:
            return name in self._names
        server = connection.scope.get("server")
        return ip.is_loopback or (server is not None and ip == ip_in(server[0]) and is_on_lan(name))


def _own_port(connection: HTTPConnection) -> int | None:
    """The port at which this connection arrived: the one in Host may lead through a tunnel."""
    server = connection.scope.get("server")
    return server[1] if server is not None else None


def _host_and_port(written: str) -> tuple[str, int | None] | None:
    """A Host header's host, in lower case, and its port; None for what no browser sends."""
    host, port = split_port(written)
    host = host.lower()
    is_bracketed = host.startswith("[") and host.endswith("]")
    if not (is_bracketed and ip_in(host) is not None and "%" not in host) and not _NAME.fullmatch(host):
        return None
    if port and not (port.isascii() and port.isdigit() and len(port) <= 5):
        return None
    return host, int(port) if port else None
