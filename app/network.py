"""The local network of this machine: at which address others on it reach the server."""

import functools
import socket
from pathlib import Path

from app.origin import EVERYWHERE, ip_in

EVERY_IPV6 = "::"

NOWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses for examples: asking which way leads there sends nothing."""

CONTAINER_MARKS = ("/.dockerenv", "/run/.containerenv")


def lan_host(listening: str) -> str | None:
    """The host that others on the local network use for a server that listens at that address; None where they cannot
    reach it. It is looked up anew each time, for a laptop moves from one network to another."""
    if not is_everywhere(listening):
        ip = ip_in(listening)
        return None if listening == "localhost" or (ip is not None and ip.is_loopback) else in_address(listening)
    if has_bridge_only():
        return None
    found = find_own_address(socket.AF_INET)
    if found is None and listening == EVERY_IPV6:
        found = find_own_address(socket.AF_INET6)
    return found


def is_on_lan(host: str) -> bool:
    """Whether the host is an IP address that the internet doesn't lead to."""
    ip = ip_in(host)
    return ip is not None and not ip.is_global


def is_everywhere(listening: str) -> bool:
    """Whether that address means: all addresses of this machine."""
    return listening in ("", EVERYWHERE, EVERY_IPV6)


def in_address(host: str) -> str:
    """The host as it stands in an address: IPv6 in brackets."""
    return f"[{host}]" if ":" in host else host


@functools.cache
def has_bridge_only() -> bool:
    """Whether this is a container whose addresses only its own machine knows: none of its network cards is a device."""
    if not any(Path(mark).exists() for mark in CONTAINER_MARKS):
        return False
    return not any(Path("/sys/class/net").glob("*/device"))


def find_own_address(family: socket.AddressFamily) -> str | None:
    """The address of this machine on the way to others; None where there is no way."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((NOWHERE[family], 9))
            address = str(probe.getsockname()[0]).partition("%")[0]
    except OSError:
        return None
    if address.startswith("127.") or address in ("::1", "::", EVERYWHERE):
        return None
    return in_address(address)
