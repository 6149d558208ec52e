"""Live connection under a real server: what queues, and what is left at its end."""

import asyncio
import io
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from websockets.frames import Frame, Opcode

from app import logs
from app.rooms.model.ids import RoomCode
from app.rooms.model.room import Room
from app.settings.limits import Figures
from app.web.server.socket_guard import GuardedSocket
from app.web.sockets.program_feed import ProgramFeed
from tests.journal.memory_store import MemoryStore
from tests.web.server.test_uvicorn_guard import PATIENCE_S, Streams, a_player, handshake, raw
from tests.web.servers import Served, a_server, on_both_loops
from tools.play_random import Player


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """Stream of the log."""
    out = io.StringIO()
    logs.set_up("info", out)
    yield out
    logs.set_up("error")


def text(**message: Any) -> bytes:
    """Return a client's frame."""
    return Frame(Opcode.TEXT, json.dumps(message).encode()).serialize(mask=True)


CLOSE = Frame(Opcode.CLOSE, b"\x03\xe8").serialize(mask=True)


async def read_message(reader: asyncio.StreamReader) -> dict[str, Any]:
    """Return the server's next message."""
    _, size = await reader.readexactly(2)
    if size == 126:
        size = int.from_bytes(await reader.readexactly(2), "big")
    message: dict[str, Any] = json.loads(await reader.readexactly(size))
    return message


async def answers(reader: asyncio.StreamReader, count: int) -> list[str]:
    """Return the ids of the next so many answers, skipping other messages."""
    ids: list[str] = []
    async with asyncio.timeout(PATIENCE_S):
        while len(ids) < count:
            message = await read_message(reader)
            if "re" in message:
                ids.append(message["re"])
    return ids


@asynccontextmanager
async def connect_player(served: Served, player: Player) -> AsyncIterator[Streams]:
    """Open a plain connection of the player's and read its first view."""
    async with raw(served) as (reader, writer):
        writer.write(handshake(served, player))
        await reader.readuntil(b"\r\n\r\n")
        assert "view" in await read_message(reader)
        yield reader, writer


async def nobody_left(served: Served) -> None:
    """Wait until all connections are over."""
    async with asyncio.timeout(PATIENCE_S):
        while len(served.gateway):
            await asyncio.sleep(0.01)


async def room_of(served: Served, player: Player) -> Room:
    """Return the current room."""
    room = await served.dependencies.manager.room(RoomCode(player.room))
    assert room is not None
    return room


class Gate:
    """Gate that holds appends back until a test opens it."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.opened = asyncio.Event()
        append = MemoryStore.append

        async def late(*arguments: Any) -> None:
            await self.opened.wait()
            await append(*arguments)

        patch.setattr(MemoryStore, "append", late)


MANY, MOST_READ = 3_000, 300
"""Number of frames of 4 KB to send, and the most that one read may hold.

The first number is more than any buffer between two sockets holds."""


async def read_meanwhile(patch: pytest.MonkeyPatch) -> int:
    """Return how many messages a server reads while it carries out the first one."""
    async with a_server() as served:
        player = await a_player(served)
        async with connect_player(served, player) as (reader, writer):
            gate, taken = Gate(patch), 0
            take = GuardedSocket.send_receive_event_to_app

            def count_call(self: GuardedSocket) -> None:
                nonlocal taken
                taken += 1
                take(self)

            patch.setattr(GuardedSocket, "send_receive_event_to_app", count_call)
            writer.write(text(id="first", do="say", text="Hello"))
            ping = Frame(Opcode.TEXT, b'{"do":"ping"}'.ljust(4000)).serialize(mask=True)
            writer.write(ping * MANY)
            still, before = 0, -1
            while still < 20:
                await asyncio.sleep(0.01)
                still, before = (still + 1, before) if before == taken else (0, taken)
            gate.opened.set()
            assert (await answers(reader, 1)) == ["first"]
            return before


@on_both_loops
async def test_socket_reads_bounded_number_of_messages_while_command_runs() -> None:
    with pytest.MonkeyPatch.context() as patch:
        assert 1 < await read_meanwhile(patch) <= MOST_READ


@on_both_loops
async def test_a_socket_that_goes_on_reading_is_found() -> None:
    with pytest.MonkeyPatch.context() as patch:
        take = GuardedSocket.send_receive_event_to_app

        def reads_on(self: GuardedSocket) -> None:
            take(self)
            self.read_paused = False
            self.transport.resume_reading()

        patch.setattr(GuardedSocket, "send_receive_event_to_app", reads_on)
        assert await read_meanwhile(patch) > MOST_READ


@on_both_loops
async def test_waiting_messages_are_answered_in_order_of_arrival() -> None:
    async with a_server() as served:
        player = await a_player(served)
        async with connect_player(served, player) as (reader, writer):
            ids = [f"c{number}" for number in range(100)]
            asks = [{"do": "ping"} if number % 3 else {"do": "say", "text": id} for number, id in enumerate(ids)]
            writer.write(b"".join(text(id=id, **ask) for id, ask in zip(ids, asks, strict=True)))
            assert await answers(reader, len(ids)) == ids


@on_both_loops
async def test_messages_arriving_during_admission_are_kept_for_connection() -> None:
    async with a_server() as served:
        player = await a_player(served)
        async with raw(served) as (reader, writer):
            nameless = handshake(served, player).replace(b"Authorization", b"X-Nothing")
            writer.write(nameless)
            await reader.readuntil(b"\r\n\r\n")
            early = text(id="early", do="say", text="Hello")
            writer.write(text(do="hello", token=player.token) + text(id="first", do="ping") + early[:9])
            assert await answers(reader, 1) == ["first"]
            writer.write(early[9:])
            assert await answers(reader, 1) == ["early"]


@on_both_loops
async def test_what_was_said_before_the_close_is_still_carried_out() -> None:
    async with a_server() as served:
        player = await a_player(served)
        async with connect_player(served, player) as (_, writer):
            words = ["one", "two", "three"]
            writer.write(b"".join(text(do="say", text=word) for word in words) + CLOSE + text(do="say", text="four"))
            await nobody_left(served)
            async with asyncio.timeout(PATIENCE_S):
                while len(chat := (await room_of(served, player)).chat) < len(words):
                    await asyncio.sleep(0.01)
        assert [line.text for line in chat] == words


@on_both_loops
async def test_client_that_leaves_during_command_is_gone_after_it() -> None:
    async with a_server() as served:
        player = await a_player(served)
        with pytest.MonkeyPatch.context() as patch:
            async with connect_player(served, player) as (_, writer):
                gate = Gate(patch)
                writer.write(text(do="say", text="Hello"))
                await asyncio.sleep(0.05)
                writer.transport.abort()
                gate.opened.set()
                await nobody_left(served)
                assert (await room_of(served, player)).chat


@on_both_loops
async def test_failing_view_closes_only_its_own_connection_and_is_logged(log: io.StringIO) -> None:
    async with a_server() as served:
        player = await a_player(served)
        async with connect_player(served, player) as (reader, writer), connect_player(served, player):
            with pytest.MonkeyPatch.context() as patch:
                failures = [RuntimeError("Whisper")]
                update = ProgramFeed.update

                def fails_once(self: ProgramFeed, *arguments: Any) -> bytes | None:
                    if failures:
                        raise failures.pop()
                    return update(self, *arguments)

                patch.setattr(ProgramFeed, "update", fails_once)
                writer.write(text(id="one", do="say", text="Hello"))
                assert await answers(reader, 1) == ["one"]
                async with asyncio.timeout(PATIENCE_S):
                    while failures:
                        await asyncio.sleep(0.01)
            assert len(served.gateway) == 1
    assert "socket failed" in log.getvalue()
    assert "Whisper" not in log.getvalue()


@on_both_loops
async def test_log_gets_line_for_socket_after_it_closes(log: io.StringIO) -> None:
    async with a_server() as served:
        player = await a_player(served)
        for last in (CLOSE, Frame(Opcode.BINARY, b"x").serialize(mask=True)):
            async with connect_player(served, player) as (reader, writer):
                assert "websocket" not in log.getvalue().splitlines()[-1]
                writer.write(last)
                await the_end_of_a_close(reader, writer)
                await nobody_left(served)
            log.write(json.dumps({"event": "next"}) + "\n")
    lines = [line for line in map(json.loads, log.getvalue().splitlines()) if line["event"] == "websocket"]
    assert [(line["route"], line["status"]) for line in lines] == [
        ("/api/rooms/{room}/live", code) for code in (101, 1003)
    ]


async def the_end_of_a_close(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Read the server's close and answer it."""
    while (await reader.readexactly(2))[0] != 0x88:
        pass
    writer.write(CLOSE)


@on_both_loops
async def test_a_socket_that_is_over_is_counted_out() -> None:
    async with a_server(limits=True, figures=Figures(sockets_per_seat=2)) as served:
        player = await a_player(served)
        for _ in range(6):
            async with connect_player(served, player), connect_player(served, player):
                assert len(served.gateway) == 2
            await nobody_left(served)


@on_both_loops
async def test_an_open_socket_costs_one_task() -> None:
    async with a_server() as served:
        player = await a_player(served)
        # others may end meanwhile, such as the one that reads templates
        before = asyncio.all_tasks()
        async with connect_player(served, player) as (reader, writer), connect_player(served, player):
            writer.write(text(id="one", do="ping"))
            assert await answers(reader, 1) == ["one"]
            assert len(asyncio.all_tasks() - before) == 2


@asynccontextmanager
async def connect_to(served: Served, player: Player) -> AsyncIterator[tuple[GuardedSocket, Streams]]:
    """Open a plain connection and yield the server's end of it too."""
    made: list[GuardedSocket] = []
    with pytest.MonkeyPatch.context() as patch:
        listen = GuardedSocket.listen

        def note(self: GuardedSocket, heard: Any) -> None:
            made.append(self)
            listen(self, heard)

        patch.setattr(GuardedSocket, "listen", note)
        async with connect_player(served, player) as streams:
            yield made[0], streams


@on_both_loops
async def test_who_reads_again_gets_newest_state_and_missed_answers() -> None:
    async with a_server() as served:
        player = await a_player(served)
        async with connect_to(served, player) as (end, (reader, writer)), connect_player(served, player) as other:
            end.pause_writing()
            for word in ("one", "two", "three"):
                other[1].write(text(id=word, do="say", text=word))
                assert await answers(other[0], 1) == [word]
            writer.write(text(id="mine", do="ping"))
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.1):
                    await reader.read(1)
            end.resume_writing()
            async with asyncio.timeout(PATIENCE_S):
                news = await read_message(reader)
                assert [line["text"] for line in news["view"]["said"]] == ["one", "two", "three"]
                assert (await read_message(reader))["re"] == "mine"
