"""``serve --workers``: processes are replaced, renewed, and stopped with their parent; SQLite has one alone."""

import os
import signal
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.cli import main
from tests.faults.processes import PATIENCE_S, wait_for_all
from tests.postgres import Postgres, postgres_server
from tools.served import Served

pytestmark = [pytest.mark.fault, pytest.mark.slow("several processes are started and replaced")]

HUNG_S = 4


@pytest.fixture(scope="module")
def safe_postgres() -> Iterator[Postgres]:
    """A Postgres that waits for its disk, as the server insists."""
    with postgres_server(()) as postgres:
        yield postgres


@pytest.fixture
def server(safe_postgres: Postgres, tmp_path: Path) -> Iterator[Served]:
    """Two processes, not started yet."""
    served = Served(tmp_path, {"SIGNET_DATABASE_URL": safe_postgres.url(), "SIGNET_WORKERS": "2"})
    yield served
    served.stop()


@pytest.fixture
def impatient(safe_postgres: Postgres, tmp_path: Path) -> Iterator[Served]:
    """Two processes that serve, of which one may hang for a few seconds only."""
    settings = {"SIGNET_DATABASE_URL": safe_postgres.url(), "SIGNET_WORKERS": "2", "SIGNET_HUNG_SECONDS": str(HUNG_S)}
    served = Served(tmp_path, settings)
    served.start()
    wait_for_all(served, safe_postgres, 2)
    yield served
    for pid in served.workers:
        os.kill(pid, signal.SIGCONT)
    served.stop()


def comes_true(holds: Callable[[], bool]) -> None:
    """Waits for a condition."""
    until = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.05)


def answers(url: str) -> bool:
    """Whether the server says that it is well."""
    with urllib.request.urlopen(f"{url}/healthz", timeout=60) as answer:  # noqa: S310 - our own loopback address
        return bool(answer.status == 200)


@pytest.mark.parametrize("how", ["option", "setting"])
def test_an_sqlite_database_is_served_by_one_process(
    how: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in [name for name in os.environ if name.startswith("SIGNET_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("SIGNET_DATA", str(tmp_path / "data"))
    arguments = ["serve", "--port", "0"]
    if how == "option":
        arguments += ["--workers", "2"]
    else:
        monkeypatch.setenv("SIGNET_WORKERS", "2")
    assert main(arguments) == 2
    said = capsys.readouterr()
    assert (said.out, len(said.err.splitlines())) == ("", 1)
    assert said.err.startswith("Signet cannot start: an SQLite database serves one process")
    assert not (tmp_path / "data").exists()


def test_no_process_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--workers", "0"]) == 2
    assert "SIGNET_WORKERS" in capsys.readouterr().err


def test_processes_are_replaced_renewed_and_stopped_together(server: Served) -> None:
    server.start()
    comes_true(lambda: len(server.workers) == 2)
    first = server.workers
    os.kill(min(first), signal.SIGKILL)
    comes_true(lambda: len(server.workers) == 2 and server.workers != first)
    assert answers(server.url)
    second = server.workers
    server.tell(signal.SIGHUP)
    while server.workers & second or len(server.workers) != 2:
        assert answers(server.url)
        time.sleep(0.05)
    third = server.workers
    server.stop()
    assert not any(is_running(pid) for pid in first | second | third)


def test_a_hung_process_is_killed_and_replaced(impatient: Served) -> None:
    first = impatient.workers
    os.kill(min(first), signal.SIGSTOP)
    comes_true(lambda: not is_running(min(first)) and len(impatient.workers) == 2)
    assert max(first) in impatient.workers
    assert answers(impatient.url)
    assert "worker hung" in impatient.log


def test_a_suspended_machine_kills_no_process(impatient: Served) -> None:
    first, supervisor = impatient.workers, impatient.pid
    for pid in (supervisor, *first):
        os.kill(pid, signal.SIGSTOP)
    time.sleep(2 * HUNG_S)
    for pid in (supervisor, *first):
        os.kill(pid, signal.SIGCONT)
    comes_true(lambda: answers(impatient.url))
    assert impatient.workers == first


def test_a_supervisor_with_a_longer_deadline_replaces_nobody(server: Served) -> None:
    server.start()
    comes_true(lambda: len(server.workers) == 2)
    first = server.workers
    os.kill(min(first), signal.SIGSTOP)
    time.sleep(2 * HUNG_S)
    assert server.workers == first, "the deadline of a minute is what replaces a process"
    os.kill(min(first), signal.SIGCONT)


def test_processes_do_not_outlive_a_parent_that_is_killed(server: Served) -> None:
    server.start()
    comes_true(lambda: len(server.workers) == 2)
    orphans = server.workers
    server.kill()
    comes_true(lambda: not any(is_running(pid) for pid in orphans))


def is_running(pid: int) -> bool:
    """Whether there is such a process that has not ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False
