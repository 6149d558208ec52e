"""Dispatcher: looks every few seconds for players to notify, and notifies them.

A notification is recorded before it goes out, and the process that records it first sends it. So it is sent once,
and a server that is killed in between loses one rather than sends two. Sending happens in separate tasks; no command
ever waits for it."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import structlog

from app.journal.contacts import TABLE, Address, Contacts, Kind, NotificationKey
from app.journal.errors import StoreDownError
from app.journal.peers import Peers
from app.live.errors import RoomDamagedError
from app.live.manager import RoomManager
from app.notifications.channel import Outcome, Sender
from app.notifications.player_address import is_of_player
from app.rooms.due_notifications import (
    DueNotification,
    find_table_notification,
    list_date_notifications,
    list_seat_notifications,
)
from app.rooms.model.ids import Millis, RoomCode
from app.rooms.model.room import Room
from app.tasks import end_tasks
from engine.core.seats import Seat

log = structlog.get_logger(__name__)

PERSON = 1 << 8
"""Factor of a player's number in a key: more than there are seats."""

LOOK_S = 2.0
MOST_ROOMS = 50
"""Rooms of one look; the next goes on behind them."""

MOST_AT_ONCE = 20
"""Calls on their way at the same time."""

WAITS_S = (5.0, 30.0, 120.0)
"""From one attempt to the next, where nothing was taken."""


class Dispatcher:
    """Calls people back, in the process that owns their room."""

    def __init__(
        self,
        manager: RoomManager,
        contacts: Contacts,
        peers: Peers,
        now: Callable[[], Millis],
        delay_s: float,
        senders: Mapping[Kind, Sender],
        waits_s: Sequence[float] = WAITS_S,
    ) -> None:
        """Take the channels and the waiting times.

        ``delay_s``: seconds an absent player has before the notification. ``waits_s``: seconds between attempts."""
        self._manager = manager
        self._contacts = contacts
        self._peers = peers
        self._now = now
        self._delay = Millis(round(delay_s * 1000))
        self._senders = senders
        self._waits_s = waits_s
        self._after = ""
        self._task: asyncio.Task[None] | None = None
        self._sending: set[asyncio.Task[None]] = set()
        self._free = asyncio.Semaphore(MOST_AT_ONCE)

    def start(self) -> None:
        """Begin to look."""
        self._task = asyncio.create_task(self._run(), name="dispatcher")

    async def close(self) -> None:
        """Stop looking and cancel what is being sent."""
        if self._task is not None:
            await end_tasks([self._task])
        await end_tasks(self._sending)

    async def look(self) -> None:
        """Send all due notifications of the next rooms. Raises StoreDownError."""
        codes = await self._contacts.find_unsettled(self._after, MOST_ROOMS)
        self._after = codes[-1] if len(codes) == MOST_ROOMS else ""
        for code in codes:
            if await self._peers.take(code):
                try:
                    await self._notify_room(code)
                except RoomDamagedError:
                    continue

    async def rest(self) -> None:
        """Wait until nothing is being sent."""
        while self._sending:
            await asyncio.wait(tuple(self._sending))

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            try:
                await self.look()
            except StoreDownError as error:
                log.warning("nobody called", error=str(error))
            except Exception:
                # whatever it is: the next look may fare better
                log.exception("calling failed")

    async def _notify_room(self, code: RoomCode) -> None:
        room = await self._manager.room(code)
        host = self._manager.host(code)
        if room is None or host is None:
            return
        addresses = await self._good(room, await self._contacts.addresses(code))
        reached = {room.seat_of(address.holder) for address in addresses if address.kind != "hook"}
        looking, here, now = host.looking, host.here, host.now
        owed = [due for due in list_seat_notifications(room, self._delay) if due.seat in reached]
        ready = [due for due in owed if due.at <= now and due.seat not in looking]
        if any(address.kind == "hook" for address in addresses):
            # whoever is here now may be gone in a moment
            owed += [due for due in [find_table_notification(room, frozenset(), self._delay)] if due is not None]
            ready += [
                due for due in [find_table_notification(room, here, self._delay)] if due is not None and due.at <= now
            ]
        reminders = [due for due in list_date_notifications(room, now) if due.seat is None or due.seat in reached]
        owed, ready = [*owed, *reminders], [*ready, *reminders]
        mine = await self._contacts.claim(code, [key_of(due) for due in ready], self._now())
        for due in ready:
            if key_of(due) in mine:
                task = asyncio.create_task(self._send(room, due, addresses), name="notification")
                self._sending.add(task)
                task.add_done_callback(self._sending.discard)
        if len(ready) == len(owed):
            await self._contacts.settle(code, room.version)

    async def _good(self, room: Room, addresses: Sequence[Address]) -> list[Address]:
        """Return the valid addresses. Forget those of players without a seat."""
        good = []
        for address in addresses:
            if not is_of_player(room, address):
                await self._contacts.drop(room.code, address.kind, address.holder)
            elif address.kind in self._senders and (address.kind != "mail" or address.details.get("confirmed")):
                good.append(address)
        return good

    async def _send(self, room: Room, due: DueNotification, addresses: Sequence[Address]) -> None:
        try:
            if due.seat is None:
                await self._send_to([each for each in addresses if each.kind == "hook"], room, due)
                return
            own = [each for each in addresses if room.seat_of(each.holder) == due.seat]
            if not await self._send_to([each for each in own if each.kind == "push"], room, due):
                # one notification for each ask: a mail only where no browser took it
                await self._send_to([each for each in own if each.kind == "mail"], room, due)
        except StoreDownError as error:
            log.warning("a notification was left", error=str(error))
        except Exception:
            log.exception("a notification failed")

    async def _send_to(self, addresses: Sequence[Address], room: Room, due: DueNotification) -> bool:
        """Send to all these addresses. Return whether any of them took it."""
        took = await asyncio.gather(*(self._insist(room, due, address) for address in addresses))
        return any(took)

    async def _insist(self, room: Room, due: DueNotification, address: Address) -> bool:
        outcome = await self._try(room, due, address)
        for wait_s in self._waits_s:
            if outcome.what != "again":
                break
            await asyncio.sleep(wait_s if outcome.wait_s is None else outcome.wait_s)
            now = await self._manager.room(room.code)
            if now is None or not self._is_owed(now, due) or not is_of_player(now, address):
                return False
            outcome = await self._try(now, due, address)
        await self._note(room.code, address, outcome)
        return outcome.what == "sent"

    async def _try(self, room: Room, due: DueNotification, address: Address) -> Outcome:
        # who waits for the next attempt is in nobody's way
        async with self._free:
            return await self._senders[address.kind].send(room, due, address)

    def _is_owed(self, room: Room, due: DueNotification) -> bool:
        """Return whether the notification is still due: the player has not acted since."""
        if due.is_of_date:
            return any(key_of(each) == key_of(due) for each in list_date_notifications(room, self._now()))
        host = self._manager.host(room.code)
        looking, here = (host.looking, host.here) if host is not None else (frozenset[Seat](), frozenset[Seat]())
        table = find_table_notification(room, here, self._delay)
        calls = [*list_seat_notifications(room, self._delay), *([table] if table is not None else [])]
        return due.seat not in looking and any(key_of(each) == key_of(due) for each in calls)

    async def _note(self, code: RoomCode, address: Address, outcome: Outcome) -> None:
        log.info("called", kind=address.kind, outcome=outcome.what, why=outcome.why)
        if outcome.what == "gone":
            await self._contacts.drop(code, address.kind, address.holder, address.target)
        trouble = outcome.why if outcome.what != "sent" else ""
        if address.kind == "hook" and address.details.get("trouble", "") != trouble:
            known = [each for each in await self._contacts.addresses(code) if each.target == address.target]
            for each in known:
                await self._contacts.put(code, replace(each, details={"trouble": trouble} if trouble else {}))


def key_of(due: DueNotification) -> NotificationKey:
    """Return the key of a notification; each player of a seat has another one.

    A reminder of a date follows its player to another seat."""
    if due.is_of_date:
        return NotificationKey(TABLE if due.seat is None else PERSON * (due.person + 1), due.ask, due.nudge)
    seat = TABLE if due.seat is None else due.seat + PERSON * due.person
    return NotificationKey(seat, due.ask, due.nudge)
