"""What a region has on its page alone.

A template puts such parts between ``<!--page-->`` and ``<!--/page-->``. It writes ``<!--=name-->`` for a value that the
page fills in: the id of a form, the state of a seat; on the page itself, a region. Messages leave both out, because
scripts do the same. The page keeps the marks, so that its scripts can compare it with a message. Nobody else can write
them: what people say is escaped."""

import re
from collections.abc import Callable

from app.web.http.packing import bare

_PAGE_ALONE = re.compile(r"<!--page-->.*?<!--/page-->|<!--=[^>]*-->", re.DOTALL)
_SLOT = re.compile(r"<!--=([^>]*)-->")


def for_message(html: str) -> str:
    """Return the region without what its page alone has."""
    return bare(_PAGE_ALONE.sub("", html)) if "<!--" in html else html


def fill(html: str, value_of: Callable[[str], str]) -> str:
    """Return the text with its slots filled, each by its name."""
    return _SLOT.sub(lambda slot: value_of(slot[1]), html)
