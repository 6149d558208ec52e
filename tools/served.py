"""Server for tools and tests, on a free port with data of its own."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[1]
SERVE = (sys.executable, "-m", "app", "serve")
READY_S = 180.0
PORTS = 10_000, 32_768
"""Ports below Linux's ephemeral range.

A restarted server finds its port free."""


def free_port(behind: int = 0) -> int:
    """Return an unused port of this machine, with as many free ones behind it.

    The system never gives it to a connection."""
    numbers = Random()  # noqa: S311 - no secret
    while True:
        port = numbers.randrange(*PORTS)
        with ExitStack() as stack, suppress(OSError):
            for number in range(behind + 1):
                stack.enter_context(socket.socket()).bind(("127.0.0.1", port + number))
            return port


class Served:
    """Process of ``python -m app serve`` over the data in a folder.

    It can be killed and started again at the same address. ``command`` may be another program that serves the same
    way."""

    def __init__(
        self,
        data: Path,
        settings: Mapping[str, str] | None = None,
        command: Sequence[str] = SERVE,
        root: Path = ROOT,
    ) -> None:
        """Prepare a server. ``root`` is its checkout."""
        self._data = data
        self._command = command
        self._root = root
        self._settings = dict(settings or {})
        self._process: subprocess.Popen[bytes] | None = None
        chosen = self._settings.get("SIGNET_PORT")
        self._port = int(chosen) if chosen else free_port(int(self._settings.get("SIGNET_WORKERS", "0")))

    @property
    def url(self) -> str:
        """Address of the server."""
        return f"http://127.0.0.1:{self._port}"

    @property
    def own_urls(self) -> list[str]:
        """Addresses of each of several processes."""
        return [
            f"http://127.0.0.1:{self._port + 1 + number}" for number in range(int(self._settings["SIGNET_WORKERS"]))
        ]

    @property
    def database(self) -> str:
        """Address of its database."""
        return self._settings.get("SIGNET_DATABASE_URL") or f"sqlite:///{self._data / 'signet.db'}"

    @property
    def pid(self) -> int:
        """Process id of the server or of the parent of its workers.

        Raises RuntimeError before its start."""
        if self._process is None:
            raise RuntimeError("the server has not been started")
        return self._process.pid

    @property
    def resident_kib(self) -> int:
        """Resident memory of the server's process.

        Raises RuntimeError before its start."""
        status = Path(f"/proc/{self.pid}/status").read_text(encoding="utf-8")
        return int(status.partition("VmRSS:")[2].split()[0])

    @property
    def log(self) -> str:
        """Log of the server so far."""
        return (self._data / "server.log").read_text(encoding="utf-8")

    @property
    def workers(self) -> frozenset[int]:
        """Process ids of its workers, starting ones included."""
        return self.workers_older_than(0)

    def workers_older_than(self, seconds: int) -> frozenset[int]:
        """Return the workers that were started longer ago."""
        if self._process is None:
            return frozenset()
        own = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children")
        with suppress(OSError):
            return frozenset(pid for pid in map(int, own.read_text().split()) if _serves(pid, seconds))
        return frozenset()

    def start(self) -> None:
        """Start the server and wait until it answers.

        Raises RuntimeError if it does not."""
        log = self._data / "server.log"
        with log.open("ab") as out:
            self._process = subprocess.Popen(
                self._command,
                cwd=self._root,
                env=self._environment(),
                stdout=out,
                stderr=out,
            )
        until = time.monotonic() + READY_S
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > until:
                self.kill()
                raise RuntimeError(log.read_text()[-4000:])
            time.sleep(0.05)

    def run(self, *arguments: str) -> None:
        """Run another command of the program over the same data, even while it serves.

        Raises CalledProcessError."""
        command = (sys.executable, "-m", "app", *arguments)
        subprocess.run(command, cwd=self._root, env=self._environment(), check=True, capture_output=True)

    def tell(self, number: signal.Signals) -> None:
        """Send the server a signal."""
        if self._process is not None:
            self._process.send_signal(number)

    def wait(self) -> None:
        """Wait until the server has stopped by itself."""
        if self._process is not None:
            self._process.wait(timeout=30)

    def kill(self) -> None:
        """Kill the server as ``kill -9`` does."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def stop(self) -> None:
        """Stop the server gracefully."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            self._process.wait(timeout=30)

    def _environment(self) -> dict[str, str]:
        own = {name: value for name, value in os.environ.items() if not name.startswith("SIGNET_")}
        settings = {
            "SIGNET_HOST": "127.0.0.1",
            "SIGNET_PORT": str(self._port),
            "SIGNET_DATA": str(self._data),
            "SIGNET_LIMITS": "off",
            "SIGNET_LOG": "warning",
        }
        return own | settings | self._settings

    def _answers(self) -> bool:
        try:
            url = f"{self.url}/healthz"
            with urllib.request.urlopen(url, timeout=2) as answer:  # noqa: S310 - our own loopback address
                return bool(answer.status == 200)
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return False


def _serves(pid: int, seconds: int) -> bool:
    """Return whether the process is a worker started at least ``seconds`` ago."""
    try:
        command = Path(f"/proc/{pid}/cmdline").read_bytes()
        started = int(Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[19])
    except OSError:
        return False
    age = time.clock_gettime(time.CLOCK_BOOTTIME) - started / os.sysconf("SC_CLK_TCK")
    return b"spawn_main" in command and age >= seconds
