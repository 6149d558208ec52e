"""Browsers beside Chromium, and what their drivers are known to fail with."""

from collections.abc import Callable

import pytest

from tests.engines.browser import Browser
from tests.engines.firefox import Firefox
from tests.engines.webkit import WebKit

ENGINES: dict[str, Callable[[], Browser]] = {"firefox": Firefox, "webkit": WebKit}
CRASHED = "session deleted because of page crash"
"""Error after a crash of WebKit's compositor.

It crashes now and then inside Mesa's software OpenGL, whatever the page does. The kernel's log names a fault in
swrast_dri.so."""
SILENT = "ReadTimeout"
"""Error of WebKit's driver when it never answers.

This happens now and then while a page is being replaced."""

may_lose_its_driver = pytest.mark.flaky(reruns=3, only_rerun=[CRASHED, SILENT])
"""Mark that repeats a test after those errors."""
