"""WebKit as Debian packs it for GTK, driven by the driver of its package.

Specification: https://www.w3.org/TR/webdriver2."""

import json
import subprocess
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO, Any

import httpx2

from tests.engines.actions import Actions
from tests.engines.browser import LostDriverError, NotReadyError, SilentDriverError
from tools.served import free_port

START_S, ANSWER_S, LOADED_S = 60.0, 90.0, 20.0
IN_SOFTWARE = "LIBGL_ALWAYS_SOFTWARE=1", "WEBKIT_SKIA_ENABLE_CPU_RENDERING=1"
"""Variables of a machine without a graphics card.

Painting by software OpenGL takes a third longer, and its threads crash now and then in Mesa."""

ENDED = "invalid session id"
"""Error of the driver after a crash of any process of the browser.

Before it, one command may fail with another error."""

WATCHED = """() => {
    if (!globalThis.problems) {
        globalThis.problems = [];
        addEventListener("error", event => problems.push(event.message));
        addEventListener("unhandledrejection", event => problems.push(String(event.reason)));
        const write = console.error;
        console.error = (...words) => { problems.push(words.join(" ")); write(...words); };
    }
    return [performance.timeOrigin, problems];
}"""
"""Script for the time at which a page began, and its errors.

The driver itself reports none. Errors stay in the page, for an answer of the driver may be lost."""


class WebKit:
    """Window of WebKit on a screen of its own, without the browser's frame."""

    def __init__(self) -> None:
        self._problems: dict[float, list[str]] = {}
        self._ending = ExitStack()
        self._folder = self._ending.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
        try:
            self._client = self._drive()
            self._session = self._begin()
        except BaseException:
            self._ending.close()
            raise

    @property
    def problems(self) -> list[str]:
        """Errors that pages threw or wrote to the console, oldest first."""
        return [problem for _, problems in sorted(self._problems.items()) for problem in problems]

    def open(self, url: str) -> None:
        """Load an address and wait until the page is loaded. Raises LostDriverError."""
        until = time.monotonic() + ANSWER_S
        # On a busy machine the driver loses an address now and then.
        while not self._has_loaded(url):
            if time.monotonic() > until:
                raise LostDriverError(url)

    def run(self, function: str, *arguments: object) -> Any:
        """Call a JavaScript function with JSON values and return its JSON value.

        Raises NotReadyError if the page cannot answer, LostDriverError or SilentDriverError if the driver cannot."""
        return self._run(ANSWER_S, function, *arguments)

    def act(self, actions: Actions) -> None:
        """Perform the input."""
        self._send("actions", actions=actions)

    def resize(self, width: int, height: int) -> None:
        """Give the page's area that size, in CSS pixels."""
        self._send("window/rect", x=0, y=0, width=width, height=height)

    def close(self) -> None:
        """End the browser and remove its profile."""
        with self._ending, suppress(httpx2.TransportError):
            self._client.delete(self._session)

    def _start(self, *command: str, told: Sequence[IO[bytes]] = ()) -> None:
        """Start a program that ends with this browser and may write to those files."""
        files = [file.fileno() for file in told]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, pass_fds=files)
        self._ending.callback(process.wait, START_S)
        self._ending.callback(process.terminate)

    def _has_loaded(self, url: str) -> bool:
        """Load an address and return whether the page is there in time."""
        self._send("url", url=url)
        until = time.monotonic() + LOADED_S
        # The listener must be there before the page's own start, or its errors are missed.
        while time.monotonic() < until:
            with suppress(NotReadyError, SilentDriverError):
                if self._run(LOADED_S, "url => document.URL === url && document.readyState === 'complete'", url):
                    return True
        return False

    def _run(self, longest_s: float, function: str, *arguments: object) -> Any:
        both = f"return JSON.stringify([({WATCHED})(), await ({function})(...{json.dumps(arguments)}) ?? null])"
        script = {"script": f"return (async () => {{ {both} }})()", "args": []}
        (began_at, problems), value = json.loads(self._post(f"{self._session}/execute/sync", script, longest_s))
        self._problems[began_at] = problems
        return value

    def _drive(self) -> httpx2.Client:
        """Start a screen and the driver; return an HTTP client for the driver."""
        display = Path(self._folder, "display")
        with display.open("wb") as told:
            number = str(told.fileno())
            self._start("Xvfb", "-displayfd", number, "-screen", "0", "1440x900x24", "-nolisten", "tcp", told=[told])
        port = free_port()
        settings = f"DISPLAY=:{_read(display)}", f"HOME={self._folder}"
        self._start("env", *settings, *IN_SOFTWARE, "WebKitWebDriver", f"--port={port}")
        address = f"http://127.0.0.1:{port}"
        return self._ending.enter_context(httpx2.Client(base_url=address, timeout=ANSWER_S, verify=False))

    def _begin(self) -> str:
        """Begin a session once the driver listens, and return its path."""
        # Outside full screen, the window's bars would keep it wider than a phone.
        options = {"args": ["--automation", "--full-screen"]}
        wanted = {"alwaysMatch": {"pageLoadStrategy": "none", "webkitgtk:browserOptions": options}}
        until = time.monotonic() + START_S
        while True:
            try:
                return f"/session/{self._post('/session', {'capabilities': wanted})['sessionId']}"
            except LostDriverError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.05)

    def _send(self, command: str, **body: object) -> Any:
        """Send a command of the session and return its value.

        Raises NotReadyError if the page cannot answer, LostDriverError or SilentDriverError if the driver cannot."""
        return self._post(f"{self._session}/{command}", body)

    def _post(self, path: str, body: dict[str, Any], longest_s: float = ANSWER_S) -> Any:
        try:
            answer = self._client.post(path, json=body, timeout=longest_s)
        except httpx2.ReadTimeout as error:
            raise SilentDriverError(path) from error
        except httpx2.TransportError as error:
            raise LostDriverError(repr(error)) from error
        value = answer.json()["value"]
        if answer.is_error:
            raise (LostDriverError if value["error"] == ENDED else NotReadyError)(value["message"])
        return value


def _read(file: Path) -> str:
    """Wait until a file has content, and return it."""
    until = time.monotonic() + START_S
    while not (text := file.read_text(encoding="utf-8").strip()):
        if time.monotonic() > until:
            raise TimeoutError("Xvfb doesn't start")
        time.sleep(0.05)
    return text
