"""Client addresses that proxies name in X-Forwarded-For."""

from collections.abc import Iterable

from app.origin import ip_in

FORWARDED_FOR = b"x-forwarded-for"

TUNNEL = "signet.tunnel"
"""Scope key of a connection that came through the tunnel's listener."""


def find_forwarded(headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """Return the address that the nearest proxy names; None without a well-formed one.

    It is the last entry: anybody may have written the others."""
    named = b",".join(value for name, value in headers if name == FORWARDED_FOR).decode("latin-1")
    return address_in(named.rpartition(",")[2])


def address_in(written: str) -> str | None:
    """Return the address in an entry of X-Forwarded-For, without its port, or None.

    Forms: ``192.0.2.1``, ``192.0.2.1:443``, ``2001:db8::1``, ``[2001:db8::1]:443``."""
    host = written.strip()
    if host.startswith("["):
        host = host[1:].partition("]")[0]
    elif host.count(":") == 1:
        host = host.partition(":")[0]
    ip = ip_in(host)
    return str(ip) if ip is not None else None
