"""Marks: short words for the texts of regions, by which a browser says what its page shows already.

The page carries them in its markup, every message those of the regions it brings, and whoever opens a socket shows them
again: only what differs is sent. A mark is made of a text that this viewer was shown and of nothing else, with a key
that nobody else at the table has, so nobody can write what would leave another's page at an older state. Marks that are
not true leave their own page as it is."""

import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from hashlib import blake2b

from app.rooms.model.ids import Digest
from app.rooms.views.page_view import PageView
from app.web.http.packing import bare

MOST = 4096
"""So many characters of what a browser says are read."""

PLACE = secrets.token_hex(16)
"""Stands in a page where its marks belong until they are known. Nobody can know it, so nobody can write it."""

SCENE = "scene"
"""What is marked besides the regions: all that lies on the table for this viewer alone or for a while. It is data, so
its mark goes by the version of the room as this viewer counts it."""

_FOR_WATCHERS = secrets.token_bytes(32)
_ON_PAGES = re.compile(
    r'<!--page-->.*?<!--/page-->|<input type="hidden" name="id" value="[^"]*">'
    r'| action="(?:/r/[0-9A-Z]+/watch/[^"]+/do)?"'
    r'| value="[0-9]+"(?= data-last-opening)'
    r'| data-counts="[^"]+">[0-9]*'
    r'| data-(?:state="[a-z]+"|presence="[a-z-]+")|(?<=<span class="seat-says">)[^<]*|(?<=<span class="seat-is">)[^<]*',
    re.DOTALL,
)
"""What a page alone has: the ids of its forms, the watchers' key, the number of the last opening, how seats are
doing, and what lies before them."""


def key_of(device: Digest | None) -> bytes:
    """The key of a page's marks: of a device that holds a seat the digest of its token, which every process finds in
    the room; of all watchers one of this process."""
    return device.encode() if device is not None else _FOR_WATCHERS


def mark(key: bytes, html: str) -> str:
    """The mark of a region's text."""
    return urlsafe_b64encode(blake2b(html.encode(), digest_size=6, key=key).digest()).decode()


def scene_mark(key: bytes, shown: PageView) -> str:
    """The mark of what lies on the table besides what everybody sees of it."""
    return mark(key, f"{shown.basis} {shown.view.room.version}")


def with_marks(page: str, regions: Mapping[str, str], shown: PageView, key: bytes) -> str:
    """The page with the marks of all regions that stand in it to the letter as a socket would send them, and of its
    scene. What a page alone has does not count."""
    text = bare(_ON_PAGES.sub("", page))
    said = [f"{id}:{mark(key, html)}" for id, html in regions.items() if _ON_PAGES.sub("", html).strip() in text]
    return page.replace(PLACE, ",".join([*said, f"{SCENE}:{scene_mark(key, shown)}"]), 1)


def read(said: str) -> dict[str, str]:
    """The marks that a browser says, by region."""
    pairs = (part.partition(":") for part in said[:MOST].split(","))
    return {id: said for id, colon, said in pairs if colon}
