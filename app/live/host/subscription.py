"""Subscription of a live connection to a room.

It learns that something it may know has changed, never what."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Protocol

from app.rooms.model.ids import Digest, Millis
from app.rooms.model.room import Occupant, Room
from engine.core.seats import Seat, Viewer


class Source(Protocol):
    """Source of changes: a room's host."""

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
        """The room's time."""
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
        """``on_look`` is called when somebody begins or stops to look at the page."""
        self.holder = holder
        self.beside: tuple[Subscription, ...] = ()
        """Those of the others who share the device."""
        self.is_looking = True
        """True while somebody looks at the page, which is assumed at first."""
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
        """The room's time."""
        return self._source.now

    @property
    def viewer(self) -> Viewer:
        """The seat this connection speaks for; None for the public."""
        return self._viewer_in(self._source.room)

    @property
    def hands(self) -> tuple[Seat, ...]:
        """The seats of all who share the device; empty if nobody does."""
        seats = (each.viewer for each in (self, *self.beside))
        return tuple(seat for seat in seats if seat is not None) if self.beside else ()

    def share(self, beside: Iterable["Subscription"]) -> None:
        """Share the device with others: they are here too, and their news wake it."""
        self.beside = tuple(beside)
        for each in self.beside:
            each.listen(lambda can_wait: self.wake(can_wait=can_wait))

    @property
    def is_over(self) -> bool:
        """True if the seat was given up or the server releases the room."""
        return self._is_closed or (self.had_seat and self.viewer is None)

    def listen(self, told: Callable[[bool], None]) -> None:
        """Register ``told``, which is called when something this viewer may know changes.

        Its argument is whether that can wait. It runs inside the room's task, so it must be quick. It is also called
        when the subscription ends, and at once for a change that came before."""
        self._told = told
        if self._has_news or self.is_over:
            told(False)

    async def wait_for_change(self) -> None:
        """Wait for a change since the last call, or for the end."""
        told: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.listen(lambda _: None if told.done() else told.set_result(None))
        await told
        self._has_news = False

    def notice(self, *, can_wait: bool = False) -> None:
        """Wake the connection if the viewer may know of a change.

        A secret event of another seat wakes nobody."""
        room = self._source.room
        viewer = self._viewer_in(room)
        # players have admitted whoever shows a token and has no seat: a screen, which is never delayed
        is_live = viewer is None and self.holder is not None
        version = room.public_events if is_live else room.get_visible_version(viewer)
        now = (viewer, version, self._source.here)
        if now != self._seen:
            self._seen = now
            self.wake(can_wait=can_wait)

    def wake(self, *, can_wait: bool = False) -> None:
        """Wake the connection in any case."""
        self._has_news = True
        if self._told is not None:
            self._told(can_wait)

    def look(self, is_looking: bool) -> None:
        """Record whether somebody looks at the page."""
        if is_looking != self.is_looking:
            self.is_looking = is_looking
            self._on_look()
        for each in self.beside:
            each.look(is_looking)

    def close(self) -> None:
        """End the subscription."""
        if not self._is_closed:
            self._is_closed = True
            for each in self.beside:
                each.close()
            self._on_close(self)
            self.wake()
            # whoever listens holds this, so that neither would go before all of memory is end_looks through
            self._told = None

    def _viewer_in(self, room: Room) -> Viewer:
        if room.seats is not self._seats:
            self._seats = room.seats
            self._viewer = room.seat_of(self.holder) if self.holder is not None else None
        return self._viewer
