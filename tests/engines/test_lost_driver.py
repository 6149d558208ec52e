"""Crashes of the browser beneath a test.

They repeat the test instead of failing it, whatever the test waits for."""

import os
import signal
from contextlib import suppress
from pathlib import Path

import pytest

from tests.engines.browser import LostDriverError
from tests.engines.player import Person
from tests.engines.webkit import WebKit
from tools.processes import descendants


def crash(program: str) -> int:
    """Kill all processes of a program below this one, and return their number."""
    killed = 0
    for number in descendants(os.getpid()):
        # others may end meanwhile
        with suppress(FileNotFoundError, ProcessLookupError):
            if Path(f"/proc/{number}/comm").read_text("utf-8").strip() == program:
                os.kill(number, signal.SIGKILL)
                killed += 1
    return killed


@pytest.mark.parametrize("program", ["WebKitWebProces", "MiniBrowser", "WebKitWebDriver", "Xvfb"])
def test_a_wait_ends_when_the_browser_crashes(program: str) -> None:
    browser = WebKit()
    try:
        browser.open("about:blank")
        assert crash(program)
        with pytest.raises(LostDriverError):
            Person(browser).wait("() => false")
    finally:
        browser.close()
