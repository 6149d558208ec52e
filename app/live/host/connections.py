"""Connections of a room, in this process and elsewhere."""

import asyncio
import hashlib
from collections import Counter
from collections.abc import Callable

from app.live.host.presence import GONE_AFTER_S, Presence
from app.live.host.subscription import Source, Subscription
from app.rooms.model.devices import Device
from app.rooms.model.ids import Digest
from app.rooms.model.room import Occupant, Room
from engine.core.seats import Seat


def mark_of_looking(holder: Digest) -> Digest:
    """Return the digest that tells other processes of a holder looking at a page here.

    It holds no seat."""
    return Digest(hashlib.sha256(f"looking {holder}".encode()).hexdigest())


LISTENING = Digest(hashlib.sha256(b"listening").hexdigest())
"""Digest shown to other processes for connections without a token."""

OWNING = Digest(hashlib.sha256(b"minding").hexdigest())
"""Digest shown while this process owns the room without connections.

It must hear of their appends."""


class RoomConnections:
    """Connections of one room.

    It refers to its host only through open ones, so that a released host is freed at once."""

    def __init__(self, show: Callable[[frozenset[Digest]], None]) -> None:
        """``show`` gets the digests connected to this process, and those of viewers."""
        self.elsewhere: frozenset[Digest] = frozenset()
        """Digests connected to other processes; empty if nobody listens there."""
        self.is_owner = False
        """True if this process owns the room."""
        self.presence = Presence()
        self._show = show
        self._open: set[Subscription] = set()
        self._just_gone: Counter[Digest] = Counter()
        self._seats_of: tuple[Occupant | None, ...] | None = None
        self._devices: list[tuple[Device, ...]] = []
        self._seats: frozenset[Seat] = frozenset()
        """Present seats, computed anew when occupants or devices may have changed."""
        self._is_closed = False

    def __len__(self) -> int:
        return len(self._open)

    @property
    def is_listened_to(self) -> bool:
        """True if somebody is connected here, or left so lately that it may be a reload."""
        return bool(self._open or self._just_gone)

    def subscribe(
        self, source: Source, holder: Digest | None, on_close: Callable[[], None], on_gone: Callable[[], None]
    ) -> Subscription:
        """Add a connection to the room.

        ``on_close`` is called when it is gone, ``on_gone`` when its seat counts as gone."""

        def remove_subscription(subscription: Subscription) -> None:
            self._open.discard(subscription)
            self._seats_of = None
            on_close()
            if holder is None:
                self._tell()
            else:
                self._just_gone[holder] += 1
                asyncio.get_running_loop().call_later(GONE_AFTER_S, self._mark_gone, holder, on_gone)

        subscription = Subscription(source, holder, remove_subscription, self._tell)
        self._open.add(subscription)
        self._seats_of = None
        return subscription

    def seats(self, room: Room) -> frozenset[Seat]:
        """Return the seats with a connected device anywhere, and tell other processes."""
        if room.seats is self._seats_of:
            return self._seats
        devices = [occupant.devices if occupant is not None else () for occupant in room.seats]
        if self._seats_of is None or devices != self._devices:
            self._tell()
            connected = self._holders() | self.elsewhere
            self.presence.see(room, connected, asyncio.get_running_loop().time())
            seats = (room.seat_of(holder) for holder in connected)
            self._devices, self._seats = devices, frozenset(seat for seat in seats if seat is not None)
        self._seats_of = room.seats
        return self._seats

    def set_elsewhere(self, elsewhere: frozenset[Digest]) -> bool:
        """Set who is connected to other processes. Return whether that has changed."""
        is_news, self.elsewhere = elsewhere != self.elsewhere, elsewhere
        if is_news:
            self._seats_of = None
        return is_news

    def set_owner(self, is_owner: bool) -> None:
        """Set whether this process owns the room."""
        if is_owner != self.is_owner:
            self.is_owner = is_owner
            self._tell()

    def looking(self, room: Room) -> frozenset[Seat]:
        """Return the seats at which somebody looks at a page, here or elsewhere."""
        here = self._looking()
        return frozenset(
            Seat(seat)
            for seat, who in enumerate(room.seats)
            for holder in (who.holders if who is not None else ())
            if holder in here or mark_of_looking(holder) in self.elsewhere
        )

    def notice(self, *, can_wait: bool) -> None:
        """Notify every connection that may know of a change, and whether that can wait."""
        for subscription in tuple(self._open):
            subscription.notice(can_wait=can_wait)

    def wake(self) -> None:
        """Wake every connection."""
        for subscription in tuple(self._open):
            subscription.wake()

    def close(self) -> None:
        """Close all connections."""
        for subscription in tuple(self._open):
            subscription.close()
        self._is_closed = True
        self._show(frozenset())

    def _holders(self) -> set[Digest]:
        return {each.holder for each in self._open if each.holder is not None} | self._just_gone.keys()

    def _looking(self) -> set[Digest]:
        return {each.holder for each in self._open if each.holder is not None and each.is_looking}

    def _tell(self) -> None:
        if self._is_closed:
            return
        shown = self._holders() | {mark_of_looking(holder) for holder in self._looking()}
        if any(each.holder is None for each in self._open):
            shown.add(LISTENING)
        if self.is_owner and not self.is_listened_to:
            shown.add(OWNING)
        self._show(frozenset(shown))

    def _mark_gone(self, holder: Digest, on_gone: Callable[[], None]) -> None:
        self._just_gone -= Counter([holder])
        self._seats_of = None
        on_gone()
