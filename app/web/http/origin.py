"""Where a request comes from: which Host it may name, and whether it was made by a page of this server.

A page of another site can make a browser send requests here, with our cookie. So nothing that changes something is
carried out unless the browser says that one of our own pages asked (Sec-Fetch-Site, or else Origin), and no socket with
a cookie or an Origin opens without the exact one. The Host must be ours, or a foreign name that points to this machine
would make a foreign page our own.

Programs send neither cookies nor what browsers say of where a request comes from: for them none of this is needed."""

import ipaddress
import re
import socket
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

DEFAULT_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}
_NAME = re.compile(r"[a-z0-9_.-]{1,253}")

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


class Origins:
    """The hosts and origins that are this server's own."""

    def __init__(self, public_url: str | None, machine: str | None = None) -> None:
        self._public = public_url
        public = urlsplit(public_url or "")
        self._public_scheme = public.scheme
        self._public_host = _host_and_port(public.netloc, public.scheme) if public_url else None
        name = (machine if machine is not None else socket.gethostname()).lower()
        self._names = {"localhost", name, name.partition(".")[0]}

    def is_own_host(self, connection: HTTPConnection) -> bool:
        """Whether the Host header names this server: the public address, or without one localhost, an address in
        figures, the machine's name or any ``.local`` name."""
        hosts = connection.headers.getlist("host")
        if len(hosts) != 1:
            return False
        if self._public_host is not None:
            # a proxy in front speaks plain http to us, so the scheme of this very connection says nothing
            return _host_and_port(hosts[0], self._public_scheme) == self._public_host
        asked = _host_and_port(hosts[0], connection.scope["scheme"])
        if asked is None:
            return False
        return _is_address(asked[0]) or asked[0] in self._names or asked[0].endswith(".local")

    def base_url(self, connection: HTTPConnection) -> str:
        """Scheme, host and port under which the asker reaches the server; links begin with it."""
        if self._public is not None:
            return self._public
        scheme = "https" if connection.scope["scheme"] in ("https", "wss") else "http"
        return f"{scheme}://{connection.headers.get('host', '').lower()}"

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


def _host_and_port(host: str, scheme: str) -> tuple[str, int] | None:
    try:
        parts = urlsplit(f"//{host}")
        name, port = parts.hostname, parts.port
    except ValueError:
        return None
    if not name or "@" in host or parts.netloc != host or not (_NAME.fullmatch(name) or _is_address(name)):
        return None
    return name.rstrip(".").lower(), port if port is not None else DEFAULT_PORTS[scheme]


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
