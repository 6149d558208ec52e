"""Wrong frames, wrong handshakes and messages that are no commands, against a server of its own: it lives, closes with
the right code, and holds on to nothing.

``SIGNET_FRAMES`` sets how many of them in all, ``SIGNET_SEED`` which."""

import asyncio
import json
import logging
import os
import random
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.faults.frames import CLOSE, FAMILIES, TEXT, Family, frame, handshake, message
from tests.faults.players import Player, open_table
from tests.seeds import chosen_seed
from tools.served import SERVE, Served

FRAMES = int(os.environ.get("SIGNET_FRAMES", "5000"))
SEED = chosen_seed(1)
BATCH = 40
"""Messages are sent so many at a time."""
AT_ONCE = 20
ANSWER_S = 60.0
KEPT_KIB = (10 if FRAMES <= 10_000 else 16) * 1024
"""How much all of them may leave behind, once as many as in a half have come: what first uses leave for good is no
fault."""
GROWN_KIB = 4 * 1024
"""How much of that the second half may leave behind: what every frame left would be in both."""
MUTANT = (sys.executable, "-m", "tests.faults.mutant_hoarding")

log = logging.getLogger(__name__)

pytestmark = [pytest.mark.fault, pytest.mark.asyncio]

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@asynccontextmanager
async def connected(server: Served) -> AsyncIterator[Streams]:
    """A bare connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(server.url.rpartition(":")[2]))
    try:
        async with asyncio.timeout(ANSWER_S):
            yield reader, writer
    finally:
        writer.transport.abort()


async def opened(streams: Streams, room: str, player: Player) -> None:
    """Opens the player's socket on a connection."""
    reader, writer = streams
    lines = ("Host: localhost", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
             "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", f"Authorization: Bearer {player.token}")  # fmt: skip
    writer.write("\r\n".join((f"GET /api/rooms/{room}/live HTTP/1.1", *lines, "", "")).encode())
    assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101 ")


async def heard(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """The next frame of the server: opcode and payload."""
    opcode, size = await reader.readexactly(2)
    if size == 126:
        size = int.from_bytes(await reader.readexactly(2), "big")
    elif size == 127:
        size = int.from_bytes(await reader.readexactly(8), "big")
    return opcode & 0x0F, await reader.readexactly(size)


async def closed_with(server: Served, room: str, player: Player, wrong: bytes) -> int | None:
    """The code with which the server closes after that; None when it only cuts the connection."""
    async with connected(server) as streams:
        await opened(streams, room, player)
        reader, writer = streams
        writer.write(wrong)
        try:
            while True:
                opcode, payload = await heard(reader)
                if opcode == CLOSE:
                    return int.from_bytes(payload[:2], "big")
        except (asyncio.IncompleteReadError, ConnectionError):
            return None


async def status_of(server: Served, wrong: bytes) -> int | None:
    """The HTTP status of the answer to that; None when the connection is cut without one."""
    async with connected(server) as (reader, writer):
        writer.write(wrong)
        try:
            writer.write_eof()
            line = await reader.readline()
        except ConnectionError:
            return None
        return int(line.split()[1]) if line else None


async def answers(server: Served, room: str, player: Player, messages: list[bytes], rng: random.Random) -> int:
    """How many answers come to these messages, all sent at once."""
    count = 0
    async with connected(server) as streams:
        await opened(streams, room, player)
        reader, writer = streams
        for each in [*messages, b'{"id":"the-last","do":"ping"}']:
            writer.write(frame(TEXT, each, rng))
        while True:
            opcode, payload = await heard(reader)
            assert opcode == TEXT, payload
            told = json.loads(payload)
            if told.get("re") == "the-last":
                return count
            count += "re" in told


@dataclass
class Found:
    """What came of all of it."""

    wrong: list[str]
    grown_kib: int
    kept_kib: int
    still_answers: bool
    noted: list[str]
    sent: tuple[int, int, int]


async def found(data: Path, command: Sequence[str] = SERVE) -> Found:
    """Sends all of it to such a server."""
    server = Served(data, command=command)
    await asyncio.to_thread(server.start)
    try:
        return await _found(server)
    finally:
        await asyncio.to_thread(server.stop)


async def _found(server: Served) -> Found:
    rng = random.Random(SEED)
    room, players = await asyncio.to_thread(open_table, server.url, rng, {"grace": 0, "bot_pace": 0})
    seated, seats = players[0], asyncio.Semaphore(AT_ONCE)
    wrong: list[str] = []
    host = server.url.removeprefix("http://")

    async def try_frame(family: Family, sent: bytes) -> None:
        async with seats:
            code = await closed_with(server, room, seated, sent)
            if code not in family.codes:
                wrong.append(f"{family.name}: {code} after {sent[:60].hex()}")

    async def try_handshake(sent: bytes) -> None:
        async with seats:
            status = await status_of(server, sent)
            if status is not None and not 400 <= status < 500:
                wrong.append(f"{status} after {sent[:200]!r}")

    async def try_messages(sent: list[bytes]) -> None:
        async with seats:
            count = await answers(server, room, seated, sent, random.Random(len(sent)))
            if count != len(sent):
                wrong.append(f"{count} answers to {sent}")

    async def send(count: int) -> tuple[int, int, int]:
        # one in ten is a wrong frame, which costs a connection, one in twenty a wrong handshake
        coded, broken = count // 10, count // 20
        drawn = [FAMILIES[number % len(FAMILIES)] for number in range(coded)]
        await asyncio.gather(*(try_frame(family, family.make(rng)) for family in drawn))
        await asyncio.gather(*(try_handshake(handshake(rng, f"/api/rooms/{room}/live", host)) for _ in range(broken)))
        batches = [[message(rng) for _ in range(BATCH)] for _ in range((count - coded - broken) // BATCH)]
        await asyncio.gather(*(try_messages(batch) for batch in batches))
        return coded, broken, len(batches) * BATCH

    await asyncio.gather(*(try_frame(family, family.make(rng)) for family in FAMILIES))
    await send(FRAMES // 2)
    fresh = server.resident_kib
    await send(FRAMES // 2)
    before = server.resident_kib
    sent = await send(FRAMES // 2)
    grown, kept = server.resident_kib - before, server.resident_kib - fresh
    still_answers = await answers(server, room, seated, [], rng) == 0
    noted = [line for line in server.log.splitlines() if '"level": "error"' in line or "Traceback" in line]
    return Found(wrong, grown, kept, still_answers, noted, sent)


@pytest.mark.slow("thousands of frames and messages")
async def test_whatever_is_sent_the_server_lives_and_closes_rightly(tmp_path: Path) -> None:
    one = await found(tmp_path)
    figures = f"{one.grown_kib} KiB more, {one.kept_kib} in all, SIGNET_SEED={SEED}"
    log.info("twice %d frames, %d handshakes, %d messages: %s", *one.sent, figures)
    assert one.wrong == [], f"{len(one.wrong)}: {one.wrong[:5]}, {figures}"
    assert one.still_answers
    assert one.noted == []
    assert one.grown_kib <= GROWN_KIB, figures
    assert one.kept_kib <= KEPT_KIB, figures


@pytest.mark.slow("thousands of frames and messages")
async def test_a_server_that_keeps_every_connection_is_caught(tmp_path: Path) -> None:
    one = await found(tmp_path, MUTANT)
    assert (one.wrong, one.still_answers) == ([], True)
    log.info("%d KiB more", one.grown_kib)
    assert one.grown_kib > GROWN_KIB
