"""Where the server may be sent by an address that somebody else typed: to public machines of the internet, by https, at
its usual port. Everything else, above all our own network, is refused after the name was looked up, and the connection
then goes to the very address that was looked at."""

import asyncio
import ipaddress
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

HTTPS_PORT = 443
MOST_CHARACTERS = 2_000

_TRANSLATED = ipaddress.ip_network("64:ff9b::/96"), ipaddress.ip_network("64:ff9b:1::/48")
"""IPv6 addresses that stand for IPv4 ones behind a translator (RFC 6052, RFC 8215)."""

_WITHDRAWN = ipaddress.ip_network("fec0::/10"), ipaddress.ip_network("192.88.99.0/24")
"""What a network may still lead to itself, though nobody has it any more: addresses of one site (RFC 3879), the nearest
relay of 6to4 (RFC 7526)."""

Ip = ipaddress.IPv4Address | ipaddress.IPv6Address


class NotAllowed(ValueError):
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
    """What may be called."""

    hosts: frozenset[str] = frozenset()
    """The only hosts, if any are named; ``.example.org`` stands for all below it."""
    is_loopback_open: bool = False
    """Whether this machine may be called too, by http and at any port: for tests."""

    def read(self, url: str) -> tuple[str, int, str, bool]:
        """Host, port, path and whether it is https; nothing is looked up. Raises NotAllowed."""
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError as error:
            raise NotAllowed("That is no address.") from error
        host = (parts.hostname or "").rstrip(".").lower()
        is_plain = url.isascii() and url.isprintable() and " " not in url and len(url) <= MOST_CHARACTERS
        if not host or not is_plain or "@" in parts.netloc or "\\" in url:
            raise NotAllowed("That is no address.")
        is_https = parts.scheme == "https"
        is_open = self.is_loopback_open and is_loopback_name(host) and parts.scheme in ("http", "https")
        if not is_open and (not is_https or port not in (None, HTTPS_PORT)):
            raise NotAllowed("The address begins with https:// and names no port.")
        if self.hosts and not is_open and not any(_is_under(host, allowed) for allowed in self.hosts):
            raise NotAllowed("This server calls no such host.")
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        return host, port or (HTTPS_PORT if is_https else 80), path, is_https

    async def look_up(self, url: str) -> Target:
        """The place behind an address, which is looked up. Raises NotAllowed, OSError when the name leads nowhere."""
        host, port, path, is_https = self.read(url)
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        addresses = list(dict.fromkeys(str(entry[4][0]).partition("%")[0] for entry in found))
        if not addresses:
            raise NotAllowed("That address leads nowhere.")
        for address in addresses:
            # one bad address among good ones is a trap
            ip = ipaddress.ip_address(address)
            if not is_public(ip) and not (self.is_loopback_open and ip.is_loopback):
                raise NotAllowed("That address leads into a private network.")
        return Target(host, port, path, is_https, addresses[0])


def is_public(ip: Ip) -> bool:
    """Whether the address is a machine's of the public internet, and no other one in disguise."""
    if isinstance(ip, ipaddress.IPv6Address) and (
        ip.ipv4_mapped is not None
        or ip.sixtofour is not None
        or ip.teredo is not None
        or any(ip in network for network in _TRANSLATED)
    ):
        return False
    if any(ip in network for network in _WITHDRAWN):
        return False
    is_special = ip.is_multicast or ip.is_reserved or ip.is_unspecified or ip.is_loopback or ip.is_link_local
    return ip.is_global and not is_special


def is_loopback_name(host: str) -> bool:
    """Whether the host is this machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def hosts_of(written: str) -> frozenset[str]:
    """The hosts named in a setting, by commas."""
    return frozenset(host.strip().lower() for host in written.split(",") if host.strip())


def _is_under(host: str, allowed: str) -> bool:
    return host.endswith(allowed) if allowed.startswith(".") else host == allowed
