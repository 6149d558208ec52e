"""Wrong frames, handshakes and messages: the server lives and keeps nothing.

It closes with the right code. ``SIGNET_FRAMES`` sets their number, ``SIGNET_SEED`` selects them."""

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

from tests.faults.frames import CLOSE, FAMILIES, TEXT, Family, make_frame, make_handshake, make_message
from tests.faults.players import Player, open_table
from tests.seeds import choose_seed
from tools.served import SERVE, Served

FRAMES = int(os.environ.get("SIGNET_FRAMES", "5000"))
SEED = choose_seed(1)
BATCH = 40
"""Number of messages sent at a time."""
AT_ONCE = 20
ANSWER_S = 60.0
KEPT_KIB = (10 if FRAMES <= 10_000 else 16) * 1024
"""Memory that all of them may leave behind after the first half.

What first uses leave for good is no fault."""
GROWN_KIB = 4 * 1024
"""Share of it that the second half may leave behind.

A leak per frame would show in both halves."""
MUTANT = (sys.executable, "-m", "tests.faults.mutant_hoarding")

log = logging.getLogger(__name__)

pytestmark = [pytest.mark.fault, pytest.mark.asyncio]

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@asynccontextmanager
async def connect_raw(server: Served) -> AsyncIterator[Streams]:
    """Open a bare connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(server.url.rpartition(":")[2]))
    try:
        async with asyncio.timeout(ANSWER_S):
            yield reader, writer
    finally:
        writer.transport.abort()


async def open_socket(streams: Streams, room: str, player: Player) -> None:
    """Open the player's socket on a connection."""
    reader, writer = streams
    lines = ("Host: localhost", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
             "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", f"Authorization: Bearer {player.token}")  # fmt: skip
    writer.write("\r\n".join((f"GET /api/rooms/{room}/live HTTP/1.1", *lines, "", "")).encode())
    assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101 ")


async def read_frame(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """Return the server's next frame: opcode and payload."""
    opcode, size = await reader.readexactly(2)
    if size == 126:
        size = int.from_bytes(await reader.readexactly(2), "big")
    elif size == 127:
        size = int.from_bytes(await reader.readexactly(8), "big")
    return opcode & 0x0F, await reader.readexactly(size)


async def get_close_code(server: Served, room: str, player: Player, wrong: bytes) -> int | None:
    """Return the close code after this input, or None if the server only cuts."""
    async with connect_raw(server) as streams:
        await open_socket(streams, room, player)
        reader, writer = streams
        writer.write(wrong)
        try:
            while True:
                opcode, payload = await read_frame(reader)
                if opcode == CLOSE:
                    return int.from_bytes(payload[:2], "big")
        except (asyncio.IncompleteReadError, ConnectionError):
            return None


async def get_status(server: Served, wrong: bytes) -> int | None:
    """Return the HTTP status of the answer, or None if the server cuts."""
    async with connect_raw(server) as (reader, writer):
        writer.write(wrong)
        try:
            writer.write_eof()
            line = await reader.readline()
        except ConnectionError:
            return None
        return int(line.split()[1]) if line else None


async def count_answers(server: Served, room: str, player: Player, messages: list[bytes], rng: random.Random) -> int:
    """Return the number of answers to these messages, all sent at once."""
    count = 0
    async with connect_raw(server) as streams:
        await open_socket(streams, room, player)
        reader, writer = streams
        for each in [*messages, b'{"id":"the-last","do":"ping"}']:
            writer.write(make_frame(TEXT, each, rng))
        while True:
            opcode, payload = await read_frame(reader)
            assert opcode == TEXT, payload
            told = json.loads(payload)
            if told.get("re") == "the-last":
                return count
            count += "re" in told


@dataclass
class Findings:
    """Results of all inputs."""

    wrong: list[str]
    grown_kib: int
    kept_kib: int
    still_answers: bool
    noted: list[str]
    sent: tuple[int, int, int]


async def run_all(data: Path, command: Sequence[str] = SERVE) -> Findings:
    """Send all inputs to such a server."""
    server = Served(data, command=command)
    await asyncio.to_thread(server.start)
    try:
        return await _run(server)
    finally:
        await asyncio.to_thread(server.stop)


async def _run(server: Served) -> Findings:
    rng = random.Random(SEED)
    room, players = await asyncio.to_thread(open_table, server.url, rng, {"grace": 0, "bot_pace": 0})
    seated, seats = players[0], asyncio.Semaphore(AT_ONCE)
    wrong: list[str] = []
    host = server.url.removeprefix("http://")

    async def try_frame(family: Family, sent: bytes) -> None:
        async with seats:
            code = await get_close_code(server, room, seated, sent)
            if code not in family.codes:
                wrong.append(f"{family.name}: {code} after {sent[:60].hex()}")

    async def try_handshake(sent: bytes) -> None:
        async with seats:
            status = await get_status(server, sent)
            if status is not None and not 400 <= status < 500:
                wrong.append(f"{status} after {sent[:200]!r}")

    async def try_messages(sent: list[bytes]) -> None:
        async with seats:
            count = await count_answers(server, room, seated, sent, random.Random(len(sent)))
            if count != len(sent):
                wrong.append(f"{count} answers to {sent}")

    async def send(count: int) -> tuple[int, int, int]:
        # One in ten is a wrong frame, which costs a connection, one in twenty a wrong handshake.
        coded, broken = count // 10, count // 20
        drawn = [FAMILIES[number % len(FAMILIES)] for number in range(coded)]
        await asyncio.gather(*(try_frame(family, family.make(rng)) for family in drawn))
        await asyncio.gather(
            *(try_handshake(make_handshake(rng, f"/api/rooms/{room}/live", host)) for _ in range(broken))
        )
        batches = [[make_message(rng) for _ in range(BATCH)] for _ in range((count - coded - broken) // BATCH)]
        await asyncio.gather(*(try_messages(batch) for batch in batches))
        return coded, broken, len(batches) * BATCH

    await asyncio.gather(*(try_frame(family, family.make(rng)) for family in FAMILIES))
    await send(FRAMES // 2)
    fresh = server.resident_kib
    await send(FRAMES // 2)
    before = server.resident_kib
    sent = await send(FRAMES // 2)
    grown, kept = server.resident_kib - before, server.resident_kib - fresh
    still_answers = await count_answers(server, room, seated, [], rng) == 0
    noted = [line for line in server.log.splitlines() if '"level": "error"' in line or "Traceback" in line]
    return Findings(wrong, grown, kept, still_answers, noted, sent)


@pytest.mark.slow("thousands of frames and messages")
async def test_server_survives_any_input_and_closes_correctly(tmp_path: Path) -> None:
    one = await run_all(tmp_path)
    figures = f"{one.grown_kib} KiB more, {one.kept_kib} in all, SIGNET_SEED={SEED}"
    log.info("twice %d frames, %d handshakes, %d messages: %s", *one.sent, figures)
    assert one.wrong == [], f"{len(one.wrong)}: {one.wrong[:5]}, {figures}"
    assert one.still_answers
    assert one.noted == []
    assert one.grown_kib <= GROWN_KIB, figures
    assert one.kept_kib <= KEPT_KIB, figures


@pytest.mark.slow("thousands of frames and messages")
async def test_server_that_keeps_every_connection_is_detected(tmp_path: Path) -> None:
    one = await run_all(tmp_path, MUTANT)
    assert (one.wrong, one.still_answers) == ([], True)
    log.info("%d KiB more", one.grown_kib)
    assert one.grown_kib > GROWN_KIB
