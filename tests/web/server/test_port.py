"""Listening socket: IPv4 and IPv6 by default, and clients of both told apart."""

import asyncio
import socket
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest
from httpx2 import AsyncClient, AsyncHTTPTransport

from app.network import EVERY_IPV4
from app.origin import EVERYWHERE
from app.web.server.port import listen
from tests.proxied.test_recipe import FORGED, OPEN
from tests.sources import ROOT
from tools.served import Served

HAS_BOTH = pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="this machine has no IPv6")

ACCEPT_IPV4 = """
import socket
from app.web.server.port import listen
with listen("::", 0) as listening:
    socket.create_connection(("127.0.0.1", listening.getsockname()[1])).close()
    print(listening.family.name, listening.accept()[1][0])
"""


def accept_ipv4(setting: str) -> str:
    """Return how a socket accepts IPv4 in a network with a setting of the kernel."""
    network = ["bwrap", "--dev-bind", "/", "/", "--unshare-user", "--uid", "0", "--unshare-net"]
    script = f'echo 1 > /proc/sys/net/ipv6/{setting} && exec "$0" -c "$1"'
    command = [*network, "--cap-add", "CAP_NET_ADMIN", "sh", "-c", script, sys.executable, ACCEPT_IPV4]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


@HAS_BOTH
@pytest.mark.parametrize("setting", ["bindv6only", "conf/all/disable_ipv6"])
def test_ipv4_is_accepted_whatever_the_kernels_default(setting: str) -> None:
    assert accept_ipv4(setting) == "AF_INET6 ::ffff:127.0.0.1"


def test_machine_without_ipv6_listens_on_ipv4(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "has_ipv6", False)
    with listen(EVERYWHERE, 0) as listening:
        assert (listening.family, listening.getsockname()[0]) == (socket.AF_INET, EVERY_IPV4)


def test_port_of_ipv4_alone_is_in_use_for_both() -> None:
    with listen(EVERY_IPV4, 0) as first, pytest.raises(OSError, match="already in use"):
        listen(EVERYWHERE, first.getsockname()[1]).close()


async def open_rooms(url: str, address: str, count: int, **headers: str) -> list[int]:
    """Return the statuses of rooms that a client at an address opens."""
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    async with AsyncClient(base_url=url, transport=AsyncHTTPTransport(local_address=address), timeout=60) as client:
        return [(await client.post("/api/rooms", json=OPEN, headers=named)).status_code for _ in range(count)]


@HAS_BOTH
def test_default_server_counts_clients_of_ipv4_and_ipv6(tmp_path: Path) -> None:
    one = {"SIGNET_LIMITS": "on", "SIGNET_LIMIT_ROOMS_PER_HOUR": "1", "SIGNET_LOG": "info"}
    server = Served(tmp_path, {**one, "SIGNET_HOST": "", "SIGNET_PROXY": "127.0.0.9"})
    server.start()
    try:
        six = server.url.replace("127.0.0.1", "[::1]")
        for url, address in ((server.url, "127.0.0.2"), (server.url, "127.0.0.3"), (six, "::1")):
            assert asyncio.run(open_rooms(url, address, 2)) == [201, 429], address
            assert asyncio.run(open_rooms(url, address, 1, x_forwarded_for=FORGED)) == [429], "no proxy of ours"
        for client in (FORGED, f"::ffff:{FORGED}"):
            expected = [201, 429] if client == FORGED else [429, 429]
            assert asyncio.run(open_rooms(server.url, "127.0.0.9", 2, x_forwarded_for=client)) == expected
        assert '"if_it_is_yours": "SIGNET_PROXY=127.0.0.9,127.0.0.2"' in server.log
        assert "::ffff:" not in server.log
        for host in ("localhost", "127.0.0.1", "[::1]"):
            own = {"host": f"{host}:{six.rpartition(':')[2]}"}
            assert httpx2.get(f"{server.url}/", headers=own, timeout=60).status_code == 200, host
    finally:
        server.stop()
