"""Checks of public addresses, against real servers that are wrong in one way each."""

import http.server
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path

import pytest

from app.share.check import FORGED, check_address
from tools.served import Served, free_port


class _Answer(http.server.BaseHTTPRequestHandler):
    """Another program, which answers everything in the same way."""

    status = HTTPStatus.OK

    def do_GET(self) -> None:
        """Answer with a status."""
        self.send_response(self.status)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, format: str, *arguments: object) -> None:
        """Keep the terminal quiet."""


@contextmanager
def another_program(status: HTTPStatus) -> Iterator[str]:
    """Run a program that always answers with that status; yield its address."""
    kind = type("Answer", (_Answer,), {"status": status})
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), kind) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Server that believes a proxy at 127.0.0.1."""
    server = Served(tmp_path_factory.mktemp("one"), {"SIGNET_LIMITS": "on"})
    server.start()
    yield server
    server.stop()


def test_own_address_leads_here(served: Served) -> None:
    report = check_address(served.url, served.url)
    assert (report.problem, report.remark, report.is_forwarded) == (None, None, False)


@pytest.mark.parametrize(
    ("status", "says"),
    [
        (HTTPStatus.OK, "Another program"),
        (HTTPStatus.NOT_FOUND, "Another program"),
        (HTTPStatus.FORBIDDEN, "Host"),
        (HTTPStatus.BAD_GATEWAY, "A proxy answers"),
    ],
)
def test_what_answers_instead_is_named(served: Served, status: HTTPStatus, says: str) -> None:
    with another_program(status) as address:
        assert says in str(check_address(address, served.url).problem)


def test_another_signet_is_told_from_this_one(served: Served, tmp_path: Path) -> None:
    other = Served(tmp_path)
    other.start()
    try:
        assert check_address(other.url, served.url).problem == "Another Signet answers there."
    finally:
        other.stop()


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("http://127.0.0.1:1", "Nothing answers at port"),
        ("http://signet.invalid", "leads nowhere"),
        ("https://127.0.0.1:{port}", "certificate isn't accepted"),
    ],
)
def test_the_reason_for_no_answer_is_named(served: Served, address: str, says: str) -> None:
    address = address.format(port=served.url.rpartition(":")[2])
    assert says in str(check_address(address, served.url).problem)


def test_nothing_is_said_of_others_while_no_server_runs_here() -> None:
    here = f"http://127.0.0.1:{free_port()}"
    assert "Start it" in str(check_address("http://signet.invalid", here).problem)


def test_server_that_believes_everybody_is_warned(tmp_path: Path) -> None:
    believing = Served(tmp_path, {"SIGNET_PROXY": "127.0.0.1"})
    believing.start()
    try:
        report = check_address(believing.url, believing.url)
        assert report.problem is None and "Anybody can pretend" in str(report.remark)
        assert not report.is_forwarded
    finally:
        believing.stop()


def test_forged_address_belongs_to_nobody() -> None:
    assert socket.inet_aton(FORGED)[:3] == socket.inet_aton("192.0.2.0")[:3], "RFC 5737"
