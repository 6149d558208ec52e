"""Local network of this machine, and its address there."""

import functools
import socket
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

from app.origin import EVERYWHERE, ip_in

if sys.platform != "win32":
    import fcntl

EVERY_IPV4 = "0.0.0.0"  # noqa: S104 - an operator may choose it, and a machine may have no IPv6

NOWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses for examples: asking which way leads there sends nothing."""

GET_ADDRESS = 0x8915 if sys.platform.startswith("linux") else 0xC0206921
"""The ``ioctl`` SIOCGIFADDR of Linux, and that of macOS and the BSDs."""

RESPONDER = Path("/run/avahi-daemon/socket")
"""Socket of Avahi, which answers to names that end in .local."""

CONTAINER_MARKS = ("/.dockerenv", "/run/.containerenv")


def lan_host(listening: str) -> str | None:
    """Return the host by which the local network reaches the server, or None.

    It is looked up each time, as a laptop moves between networks."""
    if not is_everywhere(listening):
        ip = ip_in(listening)
        return None if listening == "localhost" or (ip is not None and ip.is_loopback) else bracket_ipv6(listening)
    if has_bridge_only():
        return None
    found = find_own_address(socket.AF_INET)
    if found is None and listening == EVERYWHERE:
        found = find_own_address(socket.AF_INET6)
    return found


def local_name(system: str = sys.platform, responder: Path = RESPONDER, machine: str | None = None) -> str | None:
    """Return this machine's name on the local network, or None.

    It is that of multicast DNS (RFC 6762). macOS and Windows answer to it by themselves, Linux if Avahi runs."""
    if system not in ("darwin", "win32") and not responder.exists():
        return None
    name = (machine if machine is not None else socket.gethostname()).lower().partition(".")[0]
    return f"{name}.local" if name and name != "localhost" else None


def is_on_lan(host: str) -> bool:
    """Return whether the host is a private IP address, not routed on the internet."""
    ip = ip_in(host)
    return ip is not None and not ip.is_global


def is_everywhere(listening: str) -> bool:
    """Return whether a server listening here accepts connections at every address."""
    return listening in ("", EVERYWHERE, EVERY_IPV4)


def bracket_ipv6(host: str) -> str:
    """Return the host as written in an address: IPv6 in brackets."""
    return f"[{host}]" if ":" in host else host


@functools.cache
def has_bridge_only() -> bool:
    """Return whether this is a container that only its own machine reaches.

    None of its network cards is a device then."""
    if not any(Path(mark).exists() for mark in CONTAINER_MARKS):
        return False
    return not any(Path("/sys/class/net").glob("*/device"))


def find_own_address(family: socket.AddressFamily) -> str | None:
    """Return this machine's address on its default route or a network card, or None."""
    for address in _own_addresses(family):
        ip = ip_in(address)
        if ip is None or ip.is_loopback or ip.is_unspecified or (ip.version == 6 and ip.is_link_local):
            continue
        return bracket_ipv6(address)
    return None


def _own_addresses(family: socket.AddressFamily) -> Iterator[str]:
    """Yield this machine's addresses, the best first.

    First that of its default route, then its network cards', then its name's."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((NOWHERE[family], 9))
            yield str(probe.getsockname()[0]).partition("%")[0]
    except OSError:
        pass  # a local network without a way to the internet
    if family == socket.AF_INET:
        yield from _card_addresses()
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, family, socket.SOCK_DGRAM)
    except (OSError, UnicodeError):
        return
    for *_, place in found:
        yield str(place[0]).partition("%")[0]


def _card_addresses() -> list[str]:
    """Return the IPv4 addresses of network interfaces, those of devices first.

    Windows cannot tell; there the addresses of the machine's name do."""
    found: list[str] = []
    if sys.platform != "win32":
        names = [name for _, name in socket.if_nameindex()]
        names.sort(key=lambda name: not Path(f"/sys/class/net/{name}/device").exists())
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asker:
            for name in names:
                try:
                    answer = fcntl.ioctl(asker, GET_ADDRESS, struct.pack("256s", name.encode()[:15]))
                except OSError:
                    continue  # it has no IPv4 address
                found.append(socket.inet_ntoa(answer[20:24]))
    return found
