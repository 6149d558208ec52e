"""Size of a journal entry in bytes, and the account that it is charged to."""

from collections.abc import Mapping

from app.rooms import events as e
from app.rooms.model.room import Room
from app.rooms.model.spending import Account
from app.rooms.model.values import json_bytes
from engine.core.seats import Seat

ENTRY = 190
"""Bytes of an entry in a saved file without its body and command.

An entry is sealed, in base64, and stands in the open record."""

COMMAND = 190
"""Most bytes that a command's key and digest add in a file."""

FIXED_BODY: Mapping[type, int] = {e.ChoiceSealed: 100, e.ChoiceLifted: 360, e.Revealed: 110, e.AllSealed: 40}
"""Fixed sizes of the bodies of the most frequent events.

The length of a choice is one seat's secret. A lifted card also pays for its replacement, which is never refused."""

_OF_THEIR_SEAT = frozenset(
    {
        e.Said,
        e.PhraseSaid,
        e.Reacted,
        e.VoteCast,
        e.Paused,
        e.WentAway,
        e.IdentityChosen,
        e.IdentityWished,
        e.NameChanged,
        e.TableSaved,
        e.Muted,
        e.WatchersHeard,
    }
    | {e.ReturnLinkMade, e.InstructionsGiven, e.PlanMade, e.ChoiceLifted, e.DeviceSeen}
    | {e.DateProposed, e.DateAnswered, e.ScreenShown, e.ScreenRemoved, e.ScreenCodeHidden}
)
_OF_WHO_DID_IT = frozenset(
    {e.StandInSet, e.BackRefused, e.ScreenRefused, e.TimeGiven, e.HostAdded, e.HostGone, e.Nudged}
)
_OF_THE_HOSTS = frozenset(
    {e.OptionsChanged, e.RoomLocked, e.JoinKeyChanged, e.VoiceLinkSet, e.BackToLobby, e.GameBegun}
    | {e.DealOffered, e.DealOpened}
)


def weight(event: e.Event, *, has_command: bool = True) -> int:
    """Return the most bytes that an entry of this event adds to the saved file.

    It adds about as many to the database."""
    body = FIXED_BODY.get(type(event)) or json_bytes(event)
    # the body is stored twice: sealed in base64, and in the open record
    return ENTRY + body * 7 // 3 + (COMMAND if has_command else 0)


def account(room: Room, event: e.Event) -> Account:
    """Return the account of an event that comes to ``room``.

    It is ``table`` for events that no one can repeat at will."""
    kind = type(event)
    if kind in _OF_THEIR_SEAT:
        return _seat(getattr(event, "seat", None))
    if kind in _OF_WHO_DID_IT:
        return _seat(getattr(event, "by", None))
    if kind in _OF_THE_HOSTS:
        return "hosts"
    match event:
        case e.ChoiceSealed(_, seat):
            # only the first choice of a seat advances the game
            return seat if room.play is not None and seat in room.play.sealed else "table"
        case e.SeatTaken(bot=bot):
            return "arrivals" if bot is None else "hosts"
        case e.SeatsSwapped() | e.BackAsked() | e.ScreenAsked():
            return "arrivals"
        case e.WatcherSaid():
            return "watchers"
        case e.WatcherNamed() | e.GuessSealed():
            return "gallery"
    return "table"


def _seat(seat: Seat | None) -> Account:
    return "table" if seat is None else seat
