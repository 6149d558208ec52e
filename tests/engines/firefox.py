"""Firefox by WebDriver BiDi over its own WebSocket, without a driver.

Specification: https://w3c.github.io/webdriver-bidi."""

import json
import re
import shutil
import subprocess
import tempfile
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

from tests.engines.actions import Actions
from tests.engines.browser import NotReadyError, call

NAMES = ("firefox-esr", "firefox")
START_S, ANSWER_S = 60.0, 90.0
WHILE_AWAY = re.compile(r"connection to (the server at )?ws://|A ServiceWorker intercepted the request")
"""Console messages of Firefox itself when a server or page goes away.

It writes the second one for a request of a page that is being left, whatever the worker answers."""

SERVER_FILE = "WebDriverBiDiServer.json"
"""File of the profile to which Firefox writes its port."""


class Firefox:
    """A Firefox without windows, with one tab."""

    def __init__(self) -> None:
        self.problems: list[str] = []
        self._sent = 0
        self._ending = ExitStack()
        self._profile = self._ending.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
        try:
            self._tab = self._begin()
        except BaseException:
            self._ending.close()
            raise

    def open(self, url: str) -> None:
        """Load an address and wait until the page is loaded."""
        self._send("browsingContext.navigate", context=self._tab, url=url, wait="complete")

    def run(self, function: str, *arguments: object) -> Any:
        """Call a JavaScript function with JSON values and return its JSON value.

        Raises NotReadyError if the page cannot answer."""
        said = self._send(
            "script.evaluate", expression=call(function, arguments), target={"context": self._tab}, awaitPromise=True
        )
        if said["type"] != "success":
            raise NotReadyError(said["exceptionDetails"]["text"])
        return json.loads(said["result"]["value"])

    def act(self, actions: Actions) -> None:
        """Perform the input."""
        self._send("input.performActions", context=self._tab, actions=actions)

    def resize(self, width: int, height: int) -> None:
        """Give the page's area that size, in CSS pixels."""
        self._send("browsingContext.setViewport", context=self._tab, viewport={"width": width, "height": height})

    def close(self) -> None:
        """End the browser and remove its profile."""
        self._ending.close()

    def _begin(self) -> str:
        """Start the browser; return the id of its tab."""
        program = next(filter(None, map(shutil.which, NAMES)))
        command = (program, "--headless", "--no-remote", "--profile", self._profile, "--remote-debugging-port=0")
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._ending.callback(process.wait, START_S)
        self._ending.callback(process.terminate)
        address = f"ws://127.0.0.1:{self._port()}/session"
        self._socket = self._ending.enter_context(connect(address, max_size=None, open_timeout=START_S))
        self._send("session.new", capabilities={})
        self._send("session.subscribe", events=["log.entryAdded"])
        return str(self._send("browsingContext.create", type="tab")["context"])

    def _port(self) -> int:
        until = time.monotonic() + START_S
        while time.monotonic() < until:
            # Firefox may be writing the file at this moment.
            with suppress(OSError, ValueError):
                return int(json.loads(Path(self._profile, SERVER_FILE).read_text(encoding="utf-8"))["ws_port"])
            time.sleep(0.05)
        raise TimeoutError("Firefox doesn't listen")

    def _send(self, method: str, **parameters: object) -> dict[str, Any]:
        """Send a command and return its result.

        Keeps the errors that are reported meanwhile. Raises NotReadyError if the page cannot answer."""
        self._sent += 1
        self._socket.send(json.dumps({"id": self._sent, "method": method, "params": parameters}))
        while True:
            message: dict[str, Any] = json.loads(self._socket.recv(ANSWER_S))
            if message["type"] == "event":
                entry = message["params"]
                if entry["level"] == "error" and not WHILE_AWAY.search(entry["text"]):
                    self.problems.append(entry["text"])
            elif message["id"] == self._sent:
                if message["type"] == "error":
                    raise NotReadyError(f"{method}: {message['message']}")
                return dict(message["result"])
