"""Policy for typed addresses: public machines alone, by https at port 443.

Everything else, above all our own network, is refused after the name was looked up. The connection then goes to the
very IP address that was checked. An operator can name origins of a home network that webhooks may call."""

import asyncio
import ipaddress
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

from app.origin import Origin, read_origin

HTTPS_PORT = 443
MOST_CHARACTERS = 2_000
MOST_OF_NAME, MOST_OF_LABEL = 253, 63
"""Characters of a host's name and of each part between its dots (RFC 1035, 2.3.4)."""

_SPECIAL = tuple(
    map(
        ipaddress.ip_network,
        (
            *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
            *("192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24"),
            *("192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"),
            *("224.0.0.0/4", "240.0.0.0/4"),
            *("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"),
        ),
    )
)
"""IANA's special-purpose registries of IPv4 and, within ``_UNICAST``, of IPv6.

They hold no site of the internet, and a network may route them to itself. Python versions differ in their
``ipaddress`` lists."""

_UNICAST = ipaddress.ip_network("2000::/3")
"""IPv6 addresses of machines on the internet.

Outside lie those that stand for IPv4 (``::ffff:0:0/96``, ``64:ff9b::/96``, ``64:ff9b:1::/48``), segment routing
(``5f00::/16``), discarding (``100::/64``) and private networks (``fc00::/7``, ``fe80::/10``, ``fec0::/10``)."""

_PRIVATE = tuple(
    map(ipaddress.ip_network, ("10.0.0.0/8", "100.64.0.0/10", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"))
)
"""Networks of homes and firms, where an operator may name an origin."""

Ip = ipaddress.IPv4Address | ipaddress.IPv6Address


class ForbiddenAddressError(ValueError):
    """The server does not go there; says why in one sentence."""


@dataclass(frozen=True, slots=True)
class Target:
    """A place that may be called."""

    host: str
    port: int
    path: str
    is_https: bool
    address: str
    """The IP address that was looked at."""


@dataclass(frozen=True, slots=True)
class Guard:
    """Policy that decides which addresses may be requested."""

    hosts: frozenset[str] = frozenset()
    """The only hosts, if any are named; ``.example.org`` stands for all below it."""
    is_loopback_open: bool = False
    """True if this machine is allowed too, by http and at any port: for tests."""
    home: frozenset[str] = frozenset()
    """Origins that are allowed though private or without https, as ``str(Origin)``."""

    def read(self, url: str) -> tuple[str, int, str, bool]:
        """Return host, port, path and whether it is https. Raises ForbiddenAddressError.

        Nothing is looked up."""
        # before it is taken apart: for other letters urlsplit takes quadratic time
        if not url.isascii() or not url.isprintable() or len(url) > MOST_CHARACTERS:
            raise ForbiddenAddressError("That is no address.")
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError as error:
            raise ForbiddenAddressError("That is no address.") from error
        host = (parts.hostname or "").rstrip(".").lower()
        if not _is_host(host) or " " in url or "@" in parts.netloc or "\\" in url:
            raise ForbiddenAddressError("That is no address.")
        home = self._find_home(url)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        if home is not None:
            return home.host.strip("[]"), home.port, path, home.scheme == "https"
        is_https = parts.scheme == "https"
        is_open = self.is_loopback_open and is_loopback_name(host) and parts.scheme in ("http", "https")
        if not is_open and (not is_https or port not in (None, HTTPS_PORT)):
            raise ForbiddenAddressError("The address begins with https:// and names no port.")
        if self.hosts and not is_open and not any(_is_under(host, allowed) for allowed in self.hosts):
            raise ForbiddenAddressError("This server calls no such host.")
        return host, port or (HTTPS_PORT if is_https else 80), path, is_https

    async def look_up(self, url: str) -> Target:
        """Look an address up and return its target.

        Raises ForbiddenAddressError, OSError when the name leads nowhere."""
        host, port, path, is_https = self.read(url)
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        addresses = list(dict.fromkeys(str(entry[4][0]).partition("%")[0] for entry in found))
        if not addresses:
            raise ForbiddenAddressError("That address leads nowhere.")
        is_home, is_here = self._find_home(url) is not None, is_loopback_name(host)
        for address in addresses:
            # one bad address among good ones is a trap
            ip = ipaddress.ip_address(address)
            is_allowed = is_home and (is_private(ip) or (ip.is_loopback and is_here))
            if not is_public(ip) and not is_allowed and not (self.is_loopback_open and ip.is_loopback):
                raise ForbiddenAddressError("That address leads into a private network.")
        return Target(host, port, path, is_https, addresses[0])

    def _find_home(self, url: str) -> Origin | None:
        """Return the origin of an address that the operator has named, or None."""
        # names with accents are written as in DNS (xn--); many marks would keep the loop
        if not self.home or not url.isascii():
            return None
        parts = urlsplit(url)
        try:
            origin = read_origin(f"{parts.scheme}://{parts.netloc}")
        except ValueError:
            return None
        return origin if str(origin) in self.home else None


def is_private(ip: Ip) -> bool:
    """Return whether the address is one of a home or a firm."""
    return any(ip in network for network in _PRIVATE)


def is_public(ip: Ip) -> bool:
    """Return whether the address is a public machine's, and no other one in disguise."""
    if (ip.version == 6 and ip not in _UNICAST) or any(ip in network for network in _SPECIAL):
        return False
    is_special = ip.is_multicast or ip.is_reserved or ip.is_unspecified or ip.is_loopback or ip.is_link_local
    return ip.is_global and not is_special


def is_loopback_name(host: str) -> bool:
    """Return whether the host is this machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def hosts_of(written: str) -> frozenset[str]:
    """Split the hosts of a setting, separated by commas."""
    return frozenset(host.strip().lower() for host in written.split(",") if host.strip())


def _is_host(host: str) -> bool:
    """Return whether ``getaddrinfo`` takes a name. It raises UnicodeError for others."""
    return len(host) <= MOST_OF_NAME and all(0 < len(label) <= MOST_OF_LABEL for label in host.split("."))


def _is_under(host: str, allowed: str) -> bool:
    return host.endswith(allowed) if allowed.startswith(".") else host == allowed
