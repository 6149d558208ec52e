"""Origins: scheme, host and port as in the headers ``Host`` and ``Origin``."""

import functools
import ipaddress
import re
from typing import NamedTuple
from urllib.parse import unquote

DEFAULT_PORTS = {"http": 80, "https": 443}

EXAMPLE = "such as https://play.example.org"

EVERYWHERE = "::"
"""Every address of this machine, IPv4 and IPv6."""

_MACHINE = re.compile(r"[a-z0-9_](?:[a-z0-9._-]{0,251}[a-z0-9_])?")
_LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
_AROUND = "".join(map(chr, range(0x21)))
"""Characters that browsers cut off at both ends of an address."""

LONGEST_HOST = 253


class Origin(NamedTuple):
    """Origin of a server. ``str()`` gives the address without a slash at its end."""

    scheme: str
    host: str
    """A name in ASCII, or an IP address; IPv6 in brackets."""
    port: int

    def __str__(self) -> str:
        return f"{self.scheme}://{self.netloc}"

    @property
    def netloc(self) -> str:
        """Host and port; a default port is left out, as browsers do."""
        return self.host if self.port == DEFAULT_PORTS[self.scheme] else f"{self.host}:{self.port}"

    @property
    def is_loopback(self) -> bool:
        """True if the address leads back to the machine of whoever asks."""
        ip = ip_in(self.host)
        return ip.is_loopback if ip is not None else self.host.removesuffix(".") == "localhost"


def read_origin(text: str) -> Origin:
    """Read an address that a person wrote.

    Raises ValueError with what is wrong, as a sentence's end."""
    written = text.strip(_AROUND)
    scheme, separator, rest = written.partition("://")
    scheme = scheme.lower()
    if not separator or scheme not in DEFAULT_PORTS:
        raise ValueError(f"begin the address with http:// or https://, {EXAMPLE}")
    authority, slash, path = rest.partition("/")
    if path or set("?#\\") & set(authority + slash):
        raise ValueError(f"leave out what follows host and port, {EXAMPLE}; a sub-path is set by SIGNET_BASE_PATH")
    if "@" in authority:
        raise ValueError(f"leave out the user and the password, {EXAMPLE}")
    host, port = split_port(authority)
    found = Origin(scheme, browser_host(host), _port(port, scheme))
    ip = ip_in(found.host)
    if ip is not None and (ip.is_unspecified or ip.is_multicast):
        raise ValueError(f"{found.host} is no address that a browser can reach; write the one that players use")
    return found


@functools.lru_cache
def leads_only_here(base_url: str) -> bool:
    """Return whether links that begin so lead nowhere on another device."""
    return bool(base_url) and read_origin("/".join(base_url.split("/", 3)[:3])).is_loopback


def read_origins(written: str | None) -> str | None:
    """Read a list of addresses: each once, joined by commas; None without any.

    Raises ValueError as ``read_origin`` does."""
    found = dict.fromkeys(str(read_origin(each)) for each in re.split(r"[,\s]+", written or "") if each)
    return ",".join(found) or None


def read_host(written: str) -> str:
    """Read the address to listen on. Raises ValueError for more than a host.

    IPv6 is returned without brackets."""
    host = written.strip().removeprefix("[").removesuffix("]").lower()
    if not host:
        return EVERYWHERE
    if "://" in host or "/" in host or host.count(":") == 1:
        raise ValueError("give the host alone, such as 127.0.0.1; the port is SIGNET_PORT")
    if not (_MACHINE.fullmatch(host) or ip_in(host)):
        raise ValueError("give an address of this machine, such as 127.0.0.1, or :: for all of them")
    return host


def split_port(netloc: str) -> tuple[str, str | None]:
    """Host and port as they are written; None without a colon behind the host."""
    end = netloc.rfind("]") + 1
    host, colon, port = netloc[end:].partition(":") if end else netloc.partition(":")
    return netloc[:end] + host, port if colon else None


def browser_host(host: str) -> str:
    """Return the host as browsers send it. Raises ValueError as ``read_origin`` does.

    Names are lower-case ASCII by UTS #46 without a final dot; IP addresses are at their shortest."""
    if host.startswith("["):
        return _add_brackets(host)
    name = unquote(host)
    if not name.isascii():
        name = _to_ascii(name)
    name = name.lower().removesuffix(".")
    labels = name.split(".")
    if _NUMBER.fullmatch(labels[-1]):
        return _figures(name)
    if len(name) > LONGEST_HOST or not all(map(_LABEL.fullmatch, labels)):
        raise ValueError(f"{host or 'nothing'} isn't the name of a server; write an address {EXAMPLE}")
    return name


def ip_in(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return the IP address that a host is, with or without brackets; None for a name.

    An IPv4 address within IPv6 is returned as IPv4."""
    try:
        ip = ipaddress.ip_address(host.removeprefix("[").removesuffix("]").partition("%")[0])
    except ValueError:
        return None
    mapped = getattr(ip, "ipv4_mapped", None)
    return mapped if isinstance(mapped, ipaddress.IPv4Address) else ip


def _add_brackets(host: str) -> str:
    try:
        ip = ipaddress.IPv6Address(host[1:-1])
    except ValueError:
        ip = None
    if ip is None or not host.endswith("]") or ip.scope_id is not None:
        raise ValueError(f"{host} isn't an IPv6 address that browsers take; write it as http://[2001:db8::1]:8000")
    if ip.ipv4_mapped is not None:
        # browsers write its last part as IPv6
        return f"[::ffff:{int(ip.ipv4_mapped) >> 16:x}:{int(ip.ipv4_mapped) & 0xFFFF:x}]"
    return f"[{ip.compressed}]"


def _figures(name: str) -> str:
    try:
        ip = ipaddress.IPv4Address(name)
    except ValueError:
        raise ValueError(f"{name} isn't an IPv4 address; write its four figures, such as 192.168.1.20") from None
    return str(ip)


def _to_ascii(name: str) -> str:
    import idna  # noqa: PLC0415 - hardly any server needs it

    try:
        return idna.encode(name, uts46=True).decode()
    except UnicodeError:
        raise ValueError(f"{name} isn't the name of a server; write its form that begins with xn--") from None


def _port(written: str | None, scheme: str) -> int:
    # nothing behind the colon means the default to browsers
    if not written:
        return DEFAULT_PORTS[scheme]
    if not (written.isascii() and written.isdigit() and len(written) <= 5 and 1 <= int(written) <= 65_535):
        raise ValueError(f"{written} isn't a port; write a number from 1 to 65535, or none")
    return int(written)
