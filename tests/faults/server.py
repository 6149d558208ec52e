"""A real server in a process of its own, to be killed and started again on the same port and data."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import httpx2

ROOT = Path(__file__).resolve().parents[2]
SERVE = (sys.executable, "-m", "app", "serve")
READY_S = 30.0


class Server:
    """``python -m app serve`` on loopback; ``command`` may be a mutant of it."""

    def __init__(self, data: Path, command: Sequence[str] = SERVE) -> None:
        self.data = data
        self.port = free_port()
        self._command = command
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where it is reached."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def database(self) -> str:
        """The URL of its database."""
        return f"sqlite:///{self.data / 'signet.db'}"

    async def start(self) -> None:
        """Starts it and waits until it answers. Raises RuntimeError when it does not."""
        env = {
            **{name: value for name, value in os.environ.items() if not name.startswith("SIGNET_")},
            "SIGNET_HOST": "127.0.0.1",
            "SIGNET_PORT": str(self.port),
            "SIGNET_DATA": str(self.data),
            "SIGNET_LIMITS": "off",
            "SIGNET_LOG": "warning",
        }
        with (self.data / "server.log").open("ab") as log:
            self._process = subprocess.Popen(self._command, cwd=ROOT, env=env, stdout=log, stderr=log)
        deadline = asyncio.get_running_loop().time() + READY_S
        while not await asyncio.to_thread(self._is_ready):
            if self._process.poll() is not None or asyncio.get_running_loop().time() > deadline:
                raise RuntimeError((self.data / "server.log").read_text()[-4000:])
            await asyncio.sleep(0.05)

    def kill(self) -> None:
        """``kill -9``: no goodbye, nothing flushed."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """The polite way."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(timeout=20)
            self._process = None

    def _is_ready(self) -> bool:
        try:
            return httpx2.get(f"{self.url}/healthz", timeout=2).status_code == httpx2.codes.OK
        except httpx2.TransportError:
            return False


def free_port() -> int:
    """A port nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
