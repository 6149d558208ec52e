"""Where a message of a seat becomes a command of its room. HTTP, forms and sockets all hand in here."""

import asyncio
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass

from app.journal.errors import ConflictError
from app.live.host.requests import Answer, Done, Request
from app.live.manager import RoomManager
from app.metrics import Metrics
from app.rooms import commands as c
from app.rooms.model.devices import is_news
from app.rooms.model.ids import Millis, RoomCode
from app.rooms.model.refusals import Refusal, refuse, wait_for
from app.rooms.model.room import Room
from app.rooms.own.decide import RETURN_LINK_MS
from app.web.http.identity import Holder, code_of_form, digest_of, return_secret
from app.web.http.limits import Limits
from app.web.keys import new_key, new_room_code
from app.web.messages.answers import LinkMade
from app.web.messages.arrival import Open
from app.web.messages.commands import Look, LookAway, Message, Ping, fill
from app.web.service.askers import Seated
from engine.core.errors import BadEditionError
from engine.core.seats import Seat

CHAT = frozenset({c.Say, c.SayPhrase, c.React})
"""What is counted as a line of chat."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A refusal that says when to ask again, in seconds."""

    refusal: Refusal
    wait: float


Outcome = Done | Refusal | Waiting
"""What becomes of a message."""

Begun = Outcome | asyncio.Future[Outcome] | asyncio.Future[Answer]
"""The same, or the promise of it where something has to be waited for."""


class CommandService:
    """Takes the messages of seats, within their limits."""

    def __init__(self, manager: RoomManager, limits: Limits, now: Callable[[], Millis], metrics: Metrics) -> None:
        self.metrics = metrics
        self._manager = manager
        self._limits = limits
        self._now = now

    async def opened(self, id: str, what: str, devices: Collection[Holder]) -> Room | None:
        """The room that was opened with that id before, by one of the devices; None if none was. Raises
        StoreDownError."""
        room = await self._manager.room(code_of_form(id, what))
        return room if room is not None and any(room.seat_of(each.digest) is not None for each in devices) else None

    async def open(self, message: Open, host: Holder, id: str | None = None, what: str = "") -> RoomCode | Refusal:
        """A new room with its host seated. With an ``id`` its code follows from that and from ``what`` is opened: who
        asks twice gets the same room. Raises StoreDownError."""
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
            )
            try:
                answer = await self._manager.open(command)
            except ConflictError:
                found = await self._manager.room(code)
                if id is not None and found is not None and found.seat_of(host.digest) is not None:
                    return code
                tries += 1
                continue
            return answer if isinstance(answer, Refusal) else command.code

    async def sit(self, room: Room, name: str, key: str | None, who: Holder) -> Seat | Refusal:
        """A seat in the room, by the key of its join link or, while the room is a lobby, by the code to join it alone.
        Whoever sits there already keeps that seat. Raises StoreDownError."""
        seat = room.seat_of(who.digest)
        if seat is not None:
            return seat
        code = room.join_code if key is None else None
        request = Request(lambda _: c.TakeSeat(name, who.digest, key, who.kind, code), None)
        answer = await self._manager.submit(room.code, request)
        return answer if isinstance(answer, Refusal) else await self._seat(room.code, who)

    async def ask_back(self, room: Room, target: Seat, name: str, key: str | None, who: Holder) -> Done | Refusal:
        """Ask the table to let a device hold the seat of that name. Raises StoreDownError."""
        code = room.join_code if key is None else None
        request = Request(lambda _: c.AskBack(target, name, who.digest, key, who.kind, code), None)
        return await self._manager.submit(room.code, request)

    async def come_back(self, code: RoomCode, link: str, who: Holder) -> Seat | Refusal:
        """The seat of a return link, held by one more device. Raises StoreDownError."""
        request = Request(lambda _: c.AddDevice(digest_of(link), who.digest, who.kind), None)
        answer = await self._manager.submit(code, request)
        return answer if isinstance(answer, Refusal) else await self._seat(code, who)

    async def _seat(self, code: RoomCode, who: Holder) -> Seat | Refusal:
        room = await self._manager.room(code)
        seat = room.seat_of(who.digest) if room is not None else None
        return refuse("no_seat") if seat is None else seat

    async def put(self, by: Seated, message: Message) -> Outcome:
        """The room's answer, after the commit. Raises StoreDownError."""
        began = time.perf_counter()
        begun = self.begin(by, message)
        outcome = await begun if isinstance(begun, asyncio.Future) else begun
        self.counted(began, outcome)
        return outcome

    def begin(self, by: Seated, message: Message) -> Begun:
        """The same without a wait; only where there is one to come a promise, which raises what :meth:`put` raises.
        :meth:`counted` is to be told of the outcome."""
        if self._is_news(by):
            return asyncio.ensure_future(self._noticed(by, message))
        return self._begun(by, message)

    def counted(self, began: float, outcome: Outcome) -> None:
        """Counts the outcome of a message that came at ``began``, by ``time.perf_counter``."""
        self.metrics.command.observe(time.perf_counter() - began)
        refusal = outcome.refusal if isinstance(outcome, Waiting) else outcome
        if isinstance(refusal, Refusal):
            self.metrics.count_refusal(refusal.code, "command")

    async def _noticed(self, by: Seated, message: Message) -> Outcome:
        await self.notice(by)
        begun = self._begun(by, message)
        return await begun if isinstance(begun, asyncio.Future) else begun

    def _begun(self, by: Seated, message: Message) -> Begun:
        room, seat, asker, code = by.room, by.seat, by.holder, by.room.code
        if isinstance(message, Ping | Look | LookAway):
            return Done(room.seen(seat), seat)
        if message.asks_for is c.WatcherSay:
            return refuse("no_talk", "You're a player here: use the table's chat.")
        is_chat = message.asks_for in CHAT
        wait = self._limits.chat(code, seat) if is_chat else self._limits.command(code, seat)
        if wait:
            return Waiting(wait_for(wait, "chat" if is_chat else "tries"), wait)
        if message.asks_for is c.MakeReturnLink:
            return asyncio.ensure_future(self.return_link(code, asker, message))
        try:
            make = fill(message, edition=room.game.edition, asker=asker.digest)
        except BadEditionError:
            return refuse(
                "try_again", "The server's card file is broken, so the game can't start. Tell whoever runs the server."
            )
        request = Request(make, asker.digest, message.id, message.body)
        begun = self._manager.put(code, request)
        return begun if begun is not None else asyncio.ensure_future(self._manager.submit(code, request))

    async def notice(self, by: Seated) -> None:
        """Lets the room know that the device is there, once an hour. If that cannot be saved now, the next time does.
        Raises StoreDownError."""
        if self._is_news(by):
            digest = by.holder.digest
            await self._manager.submit(by.room.code, Request(lambda seat: c.SeeDevice(seat, digest), digest))

    def _is_news(self, by: Seated) -> bool:
        occupant = by.room.occupant(by.seat)
        for device in occupant.devices if occupant is not None else ():
            if device.holder == by.holder.digest and is_news(device, self._now()):
                return True
        return False

    async def put_of_watcher(self, code: RoomCode, address: str, message: Message) -> Done | Refusal | Waiting:
        """The room's answer to a line of somebody who came by the watchers' link. Raises StoreDownError."""
        wait = self._limits.watchers_chat(code, address)
        if wait:
            self.metrics.count_refusal("too_fast", "command")
            return Waiting(wait_for(wait, "chat"), wait)
        make = fill(message)
        answer = await self._manager.submit(code, Request(make, None, message.id, message.body, True))
        if isinstance(answer, Refusal):
            self.metrics.count_refusal(answer.code, "command")
        return answer

    async def return_link(self, code: RoomCode, asker: Holder, message: Message) -> Done | Refusal:
        """A link that brings one more device to the asker's seat, once."""
        secret = return_secret(asker, code, message.id)
        link, until = digest_of(secret), Millis(self._now() + RETURN_LINK_MS)
        make = fill(message, link=link, until=until)
        request = Request(make, asker.digest, message.id, message.body)
        answer = await self._manager.submit(code, request)
        if isinstance(answer, Refusal):
            return answer
        return LinkMade(answer.version, answer.seat, f"/r/{code}/return/{secret}")
