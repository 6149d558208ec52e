"""Tunnel services that plain ssh reaches, without an account.

They tell the public address in a line of output: as JSON, or within a sentence."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

_URL = re.compile(r"https://[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::[0-9]{1,5})?(?![a-z0-9/:-]|\.[a-z0-9])")
"""Address without a path: those with one lead to a service's own pages."""

_PLAIN_HOST = re.compile(r"[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::[0-9]{1,5})?")


@dataclass(frozen=True, slots=True)
class Service:
    """One end of a tunnel at which players arrive."""

    name: str
    """Its name for people."""
    destination: str
    """Whom ssh calls, such as user@host."""
    listens: str
    """Port there, or address and port, as ``ssh -R`` writes it."""
    options: tuple[str, ...] = ()
    command: tuple[str, ...] = ()
    """Command that is run there, if any."""
    suffixes: tuple[str, ...] = ()
    """Ends of the names that it gives."""
    is_public: bool = True
    """True for a service that anybody may use; one's own may tell any name."""
    address: str | None = None
    """The public address if it is known before; then nothing is run there."""


SERVICES = (
    Service(
        "localhost.run",
        "nokey@localhost.run",
        "80",
        command=("--output", "json"),
        suffixes=(".lhr.life",),
    ),
    Service("serveo.net", "serveo.net", "80", suffixes=(".serveo.net", ".serveousercontent.com")),
    Service(
        "pinggy.io",
        "free.pinggy.io",
        "0",
        options=("-p", "443"),
        suffixes=(".pinggy.link", ".pinggy-free.link"),
    ),
)
"""Public services, in the order in which they are tried."""


def own_server(destination: str, port: int, address: str | None) -> Service:
    """Return one's own server as the end of a tunnel.

    ``port``: the port on its loopback to which its proxy forwards. Without an ``address`` its output has to tell
    it."""
    host = f"//{destination.removeprefix('ssh://')}"
    suffixes = (f".{urlsplit(host).hostname}",)
    return Service(destination, destination, f"127.0.0.1:{port}", suffixes=suffixes, is_public=False, address=address)


def read_address(line: str, service: Service) -> str | None:
    """Return the public https address that a line of output tells, or None.

    Only names of the service itself are taken. Raises nothing, whatever the line holds."""
    try:
        told = json.loads(line)
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict):
        return next((each for each in _URL.findall(line) if _is_of(each, service)), None)
    host = told.get("address") if told.get("event") == "tcpip-forward" else None
    if not isinstance(host, str) or not _PLAIN_HOST.fullmatch(host):
        return None
    return f"https://{host}" if not service.is_public or _is_of(f"https://{host}", service) else None


def make_command(service: Service, inner: str, known_hosts: Path) -> Sequence[str]:
    """Return the command line of ssh.

    ``inner``: where the tunnel ends here, a socket's path or address and port. ``known_hosts``: the file with the keys
    of public services; one's own server is known to the user's own ssh."""
    # keys that are new are kept in the first file
    known = f'"{known_hosts}"' if service.is_public else f'"{known_hosts}" ~/.ssh/known_hosts'
    return (
        "ssh",
        "-T" if service.address is None else "-N",
        *("-o", "BatchMode=yes"),
        *("-o", "ConnectTimeout=10"),
        *("-o", "ControlPath=none"),
        *("-o", "ExitOnForwardFailure=yes"),
        *("-o", "ServerAliveInterval=15"),
        *("-o", "ServerAliveCountMax=2"),
        *("-o", "StrictHostKeyChecking=accept-new"),
        *("-o", f"UserKnownHostsFile={known}"),
        *(("-F", "none") if service.is_public else ()),
        *service.options,
        *("-R", f"{service.listens}:{inner}"),
        service.destination,
        *service.command,
    )


def _is_of(address: str, service: Service) -> bool:
    return f".{urlsplit(address).hostname}".endswith(service.suffixes)
