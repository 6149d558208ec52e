"""Share mode at the terminal: sentences about a missing or changed tunnel."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.proxied.tunnel import NAMES, PATIENCE_S, TunnelService, run_tunnel_service
from tools.served import Served

pytestmark = pytest.mark.slow("a server, an sshd and a proxy")


@contextmanager
def run_server(folder: Path, **settings: str) -> Iterator[Served]:
    """Run a shared server with settings."""
    server = Served(folder, settings)
    server.start()
    try:
        yield server
    finally:
        server.stop()


@pytest.fixture
def service() -> Iterator[TunnelService]:
    """Tunnel service of one test."""
    with run_tunnel_service() as found:
        yield found


def wait_for(server: Served, *sentences: str) -> None:
    """Wait until the terminal shows all of them."""
    until = time.monotonic() + PATIENCE_S
    while missing := [each for each in sentences if each not in server.log]:
        assert time.monotonic() < until, (missing, server.log)
        time.sleep(0.05)


def test_server_without_ssh_says_so_and_serves_at_home(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with run_server(tmp_path, SIGNET_SHARE="on", PATH=str(tmp_path / "empty")) as server:
        assert "This machine has no program ssh" in server.log
        assert f"To open tables, yourself: {server.url}/#word=" in server.log


def test_refusal_is_told_and_the_server_serves_at_home(tmp_path: Path, service: TunnelService) -> None:
    settings = service.settings | {"SSH_AUTH_SOCK": str(tmp_path / "nobody")}
    with run_server(tmp_path, **settings) as server:
        wait_for(server, "it refused us: ssh has no key that it takes.", "No service gave a public address.")


def test_start_shows_the_tunnel_first_and_its_use(tmp_path: Path, service: TunnelService) -> None:
    with run_server(tmp_path, **service.settings) as server:
        wait_for(server, f"For your friends:  https://{NAMES[0]}")
        assert "anywhere" in server.log


def test_a_cut_and_a_return_are_told(tmp_path: Path, service: TunnelService) -> None:
    with run_server(tmp_path, **service.settings) as server:
        service.cut()
        wait_for(server, "The tunnel was cut", "open again at the same address")


def test_a_new_name_is_told_with_its_address(tmp_path: Path, service: TunnelService) -> None:
    with run_server(tmp_path, **service.settings) as server:
        service.rename(NAMES[1])
        service.cut()
        wait_for(server, "The tunnel has a new address.", f"  https://{NAMES[1]}\n")


def test_an_address_that_leads_nowhere_is_told(tmp_path: Path, service: TunnelService) -> None:
    service.rename("three.lhr.test")
    with run_server(tmp_path, **service.settings) as server:
        wait_for(server, "https://three.lhr.test doesn't lead here yet.")


def test_an_address_that_leads_here_late_is_told_and_believed(tmp_path: Path, service: TunnelService) -> None:
    service.forget(NAMES[0])
    with run_server(tmp_path, **service.settings) as server:
        wait_for(server, f"https://{NAMES[0]} doesn't lead here yet.")
        service.remember(NAMES[0])
        wait_for(server, f"https://{NAMES[0]} leads here now.")
        assert "one set of limits" not in server.log


def test_no_ssh_is_left_behind_by_a_killed_server(tmp_path: Path, service: TunnelService) -> None:
    server = Served(tmp_path, service.settings)
    server.start()
    server.kill()
    until = time.monotonic() + PATIENCE_S
    while service.has_tunnel:
        assert time.monotonic() < until
        time.sleep(0.05)
