"""Who listens to a room: its connections in this process, and who is connected elsewhere."""

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
    """What is shown to the other processes beside a holder who looks at a page here: a digest that holds no seat."""
    return Digest(hashlib.sha256(f"looking {holder}".encode()).hexdigest())


LISTENING = Digest(hashlib.sha256(b"listening").hexdigest())
"""What is shown to the other processes while somebody without a token is connected here."""

OWNING = Digest(hashlib.sha256(b"minding").hexdigest())
"""What is shown to them while this process owns the room, though nobody is connected here: it has to hear of
what they append."""


class RoomConnections:
    """The connections of one room. It knows its host only through those that are open, so that a host that is let go
    is gone at once."""

    def __init__(self, show: Callable[[frozenset[Digest]], None]) -> None:
        """``show`` is told which token digests are connected to this process, and the marks of those who look."""
        self.elsewhere: frozenset[Digest] = frozenset()
        """The token digests connected to other processes, and what else those show. None: nobody listens there."""
        self.is_owner = False
        """Whether this process owns the room."""
        self.presence = Presence()
        self._show = show
        self._open: set[Subscription] = set()
        self._just_gone: Counter[Digest] = Counter()
        self._seats_of: tuple[Occupant | None, ...] | None = None
        self._devices: list[tuple[Device, ...]] = []
        self._seats: frozenset[Seat] = frozenset()
        """Who is here, among the occupants above and by their devices; worked out anew when either may have changed."""
        self._is_closed = False

    def __len__(self) -> int:
        return len(self._open)

    @property
    def is_listened_to(self) -> bool:
        """Whether somebody is connected here, or went so lately that it may be a reload."""
        return bool(self._open or self._just_gone)

    def subscribe(
        self, source: Source, holder: Digest | None, on_close: Callable[[], None], on_gone: Callable[[], None]
    ) -> Subscription:
        """One more connection, which listens to the room's host. ``on_close`` is called when it is gone, ``on_gone``
        when its seat counts as gone."""

        def closed(subscription: Subscription) -> None:
            self._open.discard(subscription)
            self._seats_of = None
            on_close()
            if holder is None:
                self._tell()
            else:
                self._just_gone[holder] += 1
                asyncio.get_running_loop().call_later(GONE_AFTER_S, self._gone, holder, on_gone)

        subscription = Subscription(source, holder, closed, self._tell)
        self._open.add(subscription)
        self._seats_of = None
        return subscription

    def seats(self, room: Room) -> frozenset[Seat]:
        """The seats with a connected device, here or elsewhere. Lets the other processes know who is here."""
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
        """Takes in who is connected to other processes; whether that is news."""
        is_news, self.elsewhere = elsewhere != self.elsewhere, elsewhere
        if is_news:
            self._seats_of = None
        return is_news

    def set_owner(self, is_owner: bool) -> None:
        """This process owns the room from now on, or no longer."""
        if is_owner != self.is_owner:
            self.is_owner = is_owner
            self._tell()

    def looking(self, room: Room) -> frozenset[Seat]:
        """The seats at which somebody looks at a page, here or elsewhere."""
        here = self._looking()
        return frozenset(
            Seat(seat)
            for seat, who in enumerate(room.seats)
            for holder in (who.holders if who is not None else ())
            if holder in here or mark_of_looking(holder) in self.elsewhere
        )

    def notice(self, *, can_wait: bool) -> None:
        """Tells every connection that may know of a change, and whether that can wait a moment."""
        for subscription in tuple(self._open):
            subscription.notice(can_wait=can_wait)

    def wake(self) -> None:
        """Wakes every connection whatever has changed."""
        for subscription in tuple(self._open):
            subscription.wake()

    def close(self) -> None:
        """Ends all connections."""
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

    def _gone(self, holder: Digest, on_gone: Callable[[], None]) -> None:
        self._just_gone -= Counter([holder])
        self._seats_of = None
        on_gone()
