"""Where a message of a seat becomes a command of its room. HTTP, forms and sockets all hand in here."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from app.journal.errors import Conflict
from app.live.host.requests import Done, Request
from app.live.manager import RoomManager
from app.metrics import Metrics
from app.rooms import commands as c
from app.rooms.model.devices import is_news
from app.rooms.model.ids import Millis, RoomCode
from app.rooms.model.refusals import Refusal, refuse, wait_for
from app.rooms.model.room import Room
from app.rooms.own.decide import RETURN_LINK_MS
from app.web.http.identity import Holder, digest_of, return_secret
from app.web.http.limits import Limits
from app.web.keys import new_key, new_room_code
from app.web.messages.answers import LinkMade
from app.web.messages.base import CommandMessage, Given, plain_options
from app.web.messages.own import ReturnLinkMessage
from app.web.messages.parse import AnyCommand
from app.web.messages.setup import OpenMessage
from app.web.messages.socket import LookMessage
from app.web.messages.talk import LINES, WatcherSayMessage
from app.web.service.askers import Seated
from engine.core.errors import BadEdition
from engine.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Waiting:
    """A refusal that says when to ask again, in seconds."""

    refusal: Refusal
    wait: float


class CommandService:
    """Takes the messages of seats, within their limits."""

    def __init__(self, manager: RoomManager, limits: Limits, now: Callable[[], Millis], metrics: Metrics) -> None:
        self.metrics = metrics
        self._manager = manager
        self._limits = limits
        self._now = now

    async def open(self, message: OpenMessage, host: Holder) -> RoomCode | Refusal:
        """A new room with its host seated. Raises StoreDown."""
        while True:
            command = c.OpenRoom(
                code=new_room_code(),
                game=message.game,
                name=message.name,
                holder=host.digest,
                join_key=new_key(),
                watch_key=new_key(),
                options=plain_options(message.options),
                kind=host.kind,
            )
            try:
                answer = await self._manager.open(command)
            except Conflict:
                continue
            return answer if isinstance(answer, Refusal) else command.code

    async def sit(self, room: Room, name: str, key: str | None, who: Holder) -> Seat | Refusal:
        """A seat in the room, by the key of its join link or, while the room is a lobby, by the code to join it alone.
        Raises StoreDown."""
        code = room.join_code if key is None else None
        request = Request(lambda _: c.TakeSeat(name, who.digest, key, who.kind, code), None)
        answer = await self._manager.submit(room.code, request)
        return answer if isinstance(answer, Refusal) else await self._seat(room.code, who)

    async def come_back(self, code: RoomCode, link: str, who: Holder) -> Seat | Refusal:
        """The seat of a return link, held by one more device. Raises StoreDown."""
        request = Request(lambda _: c.AddDevice(digest_of(link), who.digest, who.kind), None)
        answer = await self._manager.submit(code, request)
        return answer if isinstance(answer, Refusal) else await self._seat(code, who)

    async def _seat(self, code: RoomCode, who: Holder) -> Seat | Refusal:
        room = await self._manager.room(code)
        seat = room.seat_of(who.digest) if room is not None else None
        return refuse("no_seat") if seat is None else seat

    async def put(self, by: Seated, message: AnyCommand) -> Done | Refusal | Waiting:
        """The room's answer, after the commit. Raises StoreDown."""
        began = time.perf_counter()
        answer = await self._put(by, message)
        self.metrics.command.observe(time.perf_counter() - began)
        refusal = answer.refusal if isinstance(answer, Waiting) else answer
        if isinstance(refusal, Refusal):
            self.metrics.refused(refusal.code, "command")
        return answer

    async def _put(self, by: Seated, message: AnyCommand) -> Done | Refusal | Waiting:
        room, seat, asker, code = by.room, by.seat, by.holder, by.room.code
        await self.notice(by)
        if isinstance(message, LookMessage):
            return Done(room.seen(seat), seat)
        if isinstance(message, WatcherSayMessage):
            return refuse("no_talk", "You're a player here: use the table's chat.")
        is_chat = isinstance(message, LINES)
        wait = self._limits.chat(code, seat) if is_chat else self._limits.command(code, seat)
        if wait:
            return Waiting(wait_for(wait, "chat" if is_chat else "tries"), wait)
        if isinstance(message, ReturnLinkMessage):
            return await self.return_link(code, asker, message)
        try:
            make = message.maker(Given(room.game.edition, asker.digest))
        except BadEdition:
            return refuse(
                "try_again", "The server's card file is broken, so the game can't start. Tell whoever runs the server."
            )
        return await self._manager.submit(code, Request(make, asker.digest, message.id, message.body))

    async def notice(self, by: Seated) -> None:
        """Lets the room know that the device is there, once an hour. If that cannot be saved now, the next time does.
        Raises StoreDown."""
        room, asker, occupant = by.room, by.holder, by.room.occupant(by.seat)
        devices = occupant.devices if occupant is not None else ()
        if any(each.holder == asker.digest and is_news(each, self._now()) for each in devices):
            await self._manager.submit(room.code, Request(lambda seat: c.SeeDevice(seat, asker.digest), asker.digest))

    async def put_of_watcher(
        self, code: RoomCode, address: str, message: WatcherSayMessage
    ) -> Done | Refusal | Waiting:
        """The room's answer to a line of somebody who came by the watchers' link. Raises StoreDown."""
        wait = self._limits.watchers_chat(code, address)
        if wait:
            self.metrics.refused("too_fast", "command")
            return Waiting(wait_for(wait, "chat"), wait)
        command = c.WatcherSay(message.name, message.text)
        answer = await self._manager.submit(code, Request(lambda _: command, None, message.id, message.body, True))
        if isinstance(answer, Refusal):
            self.metrics.refused(answer.code, "command")
        return answer

    async def return_link(self, code: RoomCode, asker: Holder, message: CommandMessage) -> Done | Refusal:
        """A link that brings one more device to the asker's seat, once."""
        secret = return_secret(asker, code, message.id)
        link, until = digest_of(secret), Millis(self._now() + RETURN_LINK_MS)
        request = Request(lambda seat: c.MakeReturnLink(seat, link, until), asker.digest, message.id, message.body)
        answer = await self._manager.submit(code, request)
        if isinstance(answer, Refusal):
            return answer
        return LinkMade(answer.version, answer.seat, f"/r/{code}/return/{secret}")
