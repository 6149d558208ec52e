"""``serve --workers``: processes are replaced, renewed, stopped with their parent.

SQLite has only one process."""

import os
import re
import signal
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.cli import main
from app.web.server.port import listen
from tests.faults.processes import PATIENCE_S, wait_for_all
from tests.postgres import Postgres, postgres_server
from tools.served import Served, free_port

pytestmark = [pytest.mark.fault, pytest.mark.slow("several processes are started and replaced")]

HUNG_S = 4
TOKEN = "a token of the operator"


@pytest.fixture(scope="module")
def safe_postgres() -> Iterator[Postgres]:
    """Postgres that waits for its disk, as the server requires."""
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
    """Two running processes, one of which may hang for a few seconds only."""
    settings = {
        "SIGNET_DATABASE_URL": safe_postgres.url(),
        "SIGNET_WORKERS": "2",
        "SIGNET_HUNG_SECONDS": str(HUNG_S),
        "SIGNET_METRICS_TOKEN": TOKEN,
    }
    served = Served(tmp_path, settings)
    served.start()
    wait_for_all(served, safe_postgres, 2)
    yield served
    for pid in served.workers:
        os.kill(pid, signal.SIGCONT)
    served.stop()


def wait_until(holds: Callable[[], bool]) -> None:
    """Wait for a condition."""
    until = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.05)


def is_healthy(url: str) -> bool:
    """Return whether the server reports to be well."""
    with urllib.request.urlopen(f"{url}/healthz", timeout=60) as answer:  # noqa: S310 - our own loopback address
        return bool(answer.status == 200)


def count_replaced(url: str) -> dict[str, str]:
    """Return the replaced processes by reason, from the metrics."""
    shown = {"Authorization": f"Bearer {TOKEN}"}
    request = urllib.request.Request(f"{url}/metrics", headers=shown)  # noqa: S310 - our own loopback address
    with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310 - our own loopback address
        return dict(re.findall(r'signet_workers_replaced_total\{why="(\w+)"\} (\S+)', answer.read().decode()))


@pytest.mark.parametrize("how", ["option", "setting"])
def test_sqlite_is_served_by_one_process(
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


def test_zero_processes_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--workers", "0"]) == 2
    assert "SIGNET_WORKERS" in capsys.readouterr().err


@pytest.mark.parametrize("worker", [1, 2])
def test_port_in_use_is_reported(
    worker: int, safe_postgres: Postgres, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIGNET_DATABASE_URL", safe_postgres.url())
    port = free_port(behind=2)
    with listen("127.0.0.1", port + worker):
        assert main(["serve", "--host", "127.0.0.1", "--port", str(port), "--workers", "2"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert f"port {port + worker} on 127.0.0.1, for process {worker}, is in use by another program" in said.err


def test_port_beyond_the_last_is_reported(
    safe_postgres: Postgres, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIGNET_DATABASE_URL", safe_postgres.url())
    assert main(["serve", "--host", "127.0.0.1", "--port", "65534", "--workers", "2"]) == 2
    assert "there is no port 65536 for process 2" in capsys.readouterr().err


def test_start_lists_the_address_of_each_process(server: Served) -> None:
    server.start()
    own = [url.removeprefix("http://") for url in server.own_urls]
    wait_until(lambda: f"For a proxy here:  {' '.join(own)}\n" in server.log)
    for url in server.own_urls:
        wait_until(lambda: is_healthy(url))  # noqa: B023 - called at once


def test_processes_are_replaced_renewed_and_stopped_together(server: Served) -> None:
    server.start()
    wait_until(lambda: len(server.workers) == 2)
    first = server.workers
    os.kill(min(first), signal.SIGKILL)
    wait_until(lambda: len(server.workers) == 2 and server.workers != first)
    assert is_healthy(server.url)
    second = server.workers
    server.tell(signal.SIGHUP)
    while server.workers & second or len(server.workers) != 2:
        assert is_healthy(server.url)
        time.sleep(0.05)
    third = server.workers
    server.stop()
    assert not any(is_running(pid) for pid in first | second | third)


def test_hung_process_is_killed_and_replaced(impatient: Served) -> None:
    first = impatient.workers
    os.kill(min(first), signal.SIGSTOP)
    wait_until(lambda: not is_running(min(first)) and len(impatient.workers) == 2)
    assert max(first) in impatient.workers
    assert is_healthy(impatient.url)
    assert impatient.log.count('"worker hung"') == 1
    wait_until(lambda: count_replaced(impatient.url) == {"hung": "1.0"})


def test_suspended_machine_kills_no_process(impatient: Served) -> None:
    first, supervisor = impatient.workers, impatient.pid
    for pid in (supervisor, *first):
        os.kill(pid, signal.SIGSTOP)
    time.sleep(2 * HUNG_S)
    for pid in (supervisor, *first):
        os.kill(pid, signal.SIGCONT)
    wait_until(lambda: is_healthy(impatient.url))
    assert impatient.workers == first


def test_supervisor_with_a_longer_deadline_replaces_nobody(server: Served) -> None:
    server.start()
    wait_until(lambda: len(server.workers) == 2)
    first = server.workers
    os.kill(min(first), signal.SIGSTOP)
    time.sleep(2 * HUNG_S)
    assert server.workers == first, "the deadline of a minute is what replaces a process"
    os.kill(min(first), signal.SIGCONT)


def test_processes_end_with_a_killed_parent(server: Served) -> None:
    server.start()
    wait_until(lambda: len(server.workers) == 2)
    orphans = server.workers
    server.kill()
    wait_until(lambda: not any(is_running(pid) for pid in orphans))


def is_running(pid: int) -> bool:
    """Return whether a process exists and has not ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False
