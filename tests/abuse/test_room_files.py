"""Hostile room files on a real server: refused with a sentence, in little memory.

None leaves a process behind."""

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
"""Most MiB that hostile files may add to the server's peak memory.

Honest files of their length come first. Copies of a body that the allocator keeps add 8 to 35 MiB; a server that
parses files itself adds 260."""

HOSTILE = [name for name in heavy.UPLOADS if name.startswith("a file ") and "end" not in name]
PATIENCE_S = 300.0


@contextmanager
def serve(folder: Path, command: Sequence[str] = SERVE) -> Iterator[Served]:
    """Run a server in a process of its own."""
    served = Served(folder, command=command)
    served.start()
    try:
        yield served
    finally:
        served.stop()


def post_file(served: Served, body: bytes) -> tuple[int, str]:
    """Return status and page after a form with a file."""
    at = urlsplit(served.url)
    connection = http.client.HTTPConnection(at.hostname or "", at.port, timeout=PATIENCE_S)
    headers = {"content-type": heavy.UPLOAD, "sec-fetch-site": "same-origin"}
    with suppress(ConnectionError):  # The server may answer before it has read everything.
        connection.request("POST", "/rooms/import", body, headers)
    answer = connection.getresponse()
    try:
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def read_peak_mib(served: Served) -> float:
    """Return the peak memory of the server's own process in MiB."""
    status = Path(f"/proc/{served.pid}/status").read_text(encoding="utf-8")
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def list_children(served: Served) -> list[str]:
    """Return the running child processes of the server."""
    threads = Path(f"/proc/{served.pid}/task").glob("*/children")
    return [pid for each in threads for pid in each.read_text(encoding="utf-8").split()]


@dataclass
class Answers:
    """Results of hostile files at a server that still runs."""

    served: Served
    pages: dict[str, str]
    """Answer to each file."""
    mib: float
    """Added memory compared with a long file of a single text."""


def post_hostile(served: Served, names: Sequence[str] = HOSTILE) -> Answers:
    """Post these files, after honest ones of their length."""
    for _ in range(3):
        assert post_file(served, heavy.UPLOADS["an open file"])[0] == 422
    before, pages = read_peak_mib(served), dict[str, str]()
    for name in names:
        status, pages[name] = post_file(served, heavy.UPLOADS[name])
        assert status == 422, name
    return Answers(served, pages, read_peak_mib(served) - before)


@pytest.fixture(scope="module")
def hostile_answers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Answers]:
    """Results of all hostile files at one server."""
    with serve(tmp_path_factory.mktemp("served")) as served:
        yield post_hostile(served)


@pytest.mark.slow("brings ten large files, and a process of its own reads each")
def test_hostile_files_stay_within_memory(hostile_answers: Answers) -> None:
    assert hostile_answers.mib < MOST_MIB


def test_hostile_files_get_a_sentence_and_leave_no_process(hostile_answers: Answers) -> None:
    assert set(hostile_answers.pages) == set(HOSTILE)
    for name, page in hostile_answers.pages.items():
        assert 'class="refusal"' in page, name
    until = time.monotonic() + PATIENCE_S
    while list_children(hostile_answers.served):
        assert time.monotonic() < until
        time.sleep(0.01)


def test_server_that_reads_files_itself_is_detected(tmp_path: Path) -> None:
    with serve(tmp_path, READS_HERE) as served:
        assert post_hostile(served, ["a file of lists"]).mib > 2 * MOST_MIB
