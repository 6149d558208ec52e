"""Browsers beside Chromium, and the mark for tests that may lose them."""

from collections.abc import Callable

import pytest

from tests.engines.browser import Browser, LostDriverError, SilentDriverError
from tests.engines.firefox import Firefox
from tests.engines.webkit import WebKit

ENGINES: dict[str, Callable[[], Browser]] = {"firefox": Firefox, "webkit": WebKit}

may_lose_its_driver = pytest.mark.flaky(reruns=3, only_rerun=[LostDriverError.__name__, SilentDriverError.__name__])
"""Mark that repeats a test when WebKit's driver is lost.

Mesa's software OpenGL crashes now and then, whatever the page does: the kernel's log names a fault in swrast_dri.so.
Now and then the driver never answers, most often while a page is being replaced."""
