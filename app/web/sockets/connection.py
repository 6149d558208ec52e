"""One live connection: it reads commands, writes answers and the newest state, and waits for neither the room nor the
others.

Answers stand in a short queue; of the room only the present state is ever on its way, however much happened meanwhile.
So a connection that is slow misses steps and holds up nobody."""

import asyncio
import time
from dataclasses import dataclass

import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect

from app.journal.errors import StoreDown
from app.live.errors import RoomBroken
from app.live.host.requests import Done
from app.live.host.subscription import Subscription
from app.rooms.model.refusals import Refusal, refuse
from app.settings import Figures
from app.web.http.errors import Close
from app.web.messages import parse
from app.web.messages.answers import Feed
from app.web.messages.parse import AnyCommand
from app.web.messages.socket import LookMessage
from app.web.messages.talk import WatcherSayMessage
from app.web.service.askers import Seated, Watching
from app.web.service.command_service import CommandService, Waiting

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
    """One accepted socket with its subscription.

    While nothing happens it holds no task of its own: whoever serves it waits for the peer, and the writer lives for as
    long as there is something to write. A thousand of them are asleep most of the time."""

    def __init__(
        self,
        socket: WebSocket,
        subscription: Subscription,
        feed: Feed,
        service: CommandService,
        by: Seated | Watching,
        figures: Figures,
        address: str,
    ) -> None:
        """``by``: who was let in; ``address``: from where, as it is counted."""
        self._socket = socket
        self._subscription = subscription
        self._feed = feed
        self._service = service
        self._by = by
        self._figures = figures
        self._address = address
        self._answers: list[_Answer] = []
        self._is_stale = False
        self._stale_since = 0.0
        self._is_handling = False
        self._is_ending = False
        self._is_gone = False
        self._writer: asyncio.Task[None] | None = None
        self._room_for_answers: asyncio.Future[None] | None = None
        self._patience: asyncio.Timeout | None = None
        self._ended: asyncio.Future[int | None] = asyncio.get_running_loop().create_future()

    def end(self, code: Close) -> None:
        """Lets the connection close with that code."""
        self._end(code)

    async def run(self) -> None:
        """Serves the connection until either side ends it."""
        try:
            try:
                async with asyncio.timeout(None) as self._patience:
                    self._subscription.listen(self._heard)
                    self._end(await self._read())
            except TimeoutError:
                if not self._ended.done():
                    raise
                if self._is_handling:
                    log.warning("closed during a command")
            code = await self._ended
            if code is not None:
                await self._close(code)
        finally:
            self._is_gone = True
            if self._writer is not None:
                self._writer.cancel()

    def _end(self, code: int | None, error: Exception | None = None) -> None:
        """Ends the reading: with a code to close with, None when the peer is gone, or what went wrong."""
        if self._ended.done() or self._is_gone:
            return
        if error is not None:
            self._ended.set_exception(error)
        else:
            self._ended.set_result(code)
        if self._patience is not None:
            # the answer to the command that ended the connection is still to be sent
            wait = FAREWELL_S if self._is_handling else 0.0
            self._patience.reschedule(asyncio.get_running_loop().time() + wait)

    async def _close(self, code: int) -> None:
        self._is_ending = True
        if self._writer is not None:
            await asyncio.wait([self._writer], timeout=FAREWELL_S)
        try:
            await self._socket.close(code)
        except (WebSocketDisconnect, RuntimeError):
            return

    async def _read(self) -> int | None:
        while not self._ended.done():
            event = await self._socket.receive()
            if event["type"] == "websocket.disconnect":
                return None
            text = event.get("text")
            if text is None:
                return Close.BINARY
            if len(text.encode()) > self._figures.frame_bytes:
                return Close.TOO_BIG
            self._is_handling = True
            self._answers.append(await self._handle(text))
            self._is_handling = False
            self._stir()
            while len(self._answers) >= MOST_ANSWERS:
                self._room_for_answers = asyncio.get_running_loop().create_future()
                await self._room_for_answers
        return None

    def _heard(self) -> None:
        """Something has changed that this connection may know, or its subscription is over."""
        at = self._subscription
        if at.is_over:
            lost_seat = at.had_seat and at.viewer is None
            self._end(Close.SEAT_GIVEN_UP if lost_seat else Close.RESTART)
        elif isinstance(self._by, Watching) and not self._by.may_go_on(at.room):
            self._end(Close.REFUSED)
        else:
            if not self._is_stale:
                self._stale_since = time.perf_counter()
            self._is_stale = True
            self._stir()

    def _stir(self) -> None:
        """There is something to write."""
        if self._writer is None and not self._is_gone:
            self._writer = asyncio.create_task(self._write())

    async def _write(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._answers or (self._is_stale and not self._is_ending):
                # the guarded protocol cuts a stalled peer off; this is for servers without it
                stalled = loop.call_later(2 * self._figures.stalled_seconds, self._end, None)
                try:
                    await self._send_answers()
                    if self._is_stale and not self._is_ending:
                        await self._send_update()
                finally:
                    stalled.cancel()
        except (WebSocketDisconnect, RuntimeError):
            self._end(None)
        except Exception as error:
            # whoever serves the connection is told; a broken view is no reason to leave it open and silent
            self._end(None, error)
        finally:
            self._writer = None

    async def _send_answers(self) -> None:
        at = self._subscription
        while self._answers:
            said = self._answers.pop(0)
            if self._room_for_answers is not None and not self._room_for_answers.done():
                self._room_for_answers.set_result(None)
            await self._socket.send_text(self._feed.answer(said.id, said.answer, at.room, at.viewer))

    async def _send_update(self) -> None:
        self._is_stale = False
        at = self._subscription
        message = None if at.is_over else self._feed.update(at.room, at.viewer, at.here, at.now)
        if message is not None:
            since = self._stale_since
            await self._socket.send_text(message)
            self._service.metrics.push.observe(time.perf_counter() - since)

    async def _handle(self, text: str) -> _Answer:
        message = parse.read_command(text)
        if isinstance(message, parse.Unread):
            return _Answer(message.id, message.refusal)
        if isinstance(message, LookMessage) and message.do != "ping":
            self._subscription.look(message.do == "look")
        try:
            answer = await self._put(message)
        except RoomBroken:
            answer = refuse("room_damaged")
        except StoreDown:
            answer = refuse("try_again")
        return _Answer(message.id, answer.refusal if isinstance(answer, Waiting) else answer)

    async def _put(self, message: AnyCommand) -> Done | Refusal | Waiting:
        by, room, seat = self._by, self._subscription.room, self._subscription.viewer
        if isinstance(by, Seated):
            if seat is None:
                return refuse("no_seat")
            return await self._service.put(Seated(room, seat, by.holder), message)
        if isinstance(message, WatcherSayMessage) and by.is_by_link:
            return await self._service.put_of_watcher(room.code, self._address, message)
        is_ping = isinstance(message, LookMessage) and message.do == "ping"
        return Done(room.seen(None), None) if is_ping else refuse("no_seat")
