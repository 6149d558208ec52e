"""Announcements of events: the room holds the latest ones.

Every open page shows those that come in. They follow from public events and hold nothing else, so they are no
secret. Delayed watchers get none about times."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.rooms import events as e
from app.rooms.model.announcement import KEPT, Announcement, AnnouncementKind
from app.rooms.model.ids import Millis
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from engine.core.seats import Seat


@dataclass(frozen=True, slots=True)
class _Draft:
    kind: AnnouncementKind
    seat: Seat
    by: Seat | None = None
    choices: int = 0
    span: Millis | None = None
    by_name: str = ""
    """New name of a player who was renamed."""
    answers: int = 0


_PLAIN: Mapping[type, AnnouncementKind] = {e.Paused: "paused", e.Resumed: "resumed", e.ScreenShown: "screen"}
"""Kinds of events that are announced by their seat alone."""


def with_announcement(before: Room, after: Room, event: e.Event) -> Room:
    """Return the room with the event's announcement.

    ``before`` is the room before the event, ``after`` the one after it."""
    told = _announce(before, event) or _announce_guesses(before, after)
    if told is None:
        return after
    who, by = _name(before, told.seat), told.by_name or _name(before, told.by)
    number = before.announcements[-1].number + 1 if before.announcements else 1
    announcement = Announcement(number, told.kind, told.seat, who, told.by, by, told.choices, told.span, told.answers)
    return replace(after, announcements=(*before.announcements, announcement)[-KEPT:])


def _announce(room: Room, event: e.Event) -> _Draft | None:
    is_running = room.phase in ("playing", "paused")
    match event:
        case e.Paused(seat) | e.Resumed(seat) | e.ScreenShown(seat):
            return _Draft(_PLAIN[type(event)], seat)
        case e.HostPassed(seat):
            return _announce_host(room, seat)
        case e.HostAdded(seat, by) if by is not None:
            return _Draft("host_made", seat, by)
        case e.HostGone(seat, by) if by is not None:
            return _Draft("host_unmade", seat, by)
        case e.SeatLeft(seat) if _is_person(room, seat):
            return _Draft("left" if is_running else "went", seat)
        case e.SeatRemoved(seat, by):
            return _Draft("removed", seat, by)
        case e.StandInSet() if is_running:
            return _announce_stand_in(room, event)
        case e.TimeGiven(seat, span, by):
            return _Draft("time_given", seat, by, span=span)
        case e.WentAway(seat, is_away):
            return _Draft("away" if is_away else "back", seat)
        case e.MotionDropped():
            return _Draft("dropped", Seat(0))
        case e.NameChanged(seat, name):
            return _Draft("renamed", seat, by_name=name)
        case e.TableSaved(seat) if is_running:
            return _Draft("saved", seat)
        case e.RoomArrived(seat, is_own):
            return _Draft("arrived" if is_own else "arrived_elsewhere", seat if seat is not None else Seat(0))
        case e.SeatClaimed(seat):
            occupant = room.occupant(seat)
            return _Draft("claimed_too" if occupant is not None and occupant.devices else "claimed", seat)
    return None


def _announce_guesses(before: Room, after: Room) -> _Draft | None:
    """Return the announcement of guesses that a reveal has decided; None without any."""
    last = after.gallery.last
    if last is None or last is before.gallery.last:
        return None
    return _Draft("gallery", Seat(0), choices=last.right, answers=last.answers)


def _announce_host(room: Room, heir: Seat) -> _Draft | None:
    """Return the announcement of a new host; None if no other host was replaced."""
    if room.host is None or room.host == heir:
        return None
    has_left = not room.is_held(room.host)
    return _Draft("host_left" if has_left else "host_gone", heir, room.host)


def _announce_stand_in(room: Room, event: e.StandInSet) -> _Draft | None:
    occupant = room.occupant(event.seat)
    if occupant is None or occupant.has_left or (event.level is None) == (occupant.stand_in is None):
        return None
    if event.level is None:
        return _Draft("relieved", event.seat, event.by, choices=occupant.choices_by_bot)
    is_own_wish = event.by is None or event.by == event.seat
    return _Draft("stood_in", event.seat) if is_own_wish else _Draft("replaced", event.seat, event.by)


def _is_person(room: Room, seat: Seat) -> bool:
    occupant = room.occupant(seat)
    return occupant is not None and occupant.bot is None


def _name(room: Room, seat: Seat | None) -> str:
    """Return the occupant's name.

    A player who has just left a lobby is found in the last announcement."""
    occupant = room.occupant(seat) if seat is not None else None
    if occupant is not None:
        return occupant.name
    last = room.announcements[-1] if room.announcements else None
    return last.who if last is not None and seat is not None and (last.kind, last.seat) == ("went", seat) else ""
