"""Parts of a region that only its page has.

A template puts such parts between ``<!--page-->`` and ``<!--/page-->``. It writes ``<!--=name-->`` as a slot for a
value that the page fills in. A value is the id of a form or the state of a seat; on the page itself also a region.

Messages leave both out, because scripts do the same. The page keeps the marks, so that its scripts can compare it
with a message. Players cannot write marks: their text is escaped."""

import re
from collections.abc import Callable

from app.web.http.packing import strip_marks

_PAGE_ALONE = re.compile(r"<!--page-->.*?<!--/page-->|<!--=[^>]*-->", re.DOTALL)
_SLOT = re.compile(r"<!--=([^>]*)-->")


def remove_page_parts(html: str) -> str:
    """Remove the parts of a region that only its page has."""
    return strip_marks(_PAGE_ALONE.sub("", html)) if "<!--" in html else html


def fill(html: str, value_of: Callable[[str], str]) -> str:
    """Fill the slots of the text by their names."""
    return _SLOT.sub(lambda slot: value_of(slot[1]), html)
