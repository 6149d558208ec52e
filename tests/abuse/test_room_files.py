"""Hostile rooms' files, brought to a real server: each is refused with a sentence, none fills its memory, and none
leaves a process behind."""

import http.client
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.web import heavy
from tools.served import SERVE, Served

READS_HERE = (sys.executable, "-m", "tests.abuse.mutant_reads_here")

MOST_MIB = 64
"""What hostile files may add to the server's peak memory, beyond honest ones of their length. Copies of a body that the
allocator keeps add 8 to 35 MiB; a server that parses the files itself adds 260."""

HOSTILE = [name for name in heavy.UPLOADS if name.startswith("a file ") and "end" not in name]
PATIENCE_S = 300.0


@contextmanager
def a_server(folder: Path, command: Sequence[str] = SERVE) -> Iterator[Served]:
    """A server in a process of its own."""
    served = Served(folder, command=command)
    served.start()
    try:
        yield served
    finally:
        served.stop()


def bring(served: Served, body: bytes) -> tuple[int, str]:
    """The status and the page that answer a form with a file."""
    at = urlsplit(served.url)
    connection = http.client.HTTPConnection(at.hostname or "", at.port, timeout=PATIENCE_S)
    headers = {"content-type": heavy.UPLOAD, "sec-fetch-site": "same-origin"}
    with suppress(ConnectionError):  # it may answer before it has read all
        connection.request("POST", "/rooms/import", body, headers)
    answer = connection.getresponse()
    try:
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def peak_mib(served: Served) -> float:
    """The most memory that the server's own process has had."""
    status = Path(f"/proc/{served.pid}/status").read_text(encoding="utf-8")
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def children(served: Served) -> list[str]:
    """The processes that the server has started and that run."""
    threads = Path(f"/proc/{served.pid}/task").glob("*/children")
    return [pid for each in threads for pid in each.read_text(encoding="utf-8").split()]


@dataclass
class Brought:
    """What came of hostile files at a server that still runs."""

    served: Served
    pages: dict[str, str]
    """The answer to each."""
    mib: float
    """How much more memory they took than a long one that is a single text."""


def bring_hostile(served: Served, names: Sequence[str] = HOSTILE) -> Brought:
    """Brings these files, after honest ones of their length."""
    for _ in range(3):
        assert bring(served, heavy.UPLOADS["an open file"])[0] == 422
    before, pages = peak_mib(served), dict[str, str]()
    for name in names:
        status, pages[name] = bring(served, heavy.UPLOADS[name])
        assert status == 422, name
    return Brought(served, pages, peak_mib(served) - before)


@pytest.fixture(scope="module")
def brought(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Brought]:
    """All hostile files, brought to one server."""
    with a_server(tmp_path_factory.mktemp("served")) as served:
        yield bring_hostile(served)


@pytest.mark.slow("brings ten large files, and a process of its own reads each")
def test_no_hostile_file_fills_the_servers_memory(brought: Brought) -> None:
    assert brought.mib < MOST_MIB


def test_every_hostile_file_gets_a_sentence_and_no_process_is_left(brought: Brought) -> None:
    assert set(brought.pages) == set(HOSTILE)
    for name, page in brought.pages.items():
        assert 'class="refusal"' in page, name
    until = time.monotonic() + PATIENCE_S
    while children(brought.served):
        assert time.monotonic() < until
        time.sleep(0.01)


def test_a_server_that_reads_files_itself_is_caught(tmp_path: Path) -> None:
    with a_server(tmp_path, READS_HERE) as served:
        assert bring_hostile(served, ["a file of lists"]).mib > 2 * MOST_MIB
