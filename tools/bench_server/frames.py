"""Frames of RFC 6455, as far as a client lighter than the server needs them.

They are whole messages without compression."""

import os

TEXT, BINARY, CLOSE, PING, PONG = 0x1, 0x2, 0x8, 0x9, 0xA
LAST = 0x80
"""Bit of the first byte for a frame that ends a message."""

MASKED = 0x80
SHORT, LONG = 126, 127
"""Markers of a length in two bytes, or in eight."""

MASK = os.urandom(4)
"""Mask of all frames. Masks protect proxies from hostile pages; here is neither."""


def frame(kind: int, payload: bytes) -> bytes:
    """Return a client's frame with a whole message."""
    size = len(payload)
    if size < SHORT:
        head = bytes((LAST | kind, MASKED | size))
    elif size < 1 << 16:
        head = bytes((LAST | kind, MASKED | SHORT)) + size.to_bytes(2)
    else:
        head = bytes((LAST | kind, MASKED | LONG)) + size.to_bytes(8)
    mask = int.from_bytes((MASK * (size // 4 + 1))[:size])
    return head + MASK + (int.from_bytes(payload) ^ mask).to_bytes(size)


class Frames:
    """Assembler of a server's frames from received bytes."""

    __slots__ = ("_left",)

    def __init__(self) -> None:
        self._left = b""

    def feed(self, data: bytes) -> list[tuple[int, bytes]]:
        """Return the complete messages, each with its kind.

        Raises ValueError for a frame that is fragmented, masked or compressed."""
        if self._left:
            data = self._left + data
        found: list[tuple[int, bytes]] = []
        at, end = 0, len(data)
        while end - at >= 2:
            size, start = data[at + 1], at + 2
            if size >= SHORT:
                if size > LONG:
                    raise ValueError("a server does not mask")
                start = at + (4 if size == SHORT else 10)
                if end < start:
                    break
                size = int.from_bytes(data[at + 2 : start])
            if end < start + size:
                break
            if not LAST < data[at] <= LAST | PONG:
                raise ValueError(f"no whole message: it begins with {data[at]:#x}")
            found.append((data[at] & 0xF, data[start : start + size]))
            at = start + size
        self._left = data[at:]
        return found
