"""Frames of the driver: they match the WebSocket library's, in any pieces."""

import pytest
from websockets.frames import Frame, Opcode
from websockets.protocol import SERVER, Protocol, State

from tools.bench_server.frames import BINARY, CLOSE, PING, TEXT, Frames, frame

SIZES = (0, 1, 3, 125, 126, 127, 65_535, 65_536, 70_001)


def server_frame(kind: int, payload: bytes) -> bytes:
    """Return a frame as the library writes it."""
    return Frame(Opcode(kind), payload).serialize(mask=False)


@pytest.mark.parametrize("size", SIZES)
def test_the_server_reads_what_the_client_writes(size: int) -> None:
    payload = bytes(range(256)) * (size // 256 + 1)
    server = Protocol(SERVER, state=State.OPEN, max_size=None)
    server.receive_data(frame(BINARY, payload[:size]))
    (received,) = server.events_received()
    assert isinstance(received, Frame)
    assert (received.opcode, bytes(received.data)) == (BINARY, payload[:size])
    assert server.state is State.OPEN


@pytest.mark.parametrize("piece", [1, 2, 3, 7, 130, 1_000_000])
def test_client_reads_server_frames_split_into_pieces_of_any_size(piece: int) -> None:
    sizes = SIZES if piece > 100 else SIZES[:6]
    sent = [(TEXT, b"x" * size) for size in sizes] + [(PING, b"?"), (CLOSE, (1012).to_bytes(2)), (TEXT, b"after")]
    data = b"".join(server_frame(*each) for each in sent)
    frames = Frames()
    received = [each for at in range(0, len(data), piece) for each in frames.feed(data[at : at + piece])]
    assert received == sent


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"\x01\x04half", id="a part"),
        pytest.param(b"\x80\x04rest", id="the rest"),
        pytest.param(b"\x81\x81maskx", id="masked"),
        pytest.param(b"\xc1\x04pack", id="packed"),
    ],
)
def test_what_no_server_of_ours_sends_is_no_message(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"whole message|does not mask"):
        Frames().feed(data)
