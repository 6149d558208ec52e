"""Fold of events about a player's own seat: devices, return links, instructions."""

from app.rooms.model.changes import occupant_of, with_device, with_gone, with_message, with_occupant
from app.rooms.model.devices import Asker, Claim, ReturnLink
from app.rooms.model.ids import Millis
from app.rooms.model.room import ChatMessage, Room
from app.rooms.model.values import replace
from app.rooms.player.events import (
    BackAsked,
    BackAskExpired,
    BackRefused,
    DeviceAdded,
    DeviceRevoked,
    DeviceSeen,
    InstructionsGiven,
    PlayerEvent,
    ReturnLinkMade,
    ReturnLinksRevoked,
    SeatClaimed,
    SeatLinkMade,
)
from app.rooms.player.notes import ASKED_BACK, CLAIMED, CLAIMED_TOO, NOTES, REFUSED_BACK
from engine.core.seats import Seat

ASKERS_KEPT = 8
"""Number of people in a room's memory who ask to come back or were turned away."""

CLAIMS_KEPT = 8
"""Number of players for whom a room remembers that a device came to their seat."""


def fold(room: Room, event: PlayerEvent, at: Millis) -> Room:
    """Return the room after the event. Raises BrokenJournalError."""
    if isinstance(event, ReturnLinkMade | SeatLinkMade):
        others = tuple(old for old in room.links if old.seat != event.seat)
        made = ReturnLink(event.seat, event.link, event.until, isinstance(event, SeatLinkMade))
        return replace(room, links=(*others, made))
    if isinstance(event, BackAskExpired):
        return replace(room, askers=tuple(each for each in room.askers if each.number != event.number))
    occupant = occupant_of(room, event.seat)
    match event:
        case BackAsked(seat, holder, until, kind):
            number = room.askers_so_far + 1
            waiting = tuple(each for each in room.askers if each.until > at)
            asker = Asker(seat, holder, kind, number, until)
            asked = replace(room, askers=(*waiting, asker)[-ASKERS_KEPT:], askers_so_far=number)
            return _with_note(asked, seat, ASKED_BACK)
        case BackRefused(seat):
            askers = tuple(replace(each, is_refused=True) if each.seat == seat else each for each in room.askers)
            return _with_note(replace(room, askers=askers), seat, REFUSED_BACK)
        case ReturnLinksRevoked(seat):
            return replace(room, links=tuple(link for link in room.links if link.seat != seat))
        case DeviceAdded(seat, holder, link, kind):
            left = tuple(old for old in room.links if old.link != link)
            return with_occupant(replace(room, links=left), seat, with_device(occupant, holder, kind, at))
        case SeatClaimed():
            return _apply_seat_claimed(room, event, at)
        case DeviceSeen(seat, holder):
            devices = tuple(replace(d, last_seen=at) if d.holder == holder else d for d in occupant.devices)
            return with_occupant(room, seat, replace(occupant, devices=devices))
        case DeviceRevoked(seat, holder):
            # the device's user may have made the link
            left = tuple(old for old in room.links if old.seat != seat)
            devices = tuple(device for device in occupant.devices if device.holder != holder)
            room = with_gone(replace(room, links=left), (holder,), "revoked")
            return with_occupant(room, seat, replace(occupant, devices=devices))
        case InstructionsGiven(seat, instructions):
            return with_occupant(room, seat, replace(occupant, instructions=instructions))


def _apply_seat_claimed(room: Room, event: SeatClaimed, at: Millis) -> Room:
    occupant = occupant_of(room, event.seat)
    is_first = not occupant.devices
    # a record leaves the token out
    held = with_device(occupant, event.holder, event.kind, at) if event.holder else occupant
    held = replace(held, is_claimed=occupant.is_claimed or is_first)
    left = tuple(old for old in room.links if old.link != event.link)
    note, name = CLAIMED if is_first else CLAIMED_TOO, occupant.name
    claims = (*(each for each in room.claims if each.name != name), Claim(name, at, len(held.devices)))
    askers = tuple(each for each in room.askers if each.holder != event.holder)
    room = replace(room, links=left, claims=claims[-CLAIMS_KEPT:], askers=askers)
    return _with_note(with_occupant(room, event.seat, held), event.seat, note)


def _with_note(room: Room, seat: Seat, note: str) -> Room:
    name = room.name_of(seat)
    return with_message(room, ChatMessage(0, seat, name, NOTES[note] % {"who": name}, phrase=note))
