"""The frames of RFC 6455 that a server sends and reads all day: whole texts. All others are read by ``websockets``."""

from collections.abc import Iterable

TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A
"""First bytes of frames that are a message by themselves."""

OURS = frozenset({TEXT, CLOSE, PING, PONG})
MASKED = 0x80
SHORT, LONG = 126, 127
"""Marks of a length that is written behind, in two bytes or in eight."""


def text_frames(messages: Iterable[bytes]) -> bytes:
    """Each message, which is UTF-8, in a frame of a server."""
    parts = []
    for message in messages:
        size = len(message)
        if size < SHORT:
            parts.append(bytes((TEXT, size)))
        elif size < 1 << 16:
            parts.append(bytes((TEXT, SHORT)) + size.to_bytes(2, "big"))
        else:
            parts.append(bytes((TEXT, LONG)) + size.to_bytes(8, "big"))
        parts.append(message)
    return b"".join(parts)


def unmasked(data: bytes, mask: bytes) -> bytes:
    """What a client has masked with those four bytes."""
    size = len(data)
    key = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(data, "little") ^ int.from_bytes(key, "little")).to_bytes(size, "little")


class Cutter:
    """Cuts what a client sends into frames. Of whole texts it gives what they say, of pings, pongs and closes the bytes
    as they are, one frame at a time.

    With the first frame that is something else (a message in parts or of bytes, one too long, one that is none) it
    gives up: from there on all bytes are given as they come."""

    __slots__ = ("_has_given_up", "_most", "_rest")

    def __init__(self, most: int) -> None:
        """``most`` bytes may be in a frame."""
        self._most = most
        self._rest = b""
        self._has_given_up = False

    def cut(self, data: bytes) -> list[tuple[bool, bytes]]:
        """What has become whole, in order: the payload of a text, or with False bytes for ``websockets``."""
        if self._has_given_up:
            return [(False, data)]
        if self._rest:
            data = self._rest + data
        found: list[tuple[bool, bytes]] = []
        start, end = 0, len(data)
        while end - start >= 2:
            first, second = data[start], data[start + 1]
            size, at = second & ~MASKED, start + 2
            if first not in OURS or not second & MASKED:
                return self._given_up(found, data[start:])
            if size >= SHORT:
                at += 2 if size == SHORT else 8
                if at > end:
                    break
                size = int.from_bytes(data[start + 2 : at], "big")
            if size > self._most:
                return self._given_up(found, data[start:])
            at += 4
            if at + size > end:
                break
            if first == TEXT:
                found.append((True, unmasked(data[at : at + size], data[at - 4 : at])))
            else:
                found.append((False, data[start : at + size]))
            start = at + size
        self._rest = data[start:]
        return found

    def _given_up(self, found: list[tuple[bool, bytes]], rest: bytes) -> list[tuple[bool, bytes]]:
        self._has_given_up, self._rest = True, b""
        return [*found, (False, rest)]
