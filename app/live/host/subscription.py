"""A live connection's ear at a room: told when something it may know has changed, never what."""

import asyncio
from collections.abc import Callable
from typing import Protocol

from app.rooms.model.ids import Digest, Millis
from app.rooms.model.room import Occupant, Room
from engine.core.seats import Seat, Viewer


class Source(Protocol):
    """What a subscription listens to: a room's host."""

    @property
    def room(self) -> Room:
        """The room as it is now."""
        ...

    @property
    def here(self) -> frozenset[Seat]:
        """The seats with a connected device."""
        ...

    @property
    def now(self) -> Millis:
        """What time it is in the room."""
        ...


class Subscription:
    """One connection of a seat, or of the public.

    Changes run together: however much happened while the connection was busy, it wakes once and looks at the room as
    it is then."""

    def __init__(
        self,
        source: Source,
        holder: Digest | None,
        on_close: Callable[["Subscription"], None],
        on_look: Callable[[], None] = lambda: None,
    ) -> None:
        """``on_look`` is called when somebody looks at the connection's page again, or no longer."""
        self.holder = holder
        self.is_looking = True
        """Whether somebody looks at the page: taken for granted until it says otherwise."""
        self._on_look = on_look
        self._source = source
        self._on_close = on_close
        self._seats: tuple[Occupant | None, ...] = ()
        self._viewer: Viewer = None
        self._seen: tuple[object, ...] = ()
        self._has_news = False
        self._told: Callable[[bool], None] | None = None
        self._is_closed = False
        self.had_seat = self.viewer is not None

    @property
    def room(self) -> Room:
        """The room as it is now."""
        return self._source.room

    @property
    def here(self) -> frozenset[Seat]:
        """The seats with a connected device."""
        return self._source.here

    @property
    def now(self) -> Millis:
        """What time it is in the room."""
        return self._source.now

    @property
    def viewer(self) -> Viewer:
        """The seat this connection speaks for; None for the public."""
        return self._viewer_in(self._source.room)

    @property
    def is_over(self) -> bool:
        """Whether the seat was given up, or the server lets go of the room."""
        return self._is_closed or (self.had_seat and self.viewer is None)

    def listen(self, told: Callable[[bool], None]) -> None:
        """``told`` is called, in the midst of the room's work and so in haste, whenever something this viewer may know
        has changed, with whether that can wait a moment; and when the subscription is over; at once if that has
        happened already."""
        self._told = told
        if self._has_news or self.is_over:
            told(False)

    async def changed(self) -> None:
        """Returns when something this viewer may know has changed since the last call, or the subscription is over."""
        told: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.listen(lambda _: None if told.done() else told.set_result(None))
        await told
        self._has_news = False

    def notice(self, *, can_wait: bool = False) -> None:
        """Wakes the connection if the viewer may know of a change. A secret event of another seat wakes nobody."""
        room = self._source.room
        viewer = self._viewer_in(room)
        now = (viewer, room.seen(viewer), self._source.here)
        if now != self._seen:
            self._seen = now
            self.wake(can_wait=can_wait)

    def wake(self, *, can_wait: bool = False) -> None:
        """Wakes the connection whatever has changed."""
        self._has_news = True
        if self._told is not None:
            self._told(can_wait)

    def look(self, is_looking: bool) -> None:
        """The page is looked at, or no longer."""
        if is_looking != self.is_looking:
            self.is_looking = is_looking
            self._on_look()

    def close(self) -> None:
        """The connection is gone."""
        if not self._is_closed:
            self._is_closed = True
            self._on_close(self)
            self.wake()
            # whoever listens holds this, so that neither would go before all of memory is looked through
            self._told = None

    def _viewer_in(self, room: Room) -> Viewer:
        if room.seats is not self._seats:
            self._seats = room.seats
            self._viewer = room.seat_of(self.holder) if self.holder is not None else None
        return self._viewer
