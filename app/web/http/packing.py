"""Partial compression of pages: public parts are compressed, private ones never.

A compressed length tells how well a secret matches words that others chose (the BREACH attack). So templates mark
public parts with ``<!--open-->`` and ``<!--/open-->``. Private parts inside them stand between ``<!--own-->`` and
``<!--/own-->``. A second ``<!--open-->`` begins another part.

Each public part is compressed, and all else is stored uncompressed, in one gzip stream. A small part may refer back
to the public ones before it; of the private text it knows only the length. Nobody can forge these marks, because
user text is escaped."""

import re
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from app.web.http.codings import accepts_gzip

_MARKS = re.compile("<!--(/?(?:open|own))-->")
_HEAD = b"\x1f\x8b\x08" + bytes(5) + b"\x00\xff"
LEAST = 60
"""Smallest part worth compressing, in bytes."""

LARGE = 8_000
"""Size in bytes from which a part is compressed independently.

Such a part is compressed once for all pages that contain it."""

_WINDOW = 16_384
_BLANK = b"\xff"
"""Placeholder for private text in the window of small parts.

No text contains this byte, so nothing can match it."""


def room_page(request: Request, page: str, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return the response with a marked page, partly compressed if accepted."""
    if accepts_gzip(request.headers):
        answer = Response(compress(page), status, headers, "text/html")
        answer.headers["content-encoding"] = "gzip"
    else:
        answer = HTMLResponse(strip_marks(page), status, headers)
    answer.headers["vary"] = "accept-encoding"
    return answer


def strip_marks(page: str) -> str:
    """Return the page without the marks."""
    return _MARKS.sub("", page) if "<!--" in page else page


def parts(page: str) -> Iterator[tuple[bool, str]]:
    """Yield the parts of a page in order: whether it is public, and its text."""
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
    """Compress the page as a gzip stream; only public parts are compressed."""
    stream, crc, size, seen = [_HEAD], 0, 0, b""
    for is_open, data in _join_small(parts(page)):
        crc, size = zlib.crc32(data, crc), size + len(data)
        if is_open and len(data) >= LEAST:
            stream.append(_compress_alone(data) if len(data) >= LARGE else _compress_after(seen, data))
        else:
            stream.append(_store_blocks(data))
        seen = (seen + (data if is_open else _BLANK * len(data)))[-_WINDOW:]
    # an empty last block, then checksum and length
    stream.append(b"\x01\x00\x00\xff\xff" + struct.pack("<II", crc, size & 0xFFFFFFFF))
    return b"".join(stream)


def _join_small(found: Iterable[tuple[bool, str]]) -> Iterator[tuple[bool, bytes]]:
    """Yield the parts as bytes; small public ones in a row become one.

    Each compressed part costs as much as a kilobyte of text."""
    row = b""
    for is_open, text in found:
        data = text.encode()
        if is_open and len(data) < LARGE:
            row += data
            if len(row) < LARGE:
                continue
            data, row = row, b""
        elif row:
            yield True, row
            row = b""
        yield is_open, data
    if row:
        yield True, row


@lru_cache(maxsize=64)
def _compress_alone(data: bytes) -> bytes:
    """Return independent deflate blocks, without references to earlier data."""
    return _compress_after(b"", data)


def _compress_after(seen: bytes, data: bytes) -> bytes:
    """Return byte-aligned deflate blocks that refer back to ``seen`` alone."""
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=seen)
    return squeeze.compress(data) + squeeze.flush(zlib.Z_SYNC_FLUSH)


def _store_blocks(data: bytes) -> bytes:
    """Return deflate blocks that store the bytes uncompressed."""
    blocks = [data[start : start + 0xFFFF] for start in range(0, len(data), 0xFFFF)]
    return b"".join(struct.pack("<BHH", 0, len(block), len(block) ^ 0xFFFF) + block for block in blocks)
