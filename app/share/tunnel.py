"""Tunnel by ssh, kept up in a thread of its own."""

import shutil
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path

import structlog

from app.share.services import Service, make_command, read_address

log = structlog.get_logger(__name__)

LIMIT_S = 20.0
"""Seconds that a service may take to tell its address."""
SETTLED_S = 3.0
"""Seconds after which a silent tunnel counts as open: a refused one ends before."""
REST_S = 1.0
MOST_REST_S = 30.0
STOP_S = 3.0

TRIES = 2
"""Failures in a row after which the next service is tried."""

_SSH_WRAPPER = 'exec 3<&0; "$@" <&3 3<&- & p=$!; (cat; kill $p) <&3 >/dev/null 2>&1 & wait $p'
"""Script of a shell that ends ssh when its own input ends.

That happens however this process dies. Otherwise ssh would go on holding the port at the other end."""

REASONS = (
    ("Permission denied", "it refused us: ssh has no key that it takes"),
    ("Could not resolve hostname", "its name was not found; is this machine online?"),
    ("Host key verification failed", "its key is another than before; somebody may be in between"),
    ("remote port forwarding failed", "the port at the other end is taken, or may not be forwarded"),
    ("Connection refused", "it did not answer"),
    ("Network is unreachable", "there is no network"),
    ("timed out", "it did not answer in time"),
)
"""Parts of ssh's messages, and their meaning in words."""


class NoSshError(Exception):
    """There is no program ssh on this machine."""


class Tunnel:
    """One tunnel to this machine; its public address may change."""

    def __init__(
        self,
        services: Sequence[Service],
        inner: str,
        known_hosts: Path,
        opened: Callable[[str, Service], object],
        failed: Callable[[Service, str], object],
    ) -> None:
        """Prepare a tunnel that ends at ``inner``.

        Both callbacks run in the tunnel's thread. ``opened`` is called with each new address. ``failed`` is called
        when a service could not be used or the tunnel was cut, with the reason. Raises NoSshError."""
        if shutil.which("ssh") is None:
            raise NoSshError
        self._services = services
        self._inner = inner
        self._known_hosts = known_hosts
        self._opened = opened
        self._failed = failed
        self._process: subprocess.Popen[str] | None = None
        self._is_stopping = threading.Event()
        self._has_tried = threading.Event()
        self._thread = threading.Thread(target=self._run, name="tunnel", daemon=True)

    def start(self) -> None:
        """Begin to open the tunnel."""
        self._thread.start()

    def wait(self) -> None:
        """Wait until the tunnel is open, or each service has been tried once."""
        self._has_tried.wait()

    def stop(self) -> None:
        """Close the tunnel for good."""
        self._is_stopping.set()
        self._end_process()
        self._thread.join(STOP_S)

    def _run(self) -> None:
        number = failures = 0
        while not self._is_stopping.is_set():
            service = self._services[number % len(self._services)]
            reason, was_open = self._open(service)
            if self._is_stopping.is_set():
                break
            self._failed(service, reason)
            failures = 0 if was_open else failures + 1
            if not was_open and (not self._has_tried.is_set() or failures % TRIES == 0):
                number += 1
            if not was_open and failures >= len(self._services):
                self._has_tried.set()
            if self._has_tried.is_set():
                self._is_stopping.wait(min(REST_S * 2**failures, MOST_REST_S))
        self._has_tried.set()

    def _open(self, service: Service) -> tuple[str, bool]:
        """Keep a tunnel open until it ends. Return the reason, and whether it was open."""
        command = make_command(service, self._inner, self._known_hosts)
        if sys.platform != "win32":
            command = ("sh", "-c", _SSH_WRAPPER, "sh", *command)
        try:
            process = subprocess.Popen(  # noqa: S603 - the arguments are ours, or an address that was checked
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                bufsize=1,
                start_new_session=sys.platform != "win32",  # Ctrl-C is for this program, which then closes the tunnel
            )
        except OSError as error:
            return f"ssh could not be started ({error.strerror})", False
        self._process = process
        address = service.address
        limit = LIMIT_S if address is None else SETTLED_S
        state = _State(address)
        timer = threading.Timer(limit, self._on_limit, (state, service))
        timer.daemon = True
        timer.start()
        said: deque[str] = deque(maxlen=20)
        for line in process.stdout or ():
            log.debug("ssh", line=line.rstrip())
            told = None if address is not None else read_address(line, service)
            if told is None:
                said.append(line.strip())
            elif state.open(told):
                self._tell(told, service)
        process.wait()
        timer.cancel()
        if process.stdin is not None:
            process.stdin.close()
        if state.is_late:
            return f"it told no address within {LIMIT_S:.0f} seconds", False
        return explain(said), state.is_open

    def _on_limit(self, state: "_State", service: Service) -> None:
        """Count a silent tunnel as open if its address is known; else end it."""
        if service.address is not None:
            if state.open(service.address):
                self._tell(service.address, service)
        elif state.give_up():
            self._end_process()

    def _tell(self, address: str, service: Service) -> None:
        if self._is_stopping.is_set():
            return
        self._opened(address, service)
        self._has_tried.set()

    def _end_process(self) -> None:
        process = self._process
        if process is None:
            return
        if process.stdin is not None and sys.platform != "win32":
            # the shell ends ssh, and then itself
            process.stdin.close()
        else:
            process.terminate()
        until = time.monotonic() + STOP_S
        while process.poll() is None and time.monotonic() < until:
            time.sleep(0.02)
        if process.poll() is None:
            process.kill()


class _State:
    """Result of one attempt, which its reader or its timer decides."""

    def __init__(self, address: str | None) -> None:
        self._lock = threading.Lock()
        self._last: str | None = None
        self.is_open = False
        self.is_late = False

    def open(self, address: str) -> bool:
        """Note an address. Return whether it is a new one."""
        with self._lock:
            if self.is_late or address == self._last:
                return False
            self.is_open, self._last = True, address
            return True

    def give_up(self) -> bool:
        """Note that the time is over. Return False for a tunnel that is open."""
        with self._lock:
            self.is_late = not self.is_open
            return self.is_late


def explain(said: Sequence[str]) -> str:
    """Return the reason for an end in words, from the last lines of ssh."""
    for line in reversed(said):
        for mark, reason in REASONS:
            if mark.lower() in line.lower():
                return reason
    return "the connection ended"
