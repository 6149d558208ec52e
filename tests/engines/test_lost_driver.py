"""Crashes of the browser beneath a test.

They repeat the test instead of failing it, whatever the test waits for."""

import os
import signal
from pathlib import Path

import pytest

from tests.engines.browser import LostDriverError
from tests.engines.player import Person
from tests.engines.webkit import WebKit
from tools.processes import descendants


@pytest.mark.parametrize("program", ["WebKitWebProces", "MiniBrowser", "WebKitWebDriver", "Xvfb"])
def test_a_wait_ends_when_the_browser_crashes(program: str) -> None:
    browser = WebKit()
    try:
        browser.open("about:blank")
        names = {number: Path(f"/proc/{number}/comm").read_text("utf-8") for number in descendants(os.getpid())}
        crashing = [number for number, name in names.items() if name.strip() == program]
        assert crashing
        for number in crashing:
            os.kill(number, signal.SIGKILL)
        with pytest.raises(LostDriverError):
            Person(browser).wait("() => false")
    finally:
        browser.close()
