"""One live connection: it reads commands, writes answers and the newest state, and waits for neither the room nor the
others.

Answers stand in a short queue; of the room only the present state is ever on its way, however much happened meanwhile.
So a connection that is slow misses steps and holds up nobody."""

import asyncio
import time
from collections import deque
from dataclasses import dataclass

import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect

from app.live.errors import StoreDown
from app.live.requests import Done
from app.live.subscription import Subscription
from app.rooms.refusals import Refusal, refuse
from app.rooms.view import may_watch
from app.settings import Figures
from app.web import wire
from app.web.desk import Desk, Waiting
from app.web.errors import Close
from app.web.feeds import Feed
from app.web.identity import Holder
from app.web.talk_messages import WatcherSayMessage

log = structlog.get_logger(__name__)

MOST_ANSWERS = 32
"""Answers on their way to a slow reader; then its next command waits."""

FAREWELL_S = 3.0
"""How long a command that is on its way may keep a connection from closing."""


@dataclass(slots=True)
class _Answer:
    id: str | None
    answer: Done | Refusal


class Connection:
    """One accepted socket with its subscription."""

    def __init__(
        self,
        socket: WebSocket,
        subscription: Subscription,
        feed: Feed,
        desk: Desk,
        asker: Holder | None,
        figures: Figures,
        watcher: str | None = None,
    ) -> None:
        """``watcher``: the address of somebody who came by the watchers' link, and may talk there."""
        self._socket = socket
        self._subscription = subscription
        self._feed = feed
        self._desk = desk
        self._asker = asker
        self._figures = figures
        self._watcher = watcher
        self._answers: deque[_Answer] = deque()
        self._is_stale = False
        self._stale_since = 0.0
        self._is_ending = False
        self._wake = asyncio.Event()
        self._room_for_answers = asyncio.Event()
        self._handling = asyncio.Lock()
        self._told_to_end: asyncio.Future[int | None] = asyncio.get_running_loop().create_future()

    def end(self, code: Close) -> None:
        """Lets the connection close with that code."""
        if not self._told_to_end.done():
            self._told_to_end.set_result(code)

    async def run(self) -> None:
        """Serves the connection until either side ends it."""
        tasks = [asyncio.ensure_future(step) for step in (self._read(), self._write(), self._listen())]
        ends: list[asyncio.Future[int | None]] = [*tasks, self._told_to_end]
        try:
            done, _ = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            code = next(end.result() for end in ends if end in done)
            if code is not None:
                await self._close(code, tasks)
        finally:
            for task in tasks:
                task.cancel()

    async def _close(self, code: int, tasks: list[asyncio.Task[int | None]]) -> None:
        reader, writer, _ = tasks
        if not reader.done():
            # the answer to the command that ended the connection is still to be sent
            try:
                async with asyncio.timeout(FAREWELL_S):
                    await self._handling.acquire()
            except TimeoutError:
                log.warning("closed during a command")
        self._is_ending = True
        self._wake.set()
        await asyncio.wait([writer], timeout=FAREWELL_S)
        try:
            await self._socket.close(code)
        except (WebSocketDisconnect, RuntimeError):
            return

    async def _read(self) -> int | None:
        while True:
            event = await self._socket.receive()
            if event["type"] == "websocket.disconnect":
                return None
            text = event.get("text")
            if text is None:
                return Close.BINARY
            if len(text.encode()) > self._figures.frame_bytes:
                return Close.TOO_BIG
            async with self._handling:
                self._answers.append(await self._handle(text))
                self._wake.set()
            while len(self._answers) >= MOST_ANSWERS:
                self._room_for_answers.clear()
                await self._room_for_answers.wait()

    async def _write(self) -> int | None:
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                await self._send_answers()
                if self._is_ending:
                    return None
                if self._is_stale and not self._subscription.is_over:
                    self._is_stale = False
                    at = self._subscription
                    message = self._feed.update(at.room, at.viewer, at.here)
                    if message is not None:
                        since = self._stale_since
                        await self._send(message)
                        self._desk.metrics.push.observe(time.perf_counter() - since)
        except (WebSocketDisconnect, RuntimeError, TimeoutError):
            return None

    async def _listen(self) -> int | None:
        while True:
            await self._subscription.changed()
            if self._subscription.is_over:
                lost_seat = self._subscription.had_seat and self._subscription.viewer is None
                return Close.SEAT_GIVEN_UP if lost_seat else Close.RESTART
            if self._asker is None and not may_watch(self._subscription.room):
                return Close.REFUSED
            if not self._is_stale:
                self._stale_since = time.perf_counter()
            self._is_stale = True
            self._wake.set()

    async def _handle(self, text: str) -> _Answer:
        message = wire.read_command(text)
        if isinstance(message, wire.Unread):
            return _Answer(message.id, message.refusal)
        if isinstance(message, wire.PlainMessage) and message.do in ("look", "look_away"):
            self._subscription.look(message.do == "look")
        try:
            answer = await self._put(message)
        except StoreDown:
            answer = refuse("try_again")
        return _Answer(message.id, answer.refusal if isinstance(answer, Waiting) else answer)

    async def _put(self, message: wire.AnyCommand) -> Done | Refusal | Waiting:
        room = self._subscription.room
        if self._asker is not None:
            return await self._desk.put(room.code, self._asker, message)
        if isinstance(message, WatcherSayMessage) and self._watcher is not None:
            return await self._desk.put_of_watcher(room.code, self._watcher, message)
        is_ping = isinstance(message, wire.PlainMessage) and message.do == "ping"
        return Done(room.seen(None), None) if is_ping else refuse("no_seat")

    async def _send_answers(self) -> None:
        while self._answers:
            said = self._answers.popleft()
            self._room_for_answers.set()
            at = self._subscription
            await self._send(self._feed.answer(said.id, said.answer, at.room, at.viewer))

    async def _send(self, message: str) -> None:
        # the guarded protocol cuts a stalled peer off; this is for servers without it
        async with asyncio.timeout(2 * self._figures.stalled_seconds):
            await self._socket.send_text(message)
