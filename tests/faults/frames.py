"""Wrong input of all kinds, each with its permitted results.

Frames and handshakes follow the families of WebSocket test suites; messages are no valid commands."""

import random
import struct
from collections.abc import Callable
from dataclasses import dataclass

TEXT, BINARY, CONTINUATION, CLOSE, PING, PONG = 1, 2, 0, 8, 9, 10
BOUND = 4096
"""Longest message that is read."""

NOT_UTF8 = (b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"ok \x80", b"\xce\xba\xe1")


def make_frame(
    opcode: int, payload: bytes, rng: random.Random, *, fin: bool = True, bits: int = 0, masked: bool = True
) -> bytes:
    """Return one frame of a client."""
    head = bytes([(0x80 if fin else 0) | bits << 4 | opcode])
    mask = 0x80 if masked else 0
    if len(payload) < 126:
        head += bytes([mask | len(payload)])
    elif len(payload) < 1 << 16:
        head += bytes([mask | 126]) + struct.pack("!H", len(payload))
    else:
        head += bytes([mask | 127]) + struct.pack("!Q", len(payload))
    if not masked:
        return head + payload
    key = rng.randbytes(4)
    return head + key + bytes(byte ^ key[place % 4] for place, byte in enumerate(payload))


@dataclass(frozen=True)
class Family:
    """One kind of wrong input, and the permitted close codes."""

    name: str
    codes: frozenset[int]
    make: Callable[[random.Random], bytes]


def _some(rng: random.Random, most: int = 100) -> bytes:
    return bytes(rng.choices(b'abc {}"', k=rng.randrange(most)))


def _make_wrong_control(rng: random.Random) -> bytes:
    opcode = rng.choice([CLOSE, PING, PONG])
    if rng.random() < 0.5:
        return make_frame(opcode, b"", rng, fin=False)
    return make_frame(opcode, b"x" * rng.randint(126, 300), rng)


def _make_out_of_order(rng: random.Random) -> bytes:
    if rng.random() < 0.5:
        return make_frame(CONTINUATION, _some(rng), rng, fin=rng.random() < 0.5)
    return make_frame(TEXT, _some(rng), rng, fin=False) + make_frame(TEXT, _some(rng), rng)


def _make_non_utf8(rng: random.Random) -> bytes:
    wrong = _some(rng) + rng.choice(NOT_UTF8)
    if rng.random() < 0.5:
        return make_frame(TEXT, wrong, rng)
    return make_frame(TEXT, _some(rng), rng, fin=False) + make_frame(CONTINUATION, wrong, rng)


def _make_too_long(rng: random.Random) -> bytes:
    if rng.random() < 0.5:
        return make_frame(TEXT, b"x" * rng.randint(BOUND + 1, 3 * BOUND), rng)
    pieces = [make_frame(CONTINUATION, b"x" * 1500, rng, fin=False) for _ in range(3)]
    return make_frame(TEXT, b"x", rng, fin=False) + b"".join(pieces)


def _make_wrong_length(rng: random.Random) -> bytes:
    size = rng.choice([1 << 31, (1 << 63) - 1, 1 << 63, (1 << 64) - 1])
    return bytes([0x81, 0xFF]) + struct.pack("!Q", size) + rng.randbytes(4)


def _make_wrong_close(rng: random.Random) -> bytes:
    if rng.random() < 0.2:
        return make_frame(CLOSE, b"\x03", rng)
    code = rng.choice([0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65535])
    return make_frame(CLOSE, struct.pack("!H", code) + _some(rng, 20), rng)


PROTOCOL = frozenset({1002})

UNKNOWN = (3, 4, 5, 6, 7, 11, 12, 15)

FAMILIES = (
    Family("unknown opcodes", PROTOCOL, lambda rng: make_frame(rng.choice(UNKNOWN), _some(rng), rng)),
    Family("reserved bits", PROTOCOL, lambda rng: make_frame(TEXT, _some(rng), rng, bits=rng.randint(1, 7))),
    Family("no mask", PROTOCOL, lambda rng: make_frame(TEXT, _some(rng), rng, masked=False)),
    Family("control frames in pieces or too long", PROTOCOL, _make_wrong_control),
    Family("pieces out of order", PROTOCOL, _make_out_of_order),
    Family("text that is none", frozenset({1007}), _make_non_utf8),
    Family("too long", frozenset({1009}), _make_too_long),
    Family("a length that is a lie", frozenset({1002, 1009}), _make_wrong_length),
    Family("no text", frozenset({1003}), lambda rng: make_frame(BINARY, _some(rng), rng)),
    Family("closed with a wrong code", PROTOCOL, _make_wrong_close),
    Family("closed with a reason that is no text", frozenset({1007}),
           lambda rng: make_frame(CLOSE, b"\x03\xe8" + rng.choice(NOT_UTF8), rng)),
)  # fmt: skip


def make_handshake(rng: random.Random, path: str, host: str) -> bytes:
    """Return a request for a socket with one fault."""
    lines = {
        "Host": host,
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Version": "13",
        "Authorization": "Bearer " + "x" * 43,
    }
    start = f"GET {path} HTTP/1.1"
    wrong = rng.randrange(12)
    if wrong == 0:
        lines["Sec-WebSocket-Key"] = rng.choice(["", "short", "A" * 24, "é" * 12, "AAAA" * 20])
    elif wrong == 1:
        del lines["Sec-WebSocket-Key"]
    elif wrong == 2:
        lines["Sec-WebSocket-Version"] = rng.choice(["", "0", "12", "14", "x", "13, 12"])
    elif wrong == 3:
        lines["Host"] = rng.choice(["evil.example", "", "a b", host + "@evil.example"])
    elif wrong == 4:
        start = rng.choice(["POST", "PUT", "HEAD", "FOO"]) + f" {path} HTTP/1.1"
    elif wrong == 5:
        start = f"GET {path} HTTP/{rng.choice(['1.0x', '9.9', ''])}"
    elif wrong == 6:
        lines["X-Long"] = "x" * rng.randint(17_000, 40_000)
    elif wrong == 7:
        lines["Origin"], path_of_pages = "http://evil.example", path.replace("/api/rooms", "/r")
        start = f"GET {path_of_pages} HTTP/1.1"
    elif wrong == 8:
        lines["Cookie"] = "dev=" + "x" * 43
    elif wrong == 9:
        start = f"GET {rng.choice(['/api/live', path + '/..', '*', '//', path + '%00'])} HTTP/1.1"
    elif wrong == 10:
        lines["Content-Length"] = rng.choice(["-1", "x", "99999999999999999999"])
    else:
        return rng.randbytes(rng.randint(20, 300)) + b"\r\n\r\n"
    return (start + "\r\n" + "".join(f"{name}: {value}\r\n" for name, value in lines.items())).encode() + b"\r\n"


VALUES = (
    *("1e999", "-1e999", "1" + "0" * 400, "NaN", "Infinity", "1.5", "-1", "true", "null", "9007199254740993"),
    *('"\\ud800"', '"\\u0000"', "{}", "[]", '"' + "x" * 2500 + '"'),
)
NAMES = ("id", "ask", "choice", "options", "seat", "level", "text", "on", "motion", "choices", "extra")
COMMANDS = ("seal", "lift", "plan", "begin", "options", "bot", "say", "vote", "host", "swap", "no such", "ping")


def make_message(rng: random.Random) -> bytes:
    """Return a message of at most 4 KiB that is no valid command, or hardly one."""
    deep = rng.randint(100, 1500)
    nested = ["[" * deep + "]" * deep, '{"a":' * deep + "1" + "}" * deep, "[" * deep]
    value = rng.choice([*VALUES, *nested])
    field, do = rng.choice(NAMES), rng.choice(COMMANDS)
    made = rng.choice(
        [
            f'{{"do":"{do}","{field}":{value}}}',
            f'{{"do":"{do}","do":{value},"{field}":1}}',
            f'{{"{field}":{value},"{field}":{value},"do":"{do}"}}',
            f'{{"do":{value}}}',
            value,
            "[" * deep,
            f'{{"do":"{do}"',
            f"{{'do':'{do}'}}",
            "",
            " \n",
            f'{{"do":"{do}"}} {value}',
        ]
    )
    return made.encode()[:BOUND]
