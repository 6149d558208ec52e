"""What an entry of a journal weighs in bytes, and on whose account it goes."""

from collections.abc import Mapping

from app.rooms import facts as f
from app.rooms.model.room import Room
from app.rooms.model.spending import Account
from app.rooms.model.values import json_bytes
from engine.core.seats import Seat

ENTRY = 190
"""Bytes of an entry in a saved file besides its body and its command: sealed, in base64, and in the open record."""

COMMAND = 190
"""Bytes that the longest command's key and its digest add in a file, and more."""

FIXED_BODY: Mapping[type, int] = {f.ChoiceSealed: 100, f.ChoiceLifted: 360, f.Revealed: 110, f.AllSealed: 40}
"""What the bodies of the most frequent facts count. The length of a choice is one seat's secret. A card taken back
counts for the one as well that takes its place, which is never refused."""

_OF_THEIR_SEAT = frozenset(
    {
        f.Said,
        f.PhraseSaid,
        f.Reacted,
        f.VoteCast,
        f.Paused,
        f.WentAway,
        f.NameChanged,
        f.TableSaved,
        f.Muted,
        f.WatchersHeard,
    }
    | {f.ReturnLinkMade, f.OrdersGiven, f.AheadSealed, f.ChoiceLifted, f.DeviceSeen}
)
_OF_WHO_DID_IT = frozenset({f.StandInSet, f.BackRefused, f.TimeGiven, f.HostAdded, f.HostGone, f.Nudged})
_OF_THE_HOSTS = frozenset(
    {f.OptionsChanged, f.RoomLocked, f.JoinKeyChanged, f.VoiceLinkSet, f.BackToLobby, f.GameBegun}
)


def weight(fact: f.Fact, *, has_command: bool = True) -> int:
    """Bytes that an entry of this fact adds to the room's saved file at most, and about so many to the database."""
    body = FIXED_BODY.get(type(fact)) or json_bytes(fact)
    # once sealed and written in base64, once more in the open record
    return ENTRY + body * 7 // 3 + (COMMAND if has_command else 0)


def account(room: Room, fact: f.Fact) -> Account:
    """On whose account the fact goes that comes to the room: ``table`` for what no one can repeat at will."""
    kind = type(fact)
    if kind in _OF_THEIR_SEAT:
        return _seat(getattr(fact, "seat", None))
    if kind in _OF_WHO_DID_IT:
        return _seat(getattr(fact, "by", None))
    if kind in _OF_THE_HOSTS:
        return "hosts"
    match fact:
        case f.ChoiceSealed(_, seat):
            # a choice where none lies carries the game on; another one in its place does not
            return seat if room.play is not None and seat in room.play.sealed else "table"
        case f.SeatTaken(bot=bot):
            return "arrivals" if bot is None else "hosts"
        case f.SeatsSwapped() | f.BackAsked():
            return "arrivals"
        case f.WatcherSaid():
            return "watchers"
    return "table"


def _seat(seat: Seat | None) -> Account:
    return "table" if seat is None else seat
