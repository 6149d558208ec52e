"""Conversion of messages to room commands, for HTTP, forms and sockets."""

import asyncio
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial

from app.journal.errors import ConflictError
from app.live.host.requests import Answer, Done, Request
from app.live.manager import RoomManager
from app.metrics import Metrics
from app.rooms import commands as c
from app.rooms.deals.sealing import take_offer
from app.rooms.decide import decide
from app.rooms.model.devices import is_use_due
from app.rooms.model.ids import Digest, Millis, RoomCode
from app.rooms.model.refusals import Refusal, refuse, wait_for
from app.rooms.model.room import Room
from app.rooms.player.decide import RETURN_LINK_MS
from app.web.http.identity import Holder, code_of_form, digest_of, return_secret
from app.web.http.limits import Limits
from app.web.keys import derive_club_secret, new_call_link, new_key, new_room_code
from app.web.messages.answers import LinkMade
from app.web.messages.arrival import Open
from app.web.messages.commands import Look, LookAway, Message, Ping, fill
from app.web.service.askers import SeatedAsker
from app.web.text.languages import mark
from engine.core.errors import BadEditionError
from engine.core.seats import Seat

CHAT = frozenset({c.Say, c.SayPhrase, c.React})
"""Commands that count as chat."""

NO_GUESSER = mark(
    "You can't guess here. Whoever has played at this table can't, nor can a browser that keeps no cookies."
)


@dataclass(frozen=True, slots=True)
class Waiting:
    """A refusal that says when to ask again, in seconds."""

    refusal: Refusal
    wait: float


Outcome = Done | Refusal | Waiting
"""Outcome of a message."""

Begun = Outcome | asyncio.Future[Outcome] | asyncio.Future[Answer]
"""Outcome, or a future of it if something has to be awaited."""


class CommandService:
    """Executor of messages of seats, within their limits."""

    def __init__(
        self,
        manager: RoomManager,
        limits: Limits,
        now: Callable[[], Millis],
        metrics: Metrics,
        call_server: str = "",
        club_words: str = "",
    ) -> None:
        """``call_server``: the address of the server for voice calls; empty for none.

        ``club_words``: words from which all deals follow; empty for none."""
        self.metrics = metrics
        self._call_server = call_server
        self._club = derive_club_secret(club_words)
        self._manager = manager
        self._limits = limits
        self._now = now

    async def find_opened_room(self, id: str, what: str, devices: Collection[Holder]) -> Room | None:
        """Return the room that one of the devices opened with that id before.

        None without one. Raises StoreDownError."""
        room = await self._manager.room(code_of_form(id, what))
        return room if room is not None and any(room.seat_of(each.digest) is not None for each in devices) else None

    async def open(
        self, message: Open, host: Holder, id: str | None = None, what: str = "", first: Room | None = None
    ) -> RoomCode | Refusal:
        """Open a new room with its host seated.

        With an ``id`` the code follows from it and from ``what``: a repeated request gets the same room.
        ``first`` is a table that offers its cards to this one. Raises StoreDownError."""
        tries = 0
        while True:
            code = new_room_code() if id is None else code_of_form(id, what, tries)
            command = c.OpenRoom(
                code=code,
                game=message.game,
                name=message.name,
                holder=host.digest,
                join_key=new_key(),
                watch_key=new_key(),
                options=message.options,
                kind=host.kind,
                offered=take_offer(first) if first is not None else None,
            )
            if first is not None:
                refused = await self._pair(first, command)
                if refused is not None:
                    return refused
            try:
                answer = await self._manager.open(command)
            except ConflictError:
                found = await self._manager.room(code)
                if id is not None and found is not None and found.seat_of(host.digest) is not None:
                    return code
                tries += 1
                continue
            return answer if isinstance(answer, Refusal) else command.code

    async def _pair(self, first: Room, command: c.OpenRoom) -> Refusal | None:
        """Note a room at the table whose cards it takes, before it is opened.

        Return why it cannot be opened, else None. Raises StoreDownError."""
        decided = decide(None, command, self._now())
        if isinstance(decided, Refusal):
            return decided
        key = first.shared.key if first.shared is not None else ""
        answer = await self._manager.submit(first.code, Request(lambda _: c.PairDeal(key, command.code), None))
        return answer if isinstance(answer, Refusal) else None

    async def sit(self, room: Room, name: str, key: str | None, who: Holder) -> Seat | Refusal:
        """Take a seat in the room.

        The key of the join link is needed, or in a lobby the join code alone. A seated device keeps its seat. Raises
        StoreDownError."""
        seat = room.seat_of(who.digest)
        if seat is not None:
            return seat
        code = room.join_code if key is None else None
        request = Request(lambda _: c.TakeSeat(name, who.digest, key, who.kind, code), None)
        answer = await self._manager.submit(room.code, request)
        return answer if isinstance(answer, Refusal) else await self._seat(room.code, who)

    async def sit_beside(self, by: SeatedAsker, name: str, who: Holder) -> Seat | Refusal:
        """Take a seat for another person at a player's device. Raises StoreDownError."""
        return await self.sit(by.room, name, by.room.join_key, who)

    async def ask_back(self, room: Room, target: Seat, name: str, key: str | None, who: Holder) -> Done | Refusal:
        """Ask the table to let a device hold the seat of that name. Raises StoreDownError."""
        code = room.join_code if key is None else None
        request = Request(lambda _: c.AskBack(target, name, who.digest, key, who.kind, code), None)
        return await self._manager.submit(room.code, request)

    async def come_back(self, code: RoomCode, link: str, who: Holder) -> Seat | Refusal:
        """Add a device to the seat of a return link. Raises StoreDownError."""
        request = Request(lambda _: c.AddDevice(digest_of(link), who.digest, who.kind), None)
        answer = await self._manager.submit(code, request)
        return answer if isinstance(answer, Refusal) else await self._seat(code, who)

    async def _seat(self, code: RoomCode, who: Holder) -> Seat | Refusal:
        room = await self._manager.room(code)
        seat = room.seat_of(who.digest) if room is not None else None
        return refuse("no_seat") if seat is None else seat

    async def put(self, by: SeatedAsker, message: Message) -> Outcome:
        """Submit a message and return the room's answer after the commit.

        Raises StoreDownError."""
        began = time.perf_counter()
        begun = self.begin(by, message)
        outcome = await begun if isinstance(begun, asyncio.Future) else begun
        self.count_outcome(began, outcome)
        return outcome

    def begin(self, by: SeatedAsker, message: Message) -> Begun:
        """Submit a message without waiting.

        Return a future only if the answer has to be awaited; it raises what :meth:`put` raises. The caller passes
        the outcome to :meth:`count_outcome`."""
        if self._is_use_due(by):
            return asyncio.ensure_future(self._notice_and_begin(by, message))
        return self._begin_message(by, message)

    def count_outcome(self, began: float, outcome: Outcome) -> None:
        """Count the outcome of a message.

        ``began``: when the message came, by ``time.perf_counter``."""
        self.metrics.command.observe(time.perf_counter() - began)
        refusal = outcome.refusal if isinstance(outcome, Waiting) else outcome
        if isinstance(refusal, Refusal):
            self.metrics.count_refusal(refusal.code, "command")

    async def _notice_and_begin(self, by: SeatedAsker, message: Message) -> Outcome:
        await self.notice(by)
        begun = self._begin_message(by, message)
        return await begun if isinstance(begun, asyncio.Future) else begun

    def _begin_message(self, by: SeatedAsker, message: Message) -> Begun:
        room, seat, asker, code = by.room, by.seat, by.holder, by.room.code
        if isinstance(message, Ping | Look | LookAway):
            return Done(room.get_visible_version(seat), seat)
        if message.asks_for is c.WatcherSay:
            return refuse("no_talk", "You're a player here: use the table's chat.")
        if message.asks_for is c.Guess:
            return refuse("no_talk", "You're a player here: only watchers guess.")
        if message.asks_for is c.StartCall and not self._call_server:
            return refuse("unknown_command", "This server has no voice calls of its own. A host can add a link to one.")
        is_chat = message.asks_for in CHAT
        wait = self._limits.chat(code, seat) if is_chat else self._limits.command(code, seat)
        if wait:
            return Waiting(wait_for(wait, "chat" if is_chat else "tries"), wait)
        if message.asks_for is c.MakeReturnLink:
            return asyncio.ensure_future(self.return_link(code, asker, message))
        try:
            call = partial(new_call_link, self._call_server)
            make = fill(message, edition=room.game.edition, asker=asker.digest, call=call, club=self._club)
        except BadEditionError:
            return refuse(
                "try_again", "The server's card file is broken, so the game can't start. Tell whoever runs the server."
            )
        request = Request(make, asker.digest, message.id, message.body)
        begun = self._manager.put(code, request)
        return begun if begun is not None else asyncio.ensure_future(self._manager.submit(code, request))

    async def notice(self, by: SeatedAsker) -> None:
        """Record that the device is present, at most once an hour.

        After a failed save the next call tries again. Raises StoreDownError."""
        if self._is_use_due(by):
            digest = by.holder.digest
            await self._manager.submit(by.room.code, Request(lambda seat: c.SeeDevice(seat, digest), digest))

    def _is_use_due(self, by: SeatedAsker) -> bool:
        occupant = by.room.occupant(by.seat)
        for device in occupant.devices if occupant is not None else ():
            if device.holder == by.holder.digest and is_use_due(device, self._now()):
                return True
        return False

    async def put_of_watcher(
        self, code: RoomCode, address: str, message: Message, guesser: Digest | None
    ) -> Done | Refusal | Waiting:
        """Submit a watcher's chat message or guess and return the room's answer.

        ``guesser`` is the digest by which the room knows the browser's guesses. Raises StoreDownError."""
        is_guess = message.asks_for is c.Guess
        if is_guess and guesser is None:
            return refuse("no_talk", NO_GUESSER)
        wait = (self._limits.guess_of_watcher if is_guess else self._limits.watchers_chat)(code, address)
        if wait:
            self.metrics.count_refusal("too_fast", "command")
            return Waiting(wait_for(wait, "tries" if is_guess else "chat"), wait)
        make = fill(message, holder=guesser) if is_guess else fill(message)
        answer = await self._manager.submit(code, Request(make, None, message.id, message.body, True))
        if isinstance(answer, Refusal):
            self.metrics.count_refusal(answer.code, "command")
        return answer

    async def return_link(self, code: RoomCode, asker: Holder, message: Message) -> Done | Refusal:
        """Make a one-time link that adds a device to the player's seat."""
        secret = return_secret(asker, code, message.id)
        link, until = digest_of(secret), Millis(self._now() + RETURN_LINK_MS)
        make = fill(message, link=link, until=until)
        request = Request(make, asker.digest, message.id, message.body)
        answer = await self._manager.submit(code, request)
        if isinstance(answer, Refusal):
            return answer
        return LinkMade(answer.version, answer.seat, f"/r/{code}/return/{secret}")
