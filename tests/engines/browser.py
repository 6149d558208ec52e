"""Interface of a real browser that a test drives from outside."""

import json
from collections.abc import Sequence
from typing import Any, Protocol

from tests.engines.actions import Actions


class NotReadyError(Exception):
    """Error of a page that cannot answer.

    Either it is loading or the script raised an error; the message says which."""


class LostDriverError(Exception):
    """Error of a driver that loads nothing, or whose browser has crashed."""


class SilentDriverError(Exception):
    """Error of a driver that doesn't answer."""


class Browser(Protocol):
    """One window of a browser with a profile of its own."""

    @property
    def problems(self) -> list[str]:
        """Errors that pages threw or wrote to the console, oldest first."""

    def open(self, url: str) -> None:
        """Load an address and wait until the page is loaded."""

    def run(self, function: str, *arguments: object) -> Any:
        """Call a JavaScript function with JSON values and return its JSON value.

        Raises NotReadyError if the page cannot answer."""

    def act(self, actions: Actions) -> None:
        """Perform the input."""

    def resize(self, width: int, height: int) -> None:
        """Give the page's area that size, in CSS pixels."""

    def close(self) -> None:
        """End the browser and remove its profile."""


def call(function: str, arguments: Sequence[object]) -> str:
    """Return a JavaScript expression that gives a call's value as JSON."""
    return f"JSON.stringify(({function})(...{json.dumps(arguments)}) ?? null)"
