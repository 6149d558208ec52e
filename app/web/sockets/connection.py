"""Live connection: a coroutine that reads commands and one that writes updates.

Only the room's present state is ever sent, however much has happened. So a slow connection misses steps and holds up
nobody."""

import asyncio
import time
from contextlib import suppress

import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect

from app.journal.errors import StoreDownError
from app.live.errors import RoomDamagedError
from app.live.host.requests import Done
from app.live.host.subscription import Subscription
from app.rooms.commands import WatcherSay
from app.rooms.model.refusals import Refusal, refuse
from app.web.http.errors import Close
from app.web.messages import parse
from app.web.messages.answers import Feed
from app.web.messages.commands import Look, LookAway, Message, Ping
from app.web.service.askers import SeatedAsker, WatchingAsker
from app.web.service.command_service import CommandService, Outcome, Waiting
from app.web.sockets.low_priority import LowPriorityCalls

log = structlog.get_logger(__name__)

FAREWELL_S = 3.0
"""Seconds that a running command may keep a connection from closing."""


class Connection:
    """One accepted socket with its subscription."""

    __slots__ = (
        "_address",
        "_by",
        "_closing",
        "_command",
        "_feed",
        "_is_stale",
        "_low_priority",
        "_service",
        "_socket",
        "_stale_since",
        "_subscription",
        "_wake",
    )

    def __init__(
        self,
        socket: WebSocket,
        subscription: Subscription,
        feed: Feed,
        service: CommandService,
        by: SeatedAsker | WatchingAsker,
        address: str,
        low_priority: LowPriorityCalls,
    ) -> None:
        """Take an accepted socket. The subscription is closed at the end.

        ``by``: who was let in; ``address``: the client's, for limits; ``low_priority`` wakes the writer for what can
        wait."""
        self._socket = socket
        self._subscription = subscription
        self._feed = feed
        self._service = service
        self._by = by
        self._address = address
        self._low_priority = low_priority
        self._command = asyncio.Lock()
        """Held from a message to its answer."""
        self._wake = asyncio.Event()
        """Set when the writer has something to do."""
        self._is_stale = False
        self._stale_since = 0.0
        self._closing: int | None = None

    async def serve(self) -> None:
        """Serve the socket until either side ends it. A command sent before is still run."""
        reader = asyncio.create_task(self._read(), name="reader")
        reader.add_done_callback(lambda _: self._wake.set())
        try:
            self._subscription.listen(self._hear)
            await self._write(reader)
            await self._close()
        except WebSocketDisconnect:
            await reader
        finally:
            reader.cancel()
            self._subscription.close()

    def end(self, code: int) -> None:
        """Close the connection with that code, once the running command is answered."""
        if self._closing is None:
            self._closing = code
            self._wake.set()

    # ---- commands

    async def _read(self) -> None:
        """Run one command after the other until the connection ends."""
        try:
            while await self._read_one():
                pass
        except Exception as error:
            self._fail(error)

    async def _read_one(self) -> bool:
        """Carry out the next message. Return False when none comes any more."""
        event = await self._socket.receive()
        if event["type"] != "websocket.receive" or self._closing is not None:
            return False
        async with self._command:
            await self._take(event.get("text"))
        return True

    async def _take(self, text: str | None) -> None:
        """Carry out a message and answer it; a message of bytes closes the connection."""
        if text is None:
            self.end(Close.BINARY)
            return
        message = parse.read_command(text)
        if isinstance(message, parse.InvalidMessage):
            await self._answer(message.id, message.refusal)
            return
        if isinstance(message, Look | LookAway):
            self._subscription.look(isinstance(message, Look))
        began = time.perf_counter()
        outcome = await self._carry_out(message)
        if isinstance(self._by, SeatedAsker):
            self._service.count_outcome(began, outcome)
        await self._answer(message.id, outcome.refusal if isinstance(outcome, Waiting) else outcome)

    async def _carry_out(self, message: Message) -> Outcome:
        by, room, seat = self._by, self._subscription.room, self._subscription.viewer
        try:
            if isinstance(by, SeatedAsker):
                if seat is None:
                    return refuse("no_seat")
                begun = self._service.begin(SeatedAsker(room, seat, by.holder), message)
                # awaited without a layer in between: the answer goes out before the update that comes with it
                return await begun if isinstance(begun, asyncio.Future) else begun
            if message.asks_for is WatcherSay and by.is_by_link:
                return await self._service.put_of_watcher(room.code, self._address, message)
        except RoomDamagedError:
            return refuse("room_damaged")
        except StoreDownError:
            return refuse("try_again")
        return Done(room.get_visible_version(None), None) if isinstance(message, Ping) else refuse("no_seat")

    async def _answer(self, id: str | None, answer: Done | Refusal) -> None:
        """Send an answer, unless the peer has gone. News that can wait follow it at once."""
        message = self._feed.answer(id, answer, self._subscription.room, self._subscription.viewer)
        with suppress(WebSocketDisconnect):
            await self._send(message)
        if self._is_stale:
            self._wake.set()

    # ---- what is sent

    def _hear(self, can_wait: bool) -> None:
        """Note that this viewer's state has changed, or that the subscription is over."""
        at = self._subscription
        if at.is_over:
            lost_seat = at.had_seat and at.viewer is None
            self.end(Close.SEAT_GIVEN_UP if lost_seat else Close.RESTART)
            return
        if isinstance(self._by, WatchingAsker) and not self._by.may_go_on(at.room):
            self.end(Close.REFUSED)
            return
        if not self._is_stale:
            self._stale_since = time.perf_counter()
            self._is_stale = True
        if can_wait:
            self._low_priority.add(self._wake.set)
        else:
            self._wake.set()

    async def _write(self, reader: asyncio.Task[None]) -> None:
        """Send the newest state whenever it has changed, until the connection ends."""
        while self._closing is None and not reader.done():
            if self._is_stale:
                await self._send_update()
            await self._wake.wait()
            self._wake.clear()

    async def _send_update(self) -> None:
        """Send what this connection has not been sent yet. Raises WebSocketDisconnect."""
        at, self._is_stale = self._subscription, False
        try:
            update = self._feed.update(at.room, at.viewer, at.here, at.now)
        except Exception as error:
            self._fail(error)
            return
        if update is not None:
            await self._send(update)
            self._service.metrics.push.observe(time.perf_counter() - self._stale_since)

    async def _send(self, message: bytes) -> None:
        """Send a message, which is UTF-8. Raises WebSocketDisconnect."""
        try:
            await self._socket.send_text(message.decode())
        except RuntimeError as error:
            # it is closed already
            raise WebSocketDisconnect from error

    # ---- the end

    def _fail(self, error: Exception) -> None:
        """Log an error and close this connection: the others go on."""
        log.error("socket failed", exc_info=error)
        self.end(Close.BROKEN)

    async def _close(self) -> None:
        """Close the socket behind the answer that is due. Raises WebSocketDisconnect."""
        if self._closing is None:
            return
        try:
            async with asyncio.timeout(FAREWELL_S), self._command:
                pass
        except TimeoutError:
            log.warning("closed during a command")
        try:
            await self._socket.close(self._closing)
        except RuntimeError as error:
            raise WebSocketDisconnect from error
