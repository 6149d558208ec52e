"""Live connection: commands are carried out as they come, and updates written.

Only the room's present state is ever sent, however much has happened. So a slow connection misses steps and holds up
nobody. Nothing of it runs while nothing happens: a socket's line calls it, and so does the room's host."""

import asyncio
import time
from contextlib import suppress
from functools import partial

import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect

from app.journal.errors import StoreDownError
from app.live.errors import RoomDamagedError
from app.live.host.requests import Answer, Done
from app.live.host.subscription import Subscription
from app.rooms.commands import Guess, WatcherSay
from app.rooms.model.refusals import Refusal, refuse
from app.rooms.screens.decide import has_screen
from app.web.http.errors import Close
from app.web.messages import parse
from app.web.messages.answers import Feed, encode_json
from app.web.messages.commands import Look, LookAway, Message, Ping
from app.web.service.askers import CurtainAsker, RoomAsker, ScreenAsker, SeatedAsker, WatchingAsker
from app.web.service.command_service import Begun, CommandService, Outcome, Waiting
from app.web.sockets.browser_feed import BrowserFeed
from app.web.sockets.line import line_of
from app.web.sockets.low_priority import LowPriorityCalls
from engine.core.plain import Plain

log = structlog.get_logger(__name__)

FAREWELL_S = 3.0
"""Seconds that a running command may keep a connection from closing."""


class Connection:
    """One accepted socket with its subscription."""

    __slots__ = (
        "_address",
        "_command",
        "_end",
        "_feed",
        "_is_held_up",
        "_is_read_soon",
        "_is_stale",
        "_line",
        "_low_priority",
        "_service",
        "_stale_since",
        "_subscription",
        "by",
        "socket",
    )

    def __init__(
        self,
        socket: WebSocket,
        subscription: Subscription,
        feed: Feed,
        service: CommandService,
        by: RoomAsker,
        address: str,
        low_priority: LowPriorityCalls,
    ) -> None:
        """Take an accepted socket. The subscription is closed at the end.

        ``by``: who was let in; ``address``: the client's, for limits; ``low_priority`` sends what can wait."""
        self.socket = socket
        self._line = line_of(socket)
        self._subscription = subscription
        self._feed = feed
        self._service = service
        self.by = by
        self._address = address
        self._low_priority = low_priority
        self._command: asyncio.Future[Outcome] | asyncio.Future[Answer] | None = None
        """The command under way, whose answer is due."""
        self._is_read_soon = False
        """True if the next message is read in the loop's next turn."""
        self._is_stale = False
        self._stale_since = 0.0
        self._is_held_up = False
        """True if an update waits until the peer reads."""
        self._end: asyncio.Future[int | None] = asyncio.get_running_loop().create_future()
        """Becomes the code to close with; None if the peer has gone."""

    async def serve(self) -> None:
        """Serve the socket until either side ends it. A command sent before is still run."""
        try:
            self._line.listen(self._go_on)
            self._subscription.listen(self._hear)
            self._go_on()
            code = await self._end
            if code is not None:
                await self._close(code)
        finally:
            self._line.listen(None)
            self._subscription.close()

    def end(self, code: int) -> None:
        """Close the connection with that code, once the running command is answered."""
        if not self._end.done():
            self._end.set_result(code)

    @property
    def is_of_page(self) -> bool:
        """True for a browser's page; False for a program."""
        return isinstance(self._feed, BrowserFeed)

    def tell(self, message: Plain) -> None:
        """Send a message that is no update, as far as the peer reads."""
        self._line.write([encode_json(message)])

    def refresh(self) -> None:
        """Send what has changed without any event, such as the links of an invitation."""
        self._is_stale = True
        self._low_priority.add(self._send_update)

    # ---- commands

    def _go_on(self) -> None:
        """Send and read what is due: something has come, or the peer reads again."""
        if self._is_held_up:
            self._is_held_up = False
            self._send_update()
        if not self._is_read_soon:
            self._is_read_soon = True
            asyncio.get_running_loop().call_soon(self._read)

    def _read(self) -> None:
        """Carry out the next message, unless the last one's answer is due.

        Each message has its own turn of the loop."""
        self._is_read_soon = False
        if self._end.done() or self._command is not None or not self._line.can_write:
            return
        event = self._line.take()
        if event is None:
            return
        if event["type"] != "websocket.receive":
            self._end.set_result(None)
            return
        try:
            self._take(event.get("text"))
        except Exception as error:
            self._fail(error)
        if self._command is None:
            self._go_on()

    def _take(self, text: str | None) -> None:
        """Carry out a message and answer it; a message of bytes closes the connection."""
        if text is None:
            self.end(Close.BINARY)
            return
        message = parse.read_command(text)
        if isinstance(message, parse.InvalidMessage):
            self._answer(message.id, message.refusal)
            return
        if isinstance(message, Look | LookAway):
            self._subscription.look(isinstance(message, Look))
        began = time.perf_counter()
        begun = self._begin(message)
        if isinstance(begun, asyncio.Future):
            self._command = begun
            begun.add_done_callback(partial(self._finish, message.id, began))
        else:
            self._tell(message.id, began, begun)

    def _begin(self, message: Message) -> Begun:
        by, room, seat = self.by, self._subscription.room, self._subscription.viewer
        try:
            if isinstance(by, SeatedAsker):
                if seat is None:
                    return refuse("no_seat")
                return self._service.begin(SeatedAsker(room, seat, by.holder), message)
            if isinstance(by, CurtainAsker | ScreenAsker):
                # nobody acts there, but somebody looks
                is_look = isinstance(message, Ping | Look | LookAway)
                return Done(room.get_visible_version(seat), seat) if is_look else refuse("no_seat")
            if message.asks_for in (WatcherSay, Guess) and by.is_by_link:
                put = self._service.put_of_watcher(room.code, self._address, message, by.guesser)
                return asyncio.ensure_future(put)
        except RoomDamagedError:
            return refuse("room_damaged")
        except StoreDownError:
            return refuse("try_again")
        return Done(room.get_visible_version(None), None) if isinstance(message, Ping) else refuse("no_seat")

    def _finish(self, id: str | None, began: float, command: "asyncio.Future[Outcome]") -> None:
        """Answer the command under way, which is over."""
        self._command = None
        if command.cancelled():
            return
        try:
            try:
                outcome: Outcome = command.result()
            except RoomDamagedError:
                outcome = refuse("room_damaged")
            except StoreDownError:
                outcome = refuse("try_again")
            self._tell(id, began, outcome)
        except Exception as error:
            self._fail(error)
        self._go_on()

    def _tell(self, id: str | None, began: float, outcome: Outcome) -> None:
        if isinstance(self.by, SeatedAsker):
            self._service.count_outcome(began, outcome)
        self._answer(id, outcome.refusal if isinstance(outcome, Waiting) else outcome)

    def _answer(self, id: str | None, answer: Done | Refusal) -> None:
        """Send an answer. News that can wait go with it."""
        # a refusal says what its viewer owes: not at the curtain
        viewer = None if isinstance(self.by, CurtainAsker) else self._subscription.viewer
        texts = [self._feed.answer(id, answer, self._subscription.room, viewer)]
        if self._is_stale:
            texts += self._make_update()
        self._line.write(texts)

    # ---- what is sent

    def _hear(self, can_wait: bool) -> None:
        """Note that this viewer's state has changed, or that the subscription is over."""
        at = self._subscription
        if at.is_over:
            lost_seat = at.had_seat and at.viewer is None
            self.end(Close.SEAT_GIVEN_UP if lost_seat else Close.RESTART)
            return
        if isinstance(self.by, WatchingAsker) and not self.by.may_go_on(at.room):
            self.end(Close.REFUSED)
            return
        if isinstance(self.by, ScreenAsker) and not has_screen(at.room, self.by.digest):
            self.end(Close.REFUSED)
            return
        if not self._is_stale:
            self._stale_since = time.perf_counter()
            self._is_stale = True
        if can_wait:
            self._low_priority.add(self._send_update)
        else:
            # behind the answers, whose futures are done already
            asyncio.get_running_loop().call_soon(self._send_update)

    def _send_update(self) -> None:
        """Send the newest state if it has changed and the peer reads."""
        if not self._is_stale or self._end.done():
            return
        if self._line.can_write:
            self._line.write(self._make_update())
        else:
            self._is_held_up = True

    def _make_update(self) -> list[bytes]:
        """Return what this connection has not been sent yet: one message or none."""
        at, self._is_stale = self._subscription, False
        try:
            update = self._feed.update(at.room, at.viewer, at.here, at.now)
        except Exception as error:
            self._fail(error)
            return []
        if update is None:
            return []
        self._service.metrics.push.observe(time.perf_counter() - self._stale_since)
        return [update]

    # ---- the end

    def _fail(self, error: Exception) -> None:
        """Log an error and close this connection: the others go on."""
        log.error("socket failed", exc_info=error)
        self.end(Close.BROKEN)

    async def _close(self, code: int) -> None:
        """Close the socket behind the answer that is due."""
        if self._command is not None:
            await asyncio.wait([self._command], timeout=FAREWELL_S)
        if self._command is not None:
            log.warning("closed during a command")
        # the peer may have gone meanwhile
        with suppress(RuntimeError, WebSocketDisconnect):
            await self.socket.close(code)
