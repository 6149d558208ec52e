"""Streaming parser of forms with files (``multipart/form-data``, RFC 7578).

The sender may be anyone, so everything has a limit before it is read: the form's header, its length, its parts, the
headers of each. No piece blocks the event loop for long."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from python_multipart import MultipartParser
from python_multipart.exceptions import FormParserError
from python_multipart.multipart import parse_options_header
from starlette.requests import ClientDisconnect, Request

from app.rooms.model.refusals import refuse
from app.web.http.bodies import media_type, refuse_too_long
from app.web.http.errors import RETRY_S, RefusedError, too_fast

MOST_PARTS = 8
MOST_HEADERS = 8
"""Headers of a part."""

HEADER_BYTES = 1024
"""A header of a part, and the one that names the boundary."""

BOUNDARY_BYTES = 70
"""RFC 2046, 5.1.1."""

FORM_BYTES = 16_384
"""Allowance for the form around its file, in bytes."""

PIECE_BYTES = 16_384
"""Bytes parsed before control returns to the event loop."""

MOST_AT_ONCE = 4
"""Largest number of forms processed at once, one of an address.

Each may fill memory up to its limit."""

WAIT_S = 30
"""Seconds that a second form of an address waits; a double click sends two."""

# its warnings are about malformed uploads, which are refused
logging.getLogger("python_multipart").setLevel(logging.ERROR)


class Turns:
    """Addresses whose forms are being received."""

    def __init__(self, most: int = MOST_AT_ONCE) -> None:
        self._most = most
        self._open: dict[str, asyncio.Event] = {}
        self._waiting: set[str] = set()

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Hold the address's only turn while the block runs.

        A second one waits up to WAIT_S for the first, unread. Raises RefusedError for a third one, after too long a
        wait, or if there are too many."""
        if address in self._open:
            await self._wait(address)
        if address in self._open or len(self._open) >= self._most:
            raise too_fast(RETRY_S)
        self._open[address] = ended = asyncio.Event()
        try:
            yield
        finally:
            del self._open[address]
            ended.set()

    async def _wait(self, address: str) -> None:
        """Wait until the address's turn ends, or WAIT_S.

        Raises RefusedError if another one waits already."""
        if address in self._waiting:
            raise too_fast(RETRY_S)
        self._waiting.add(address)
        try:
            async with asyncio.timeout(WAIT_S):
                await self._open[address].wait()
        except TimeoutError:
            pass
        finally:
            self._waiting.discard(address)


async def read_upload(request: Request, most: int) -> dict[str, bytes]:
    """Read the fields of a form, with files of at most ``most`` bytes.

    Raises RefusedError."""
    form = _Form(_boundary(request), most)
    refuse_too_long(request, most + FORM_BYTES)
    left = most + FORM_BYTES
    try:
        async for body in request.stream():
            left -= len(body)
            if left < 0:
                raise RefusedError(refuse("too_large"))
            for start in range(0, len(body), PIECE_BYTES):
                form.read(body[start : start + PIECE_BYTES])
                await asyncio.sleep(0)
    except ClientDisconnect as error:
        raise RefusedError(refuse("not_json")) from error
    return form.fields()


def _boundary(request: Request) -> bytes:
    """Return the boundary between the parts. Raises RefusedError."""
    kinds = request.headers.getlist("content-type")
    if media_type(request) != "multipart/form-data" or len(kinds) != 1 or len(kinds[0]) > HEADER_BYTES:
        raise RefusedError(refuse("not_json", "The body must be a form with a file."), status=400)
    boundary = parse_options_header(kinds[0].encode("latin-1"))[1].get(b"boundary", b"")
    if not 0 < len(boundary) <= BOUNDARY_BYTES:
        raise _unreadable()
    return boundary


def _unreadable() -> RefusedError:
    return RefusedError(refuse("bad_field", "That didn't come through. Please try again."), status=400)


class _Form:
    """Form that arrives in pieces."""

    def __init__(self, boundary: bytes, most: int) -> None:
        self._most = most
        self._fields: dict[str, bytearray] = {}
        self._parts = 0
        self._around = 0
        self._header = bytearray()
        self._value = bytearray()
        self._name: str | None = None
        self._data = bytearray()
        self._is_whole = False
        self._parser = MultipartParser(
            boundary,
            {
                "on_part_begin": self._on_part_begin,
                "on_header_field": lambda data, start, end: self._header.extend(data[start:end]),
                "on_header_value": lambda data, start, end: self._value.extend(data[start:end]),
                "on_header_end": self._header_ends,
                "on_part_data": self._on_part_data,
                "on_part_end": self._on_part_end,
                "on_end": self._is_over,
            },
            max_header_count=MOST_HEADERS,
            max_header_size=HEADER_BYTES,
        )

    def read(self, piece: bytes) -> None:
        """Parse the next piece. Raises RefusedError."""
        self._around += len(piece)
        try:
            self._parser.write(piece)
        except FormParserError as error:
            raise _unreadable() from error
        if self._around > FORM_BYTES:
            raise _unreadable()

    def fields(self) -> dict[str, bytes]:
        """Return the fields of a complete form. Raises RefusedError."""
        if not self._is_whole:
            raise _unreadable()
        return {name: bytes(data) for name, data in self._fields.items()}

    def _on_part_begin(self) -> None:
        self._parts += 1
        if self._parts > MOST_PARTS:
            raise _unreadable()
        self._name, self._data = None, bytearray()

    def _header_ends(self) -> None:
        header, value = bytes(self._header).lower(), bytes(self._value)
        self._header.clear()
        self._value.clear()
        if header != b"content-disposition":
            return
        kind, said = parse_options_header(value)
        name = said.get(b"name", b"").decode("utf-8", "replace")
        if self._name is not None or kind != b"form-data" or not name or name in self._fields:
            raise _unreadable()
        self._name = name

    def _on_part_data(self, data: bytes, start: int, end: int) -> None:
        self._around -= end - start
        self._data += data[start:end]
        if len(self._data) > self._most:
            raise RefusedError(refuse("too_large"))

    def _on_part_end(self) -> None:
        if self._name is None:
            raise _unreadable()
        self._fields[self._name] = self._data

    def _is_over(self) -> None:
        self._is_whole = True
