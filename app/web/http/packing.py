"""Pages that are compressed in part: what everybody at the table may see is, what one seat alone may see never.

How well a secret goes together with words that others chose could be read from a compressed length (the BREACH
attack). So templates say what is open to all, between ``<!--open-->`` and ``<!--/open-->``, and in it what is not,
between ``<!--own-->`` and ``<!--/own-->``; a second ``<!--open-->`` begins another part. Each open part is compressed,
and what lies between them is sent as it is, in one gzip stream. A small part may look back to the open ones before it:
of the rest it knows only how long that is. Nobody can write these marks: what people say is escaped."""

import re
import struct
import zlib
from collections.abc import Iterator, Mapping
from functools import lru_cache

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from app.web.http.codings import accepts_gzip

_MARKS = re.compile("<!--(/?(?:open|own))-->")
_HEAD = b"\x1f\x8b\x08" + bytes(5) + b"\x00\xff"
LEAST = 60
"""Bytes from which on compressing a part pays."""

LARGE = 8_000
"""Bytes from which on a part is compressed as if it were alone: then that is done once for all pages that hold it."""

_WINDOW = 16_384
_BLANK = b"\xff"
"""What small parts see where something is not open: a byte that no text holds, so nothing can match it."""


def room_page(request: Request, page: str, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """The answer with a page that has such marks: in part compressed for who takes it so."""
    if accepts_gzip(request.headers):
        answer = Response(compress(page), status, headers, "text/html")
        answer.headers["content-encoding"] = "gzip"
    else:
        answer = HTMLResponse(bare(page), status, headers)
    answer.headers["vary"] = "accept-encoding"
    return answer


def bare(page: str) -> str:
    """The page without the marks."""
    return _MARKS.sub("", page) if "<!--" in page else page


def parts(page: str) -> Iterator[tuple[bool, str]]:
    """The parts of a page, in their order: whether it is open to all, and its text."""
    is_open, own = False, 0
    for place, part in enumerate(_MARKS.split(page)):
        if not place % 2:
            if part:
                yield is_open and not own, part
        elif part in ("open", "/open"):
            is_open = part == "open"
        else:
            own += 1 if part == "own" else -1


def compress(page: str) -> bytes:
    """The page as a gzip stream. Open parts are compressed; the others are stored."""
    stream, crc, size, seen = [_HEAD], 0, 0, b""
    for is_open, text in parts(page):
        data = text.encode()
        crc, size = zlib.crc32(data, crc), size + len(data)
        if is_open and len(data) >= LEAST:
            stream.append(_alone(data) if len(data) >= LARGE else _after(seen, data))
        else:
            stream.append(_stored(data))
        seen = (seen + (data if is_open else _BLANK * len(data)))[-_WINDOW:]
    # an empty last block, then what was in it
    stream.append(b"\x01\x00\x00\xff\xff" + struct.pack("<II", crc, size & 0xFFFFFFFF))
    return b"".join(stream)


@lru_cache(maxsize=64)
def _alone(data: bytes) -> bytes:
    """Blocks of their own: they look back to nothing before them."""
    return _after(b"", data)


def _after(seen: bytes, data: bytes) -> bytes:
    """Blocks that end at a byte, and look back to nothing but what was seen."""
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=seen)
    return squeeze.compress(data) + squeeze.flush(zlib.Z_SYNC_FLUSH)


def _stored(data: bytes) -> bytes:
    """Blocks that hold the bytes as they are."""
    blocks = [data[start : start + 0xFFFF] for start in range(0, len(data), 0xFFFF)]
    return b"".join(struct.pack("<BHH", 0, len(block), len(block) ^ 0xFFFF) + block for block in blocks)
