"""One live connection: it takes commands, writes answers and the newest state, and waits for neither the room nor the
others.

Answers stand in a short queue; of the room only the present state is ever on its way, however much happened meanwhile.
So a connection that is slow misses steps and holds up nobody."""

import asyncio
import time
from collections.abc import Callable

import structlog

from app.journal.errors import StoreDown
from app.live.errors import RoomBroken
from app.live.host.requests import Answer, Done
from app.live.host.subscription import Subscription
from app.rooms.model.refusals import Refusal, refuse
from app.web.http.errors import Close
from app.web.messages import parse
from app.web.messages.answers import Feed
from app.web.messages.parse import AnyCommand
from app.web.messages.socket import LookMessage
from app.web.messages.talk import WatcherSayMessage
from app.web.service.askers import Seated, Watching
from app.web.service.command_service import Begun, CommandService, Outcome, Waiting
from app.web.sockets.line import Line
from app.web.sockets.unhurried import Unhurried

log = structlog.get_logger(__name__)

MOST_ANSWERS = 32
"""Answers on their way to a slow reader; then its next command waits."""

FAREWELL_S = 3.0
"""How long a command that is on its way, or a peer that does not read, may keep a connection from closing."""


class Connection:
    """One accepted socket with its subscription.

    It is called by its line when something comes, by its subscription when the room has changed, and by the loop when
    there is something to write: answers and the update that follows them leave together. A thousand of them are asleep
    most of the time, and hold no task meanwhile."""

    __slots__ = (
        "_address",
        "_answers",
        "_asked",
        "_by",
        "_closing",
        "_feed",
        "_is_due",
        "_is_held",
        "_is_over",
        "_is_stale",
        "_line",
        "_on_over",
        "_patience",
        "_service",
        "_stale_since",
        "_subscription",
        "_unhurried",
        "_waiting",
    )

    def __init__(
        self,
        line: Line,
        subscription: Subscription,
        feed: Feed,
        service: CommandService,
        by: Seated | Watching,
        address: str,
        unhurried: Unhurried,
    ) -> None:
        """``by``: who was let in; ``address``: from where, as it is counted; ``unhurried`` writes for it what can wait.
        The subscription is closed at the end."""
        self._line = line
        self._subscription = subscription
        self._feed = feed
        self._service = service
        self._by = by
        self._address = address
        self._unhurried = unhurried
        self._answers: list[tuple[str | None, Done | Refusal]] = []
        self._waiting: list[str | None] = []
        """Messages that wait for the answer to the one before them."""
        self._asked: tuple[str | None, float] | None = None
        """The command whose answer is waited for: its id, and when it came."""
        self._is_held = False
        self._is_stale = False
        self._stale_since = 0.0
        self._is_due = False
        """Whether it is going to be written."""
        self._closing: int | None = None
        self._patience: asyncio.TimerHandle | None = None
        self._is_over = False
        self._on_over: list[Callable[[int | None], object]] = []

    def begin(self) -> None:
        """Serves the line from now on, until either side ends it."""
        self._line.carry(self)
        if not self._is_over:
            self._subscription.listen(self._heard)

    def when_over(self, told: Callable[[int | None], object]) -> None:
        """``told`` is called with the code that the connection was closed with, None if the peer has gone; at once if
        it is over."""
        if self._is_over:
            told(self._closing)
        else:
            self._on_over.append(told)

    # ---- what the line says

    def received(self, text: str | None) -> None:
        """A message; None for one that is no text. While one is carried out the next ones wait, and nothing is read."""
        if self._closing is not None or self._is_over:
            return
        if self._asked is None and len(self._answers) < MOST_ANSWERS and not self._waiting:
            self._take(text)
            return
        self._waiting.append(text)
        if not self._is_held:
            self._is_held = True
            self._line.hold()

    def writable(self) -> None:
        """The peer reads again."""
        if self._answers or self._is_stale or self._closing is not None:
            self._stir()

    def lost(self) -> None:
        """The peer is gone. What it has said before is still carried out."""
        del self._waiting[MOST_ANSWERS:]
        self._over()
        self._go_on()

    def end(self, code: int) -> None:
        """Lets the connection close with that code, behind the answers that are due."""
        if self._is_over or self._closing is not None:
            return
        self._closing = code
        self._waiting.clear()
        self._patience = asyncio.get_running_loop().call_later(FAREWELL_S, self._close)
        self._stir()

    # ---- commands

    def _take(self, text: str | None) -> None:
        if text is None:
            self.end(Close.BINARY)
            return
        try:
            message = parse.read_command(text)
            if isinstance(message, parse.Unread):
                self._say(message.id, message.refusal)
                return
            if isinstance(message, LookMessage) and message.do != "ping":
                self._subscription.look(message.do == "look")
            self._asked = message.id, time.perf_counter()
            begun = self._put(message)
            if isinstance(begun, asyncio.Future):
                begun.add_done_callback(self._answered)
            else:
                self._give(begun)
        except Exception as error:
            self._failed(error)

    def _put(self, message: AnyCommand) -> Begun:
        by, room, seat = self._by, self._subscription.room, self._subscription.viewer
        if isinstance(by, Seated):
            return refuse("no_seat") if seat is None else self._service.begin(Seated(room, seat, by.holder), message)
        if isinstance(message, WatcherSayMessage) and by.is_by_link:
            return asyncio.ensure_future(self._service.put_of_watcher(room.code, self._address, message))
        is_ping = isinstance(message, LookMessage) and message.do == "ping"
        return Done(room.seen(None), None) if is_ping else refuse("no_seat")

    def _answered(self, begun: asyncio.Future[Outcome] | asyncio.Future[Answer]) -> None:
        try:
            self._give(begun.result())
        except RoomBroken:
            self._give(refuse("room_damaged"))
        except (StoreDown, asyncio.CancelledError):
            self._give(refuse("try_again"))
        except Exception as error:
            self._failed(error)
        self._go_on()

    def _give(self, outcome: Outcome) -> None:
        """The answer to the command that was asked."""
        if self._asked is None:
            return
        (id, began), self._asked = self._asked, None
        if isinstance(self._by, Seated):
            self._service.counted(began, outcome)
        self._say(id, outcome.refusal if isinstance(outcome, Waiting) else outcome)

    def _say(self, id: str | None, answer: Done | Refusal) -> None:
        if not self._is_over:
            self._answers.append((id, answer))
            self._stir()

    def _go_on(self) -> None:
        """Takes the messages that have waited, and then reads on."""
        while self._waiting and self._asked is None and len(self._answers) < MOST_ANSWERS:
            self._take(self._waiting.pop(0))
        if self._is_held and not self._waiting and self._closing is None:
            self._is_held = False
            self._line.go_on()

    # ---- what is sent

    def _heard(self, can_wait: bool) -> None:
        """Something has changed that this connection may know, or its subscription is over."""
        at = self._subscription
        if at.is_over:
            lost_seat = at.had_seat and at.viewer is None
            self.end(Close.SEAT_GIVEN_UP if lost_seat else Close.RESTART)
            return
        if isinstance(self._by, Watching) and not self._by.may_go_on(at.room):
            self.end(Close.REFUSED)
            return
        if not self._is_stale:
            self._stale_since = time.perf_counter()
            self._is_stale = True
        if can_wait:
            self._unhurried.add(self._write)
        else:
            self._stir()

    def _stir(self) -> None:
        """There is something to write: once all that happens now has happened."""
        if not self._is_due and not self._is_over:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._write)

    def _write(self) -> None:
        self._is_due = False
        if self._is_over or not self._line.is_writable:
            return
        at, update = self._subscription, None
        room, viewer = at.room, at.viewer
        answers, self._answers = self._answers, []
        messages: list[bytes] = []
        try:
            messages += [self._feed.answer(id, answer, room, viewer) for id, answer in answers]
            if self._is_stale and self._closing is None:
                self._is_stale = False
                update = None if at.is_over else self._feed.update(room, viewer, at.here, at.now)
        except Exception as error:
            # a broken view is no reason to leave it open and silent, nor to keep the answers back
            if messages:
                self._line.write(messages)
            self._failed(error)
            return
        if update is not None:
            messages.append(update)
        if messages:
            self._line.write(messages)
        if update is not None:
            self._service.metrics.push.observe(time.perf_counter() - self._stale_since)
        if self._closing is None:
            self._go_on()
        elif self._asked is None:
            self._close()

    # ---- the end

    def _failed(self, error: Exception) -> None:
        """One broken connection is its own trouble."""
        log.error("socket failed", exc_info=error)
        if not self._is_over:
            self._closing, self._asked = Close.BROKEN, None
            self._waiting.clear()
            self._close()

    def _close(self) -> None:
        if self._closing is None or self._is_over:
            return
        if self._asked is not None:
            log.warning("closed during a command")
        self._line.close(self._closing)
        self._over()

    def _over(self) -> None:
        if self._is_over:
            return
        self._is_over = True
        self._subscription.close()
        self._answers.clear()
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
        told, self._on_over = self._on_over, []
        for each in told:
            each(self._closing)
