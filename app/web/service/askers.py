"""Authenticated callers of a room. ``access`` finds them."""

from collections.abc import Collection
from dataclasses import dataclass

from app.rooms.model.ids import Digest
from app.rooms.model.room import Room
from app.rooms.views.view import may_watch
from app.web.http.identity import Holder, holder, list_hands
from app.web.service.hands import hand_path
from engine.core.seats import Seat


@dataclass(frozen=True, slots=True)
class SeatedAsker:
    """Player who holds a seat."""

    room: Room
    seat: Seat
    holder: Holder
    """Device or token that was shown for the seat."""
    hands: tuple["SeatedAsker", ...] = ()
    """All who share the browser, this player too; empty if nobody does."""

    @property
    def path(self) -> str:
        """Path of this player's page; it names the hand if others share the browser."""
        return hand_path(self.room.code, person_of(self)) if self.hands else f"/r/{self.room.code}"


@dataclass(frozen=True, slots=True)
class CurtainAsker:
    """People who share a browser and show the room to none of them."""

    hands: tuple[SeatedAsker, ...]
    """At least two players of one room."""

    @property
    def room(self) -> Room:
        """The room in which they play."""
        return self.hands[0].room


@dataclass(frozen=True, slots=True)
class WatchingAsker:
    """Watcher without a seat."""

    room: Room
    is_by_link: bool
    """True if the watchers' link was used; False for the room's code alone."""
    guesser: Digest | None = None
    """Digest by which the room knows the browser's guesses; None if it may not guess."""

    def may_go_on(self, room: Room) -> bool:
        """Return whether watching is still allowed in the room's present state."""
        return may_watch(room) and room.watch_key == self.room.watch_key


@dataclass(frozen=True, slots=True)
class ScreenAsker:
    """Screen that shows the room to everybody beside it."""

    room: Room
    digest: Digest
    """Digest of the screen's secret."""


def person_of(by: SeatedAsker) -> int:
    """Return the number of a player among all who ever sat down at the table."""
    occupant = by.room.occupant(by.seat)
    return occupant.person if occupant is not None else 0


def find_free_hand(by: SeatedAsker) -> Holder | None:
    """Return a device of the browser that holds no seat of the room yet."""
    first = holder(by.holder.kept, by.holder.kind)
    return next((each for each in list_hands(first) if by.room.seat_of(each.digest) is None), None)


def people_of(room: Room) -> tuple[tuple[Seat, str], ...]:
    """Return the seats of people, with their names; these may ask to come back."""
    return tuple((seat, room.name_of(seat)) for seat in room.people())


def can_watch(room: Room) -> bool:
    """Return whether people without a seat may watch."""
    return may_watch(room)


def find_seated_device(room: Room | None, devices: Collection[Holder]) -> Holder | None:
    """Return the device that holds a seat of the room; None without one."""
    return next((each for each in devices if room is not None and room.seat_of(each.digest) is not None), None)


def find_guesser(room: Room, devices: Collection[Holder], guesser: Digest | None) -> Digest | None:
    """Return the digest of a browser's guesses.

    None if one of the browser's devices holds a seat of the room, or has lost one."""
    has_played = any(room.seat_of(each.digest) is not None or room.find_gone_reason(each.digest) for each in devices)
    return None if has_played else guesser


RoomAsker = SeatedAsker | CurtainAsker | WatchingAsker | ScreenAsker
"""Anybody who is shown a room."""


def first_of(by: RoomAsker) -> SeatedAsker | None:
    """Return the player, or the first of those who share a device; None for others."""
    if isinstance(by, CurtainAsker):
        return by.hands[0]
    return by if isinstance(by, SeatedAsker) else None
