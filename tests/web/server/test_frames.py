"""Frames are cut and written as ``websockets`` would, whatever comes and in whatever pieces."""

import random

import pytest
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.server import ServerProtocol

from app.web.server import frames
from app.web.server.frames import Cutter, text_frames

MOST = 4096
STREAMS = 600
HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)

Said = tuple[list[tuple[Opcode, bytes]], int | None]
"""The frames that were read, and the code the socket was closed with."""


def opened() -> ServerProtocol:
    """A socket after its handshake."""
    protocol = ServerProtocol(max_size=MOST)
    protocol.receive_data(HANDSHAKE)
    (request,) = protocol.events_received()
    assert isinstance(request, Request)
    protocol.send_response(protocol.accept(request))
    protocol.data_to_send()
    return protocol


def read(protocol: ServerProtocol, data: bytes) -> list[tuple[Opcode, bytes]]:
    """What ``websockets`` reads in it."""
    protocol.receive_data(data)
    return [(event.opcode, bytes(event.data)) for event in protocol.events_received() if isinstance(event, Frame)]


def end(protocol: ServerProtocol) -> int | None:
    """The code the server closed with."""
    return protocol.close_sent.code if protocol.close_sent is not None else None


def theirs(pieces: list[bytes]) -> Said:
    """What ``websockets`` alone reads."""
    protocol = opened()
    return [event for piece in pieces for event in read(protocol, piece)], end(protocol)


def ours(pieces: list[bytes], cutter: Cutter) -> Said:
    """What is read with the cutter before it, which stops where the socket is closed."""
    protocol, said = opened(), []
    for piece in pieces:
        for is_text, data in cutter.cut(piece):
            if end(protocol) is not None:
                break
            said += [(Opcode.TEXT, data)] if is_text else read(protocol, data)
    return said, end(protocol)


def some_frame(rng: random.Random) -> bytes:
    """Mostly what a program sends, now and then anything else."""
    size = rng.choice([0, 1, 40, 125, 126, 127, 300, MOST, MOST + 1 if rng.random() < 0.2 else 60])
    payload = rng.randbytes(size)
    kind = rng.random()
    if kind < 0.7:
        return Frame(Opcode.TEXT, payload).serialize(mask=True)
    if kind < 0.9:
        return Frame(rng.choice([Opcode.PING, Opcode.PONG]), payload[:125]).serialize(mask=True)
    if kind < 0.96:
        return b"".join(
            Frame(opcode, payload[:50], fin=opcode is not Opcode.TEXT).serialize(mask=True)
            for opcode in (Opcode.TEXT, Opcode.PING, Opcode.CONT)
        )
    return rng.choice(
        [
            Frame(Opcode.BINARY, payload[:60]).serialize(mask=True),
            Frame(Opcode.TEXT, payload).serialize(mask=False),
            Frame(Opcode.CONT, payload[:60]).serialize(mask=True),
            Frame(Opcode.CLOSE, b"\x03\xe8").serialize(mask=True),
            b"\xc1" + Frame(Opcode.TEXT, payload[:60]).serialize(mask=True)[1:],
            b"\x83\x80" + bytes(4),
            bytes((0x89, 0xFE)) + (126).to_bytes(2, "big") + bytes(4 + 126),
            rng.randbytes(20),
        ]
    )


def cut_up(rng: random.Random, data: bytes) -> list[bytes]:
    """The same bytes, as a network may bring them."""
    at = sorted(rng.randrange(len(data) + 1) for _ in range(rng.choice([0, 1, 8, 40])))
    return [data[start:until] for start, until in zip([0, *at], [*at, len(data)], strict=True)]


def differing(make: type[Cutter]) -> list[int]:
    """The seeds of those streams that are read otherwise than by ``websockets``."""
    found = []
    for seed in range(STREAMS):
        rng = random.Random(seed)
        pieces = cut_up(rng, b"".join(some_frame(rng) for _ in range(rng.randint(1, 8))))
        if ours(pieces, make(MOST)) != theirs(pieces):
            found.append(seed)
    return found


def test_every_stream_is_read_as_websockets_reads_it() -> None:
    assert differing(Cutter) == []


class TakesTheUnmasked(Cutter):
    """A mutant: it takes what no client may send."""

    def cut(self, data: bytes) -> list[tuple[bool, bytes]]:
        """As if the mask did not matter."""
        return super().cut(data[:1] + bytes((data[1] | 0x80,)) + data[2:] if len(data) > 1 else data)


class ForgetsTheRest(Cutter):
    """A mutant: what is not whole is not kept."""

    def cut(self, data: bytes) -> list[tuple[bool, bytes]]:
        """Without the rest of last time."""
        self._rest = b""
        return super().cut(data)


class StartsAgain(Cutter):
    """A mutant: it goes on by itself amid a message in parts."""

    def cut(self, data: bytes) -> list[tuple[bool, bytes]]:
        """As if it had never given up."""
        self._has_given_up = False
        return super().cut(data)


@pytest.mark.parametrize("mutant", [TakesTheUnmasked, ForgetsTheRest, StartsAgain])
def test_a_cutter_that_is_careless_is_found(mutant: type[Cutter]) -> None:
    assert differing(mutant)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536])
def test_texts_are_written_as_websockets_writes_them(size: int) -> None:
    payload = b"x" * size
    assert text_frames([payload]) == Frame(Opcode.TEXT, payload).serialize(mask=False)


def test_several_messages_are_as_many_frames() -> None:
    assert text_frames([b"one", b"two"]) == text_frames([b"one"]) + text_frames([b"two"])


def test_a_frame_that_is_too_long_is_not_waited_for() -> None:
    cutter = Cutter(MOST)
    head = bytes((frames.TEXT, frames.MASKED | frames.LONG)) + (MOST + 1).to_bytes(8, "big")
    assert cutter.cut(head) == [(False, head)]


def test_no_more_is_kept_than_one_frame() -> None:
    cutter = Cutter(MOST)
    one = Frame(Opcode.TEXT, b"x" * MOST).serialize(mask=True)
    assert cutter.cut(one * 3 + one[:-1]) == [(True, b"x" * MOST)] * 3
    assert cutter.cut(one[-1:]) == [(True, b"x" * MOST)]
