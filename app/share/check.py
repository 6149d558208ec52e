"""Check of a public address: whether it leads to this server, or why not."""

import base64
import http.client
import json
import secrets
import socket
import ssl
import urllib.request
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from app.network import is_on_lan
from app.origin import DEFAULT_PORTS, Origin, ip_in, read_origin

TIME_S = 10.0
FORGED = "192.0.2.77"
"""Address of nobody (RFC 5737), which a check pretends to come from."""

PATH = "/api/reach"
"""Path of the socket that a check opens; below it the server says who it is."""

_PROXY_ERRORS = (502, 503, 504)


@dataclass(frozen=True, slots=True)
class Report:
    """Result of a check."""

    address: str
    problem: str | None = None
    """Reason why it does not lead here, as a sentence; None if it does."""
    remark: str | None = None
    """Advice, as a sentence, though players can come."""
    is_forwarded: bool = False
    """True if the way tells who asks, and nobody can forge that."""


class _NotReachedError(Exception):
    """The address does not lead here; the message is a sentence."""


def check_address(address: str, here: str) -> Report:
    """Ask an address who is there. ``here``: the server's address on this machine."""
    number = secrets.token_urlsafe(16)
    origin = read_origin(address)
    try:
        own = _ask(read_origin(here), number, {})
    except _NotReachedError:
        return Report(address, f"Signet doesn't answer at {here}. Start it, then check again.")
    try:
        told = _ask(origin, number, {"X-Forwarded-For": FORGED})
        if told.get("server") != own.get("server"):
            raise _NotReachedError("Another Signet answers there.")
        _check_socket(origin)
    except _NotReachedError as reason:
        return Report(address, str(reason))
    return _read_forwarded(address, origin, told)


def _read_forwarded(address: str, origin: Origin, told: dict[str, Any]) -> Report:
    """Return the report for an address that leads here."""
    counted, forwarded = str(told.get("address")), told.get("forwarded")
    is_forwarded = isinstance(forwarded, str) and ip_in(forwarded) is not None and forwarded != FORGED
    remark = None
    if counted == FORGED:
        remark = "Anybody can pretend to be somebody else: the proxy must set X-Forwarded-For, not pass it on."
    elif is_forwarded and counted != forwarded:
        remark = "The proxy isn't believed about who asks, so all count as one. Set SIGNET_PROXY to its address."
    elif not is_forwarded and not is_on_lan(origin.host) and not origin.is_loopback and is_on_lan(counted):
        remark = "The proxy doesn't tell who asks (X-Forwarded-For), so all count as one."
    if origin.scheme == "http" and not is_on_lan(origin.host) and not origin.is_loopback:
        remark = remark or "Without https, others on the way can read what is sent."
    return Report(address, remark=remark, is_forwarded=is_forwarded)


def _ask(origin: Origin, number: str, headers: dict[str, str]) -> dict[str, Any]:
    """Return what the server at an address says of itself.

    Raises _NotReachedError."""
    status, body = _request(origin, f"{PATH}/{number}", headers)
    if status == http.HTTPStatus.FORBIDDEN:
        raise _NotReachedError("Signet is reached, but by another name: the proxy doesn't pass Host on.")
    if status in _PROXY_ERRORS:
        raise _NotReachedError(f"A proxy answers, but it doesn't reach Signet (status {status}).")
    try:
        told = json.loads(body) if status == http.HTTPStatus.OK else None
    except ValueError:
        told = None
    if not isinstance(told, dict) or "server" not in told:
        raise _NotReachedError(f"Another program answers there (status {status}).")
    return told


def _check_socket(origin: Origin) -> None:
    """Raise _NotReachedError unless a WebSocket opens at an address."""
    headers = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": base64.b64encode(secrets.token_bytes(16)).decode(),
    }
    status, _ = _request(origin, PATH, headers)
    if status != http.HTTPStatus.SWITCHING_PROTOCOLS:
        raise _NotReachedError(f"WebSockets don't pass (status {status}): the proxy must forward Upgrade.")


def _request(origin: Origin, path: str, headers: dict[str, str]) -> tuple[int, bytes]:
    """Return status and body of an answer. Raises _NotReachedError with the reason."""
    connection = _connect(origin)
    try:
        connection.request("GET", path, headers={"Host": origin.netloc, **headers})
        response = connection.getresponse()
        is_socket = response.status == http.HTTPStatus.SWITCHING_PROTOCOLS
        return response.status, b"" if is_socket else response.read(65_536)
    except socket.gaierror as error:
        raise _NotReachedError(f"The name {origin.host} leads nowhere: it has no address in DNS.") from error
    except ssl.SSLError as error:
        raise _NotReachedError(f"Its certificate isn't accepted ({error.reason or 'no TLS'}).") from error
    except ConnectionRefusedError as error:
        raise _NotReachedError(f"Nothing answers at port {origin.port}. Forward that port to this machine.") from error
    except TimeoutError as error:
        raise _NotReachedError(
            f"No answer within {TIME_S:.0f} seconds: a router or firewall drops what comes to port {origin.port}."
        ) from error
    except (OSError, http.client.HTTPException) as error:
        raise _NotReachedError(f"The connection failed ({type(error).__name__}).") from error
    finally:
        connection.close()


def _connect(origin: Origin) -> http.client.HTTPConnection:
    """Return a connection, through the proxy that the environment names for https."""
    host = origin.host.removeprefix("[").removesuffix("]")
    if origin.scheme == "http":
        return http.client.HTTPConnection(host, origin.port, timeout=TIME_S)
    trust = ssl.create_default_context()
    proxy = urllib.request.getproxies().get("https")
    if proxy is None or urllib.request.proxy_bypass(origin.host):
        return http.client.HTTPSConnection(host, origin.port, timeout=TIME_S, context=trust)
    at = urlsplit(proxy)
    through = http.client.HTTPSConnection(
        at.hostname or "", at.port or DEFAULT_PORTS["http"], timeout=TIME_S, context=trust
    )
    through.set_tunnel(host, origin.port)
    return through
