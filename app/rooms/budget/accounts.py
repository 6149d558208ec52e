"""What an entry of a journal weighs in bytes, and on whose account it goes."""

from collections.abc import Mapping

from app.rooms import events as e
from app.rooms.model.room import Room
from app.rooms.model.spending import Account
from app.rooms.model.values import json_bytes
from engine.core.seats import Seat

ENTRY = 190
"""Bytes of an entry in a saved file besides its body and its command: sealed, in base64, and in the open record."""

COMMAND = 190
"""Bytes that the longest command's key and its digest add in a file, and more."""

FIXED_BODY: Mapping[type, int] = {e.ChoiceSealed: 100, e.ChoiceLifted: 360, e.Revealed: 110, e.AllSealed: 40}
"""What the bodies of the most frequent events count. The length of a choice is one seat's secret. A card taken back
counts for the one as well that takes its place, which is never refused."""

_OF_THEIR_SEAT = frozenset(
    {
        e.Said,
        e.PhraseSaid,
        e.Reacted,
        e.VoteCast,
        e.Paused,
        e.WentAway,
        e.NameChanged,
        e.TableSaved,
        e.Muted,
        e.WatchersHeard,
    }
    | {e.ReturnLinkMade, e.InstructionsGiven, e.PlanMade, e.ChoiceLifted, e.DeviceSeen}
)
_OF_WHO_DID_IT = frozenset({e.StandInSet, e.BackRefused, e.TimeGiven, e.HostAdded, e.HostGone, e.Nudged})
_OF_THE_HOSTS = frozenset(
    {e.OptionsChanged, e.RoomLocked, e.JoinKeyChanged, e.VoiceLinkSet, e.BackToLobby, e.GameBegun}
)


def weight(event: e.Event, *, has_command: bool = True) -> int:
    """Bytes that an entry of this event adds to the room's saved file at most, and about so many to the database."""
    body = FIXED_BODY.get(type(event)) or json_bytes(event)
    # once sealed and written in base64, once more in the open record
    return ENTRY + body * 7 // 3 + (COMMAND if has_command else 0)


def account(room: Room, event: e.Event) -> Account:
    """On whose account the event goes that comes to the room: ``table`` for what no one can repeat at will."""
    kind = type(event)
    if kind in _OF_THEIR_SEAT:
        return _seat(getattr(event, "seat", None))
    if kind in _OF_WHO_DID_IT:
        return _seat(getattr(event, "by", None))
    if kind in _OF_THE_HOSTS:
        return "hosts"
    match event:
        case e.ChoiceSealed(_, seat):
            # a choice where none lies carries the game on; another one in its place does not
            return seat if room.play is not None and seat in room.play.sealed else "table"
        case e.SeatTaken(bot=bot):
            return "arrivals" if bot is None else "hosts"
        case e.SeatsSwapped() | e.BackAsked():
            return "arrivals"
        case e.WatcherSaid():
            return "watchers"
    return "table"


def _seat(seat: Seat | None) -> Account:
    return "table" if seat is None else seat
