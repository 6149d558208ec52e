"""The commands of a room, in the imperative. Everything random or secret in them was made outside: decisions stay pure.

``seat`` is the seat of whoever asks, found by the token that was shown."""

from dataclasses import dataclass, field

from app.rooms.model.ids import AskNumber, Digest, Millis, RoomCode
from app.rooms.own.commands import GiveOrders, OwnCommand, RevokeDevices, SeeDevice
from app.rooms.own.facts import DeviceKind
from app.rooms.table.commands import (
    ChangeJoinKey,
    GiveTime,
    GoAway,
    HandOver,
    Lock,
    Nudge,
    Remove,
    SaveTable,
    SetUpAnew,
    ShareHost,
    SwapSeats,
    TableCommand,
    TableOfSeat,
    Vote,
)
from app.rooms.talk.commands import (
    HearWatchers,
    Mute,
    React,
    Say,
    SayPhrase,
    SetVoiceLink,
    TalkCommand,
    TalkOfSeat,
    WatcherSay,
)
from engine.core.plain import Plain
from engine.core.seats import Seat

__all__ = [
    "AddDevice",
    "Again",
    "Begin",
    "ChangeJoinKey",
    "ChooseOptions",
    "Command",
    "CreditOutage",
    "Expire",
    "FromSeat",
    "GiveOrders",
    "GiveTime",
    "GoAway",
    "HandOver",
    "HearWatchers",
    "Leave",
    "Lift",
    "Lock",
    "MakeReturnLink",
    "Mute",
    "Nudge",
    "Open",
    "OpenRoom",
    "OwnCommand",
    "Pause",
    "PlayCommand",
    "React",
    "Remove",
    "Resume",
    "RevokeDevices",
    "SaveTable",
    "Say",
    "SayPhrase",
    "Seal",
    "SealAhead",
    "SealForBot",
    "SeatBot",
    "SeatCommand",
    "SeeDevice",
    "SetStandIn",
    "SetUpAnew",
    "SetVoiceLink",
    "ShareHost",
    "SwapSeats",
    "TableCommand",
    "TakeSeat",
    "TalkCommand",
    "UseAhead",
    "Vote",
    "WatcherSay",
]


@dataclass(frozen=True, slots=True)
class OpenRoom:
    """Open a room and sit down in it as its host."""

    code: RoomCode
    game: str
    name: str
    holder: Digest
    join_key: str
    watch_key: str
    options: dict[str, Plain] = field(default_factory=dict)
    kind: DeviceKind = "other"


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Sit down at the first free seat. ``key`` is that of the join link; None: ``code`` was typed in, which is enough
    while the game has not begun."""

    name: str
    holder: Digest
    key: str | None
    kind: DeviceKind = "other"
    code: RoomCode | None = None


@dataclass(frozen=True, slots=True)
class MakeReturnLink:
    """Make a link that brings one more device to my seat."""

    seat: Seat
    link: Digest
    until: Millis


@dataclass(frozen=True, slots=True)
class AddDevice:
    """Hold the seat of the return link with another device."""

    link: Digest
    holder: Digest
    kind: DeviceKind = "other"


@dataclass(frozen=True, slots=True)
class ChooseOptions:
    """Change the options named, leave the others."""

    seat: Seat
    options: dict[str, Plain]


@dataclass(frozen=True, slots=True)
class SeatBot:
    """Seat a bot of a level, change its level, or send it away (None)."""

    seat: Seat
    target: Seat
    level: str | None


@dataclass(frozen=True, slots=True)
class Begin:
    """Begin the game with everybody seated."""

    seat: Seat
    seed: str
    edition: Plain
    options: dict[str, Plain] | None = None


@dataclass(frozen=True, slots=True)
class Again:
    """Play once more with the same seats and options, or with everybody one seat further."""

    seat: Seat
    seed: str
    edition: Plain
    rotate: bool = False


@dataclass(frozen=True, slots=True)
class Seal:
    """Seal this choice, or put it in the place of the sealed one."""

    seat: Seat
    ask: AskNumber
    choice: str


@dataclass(frozen=True, slots=True)
class SealForBot:
    """A bot's choice for the seat it plays."""

    seat: Seat
    ask: AskNumber
    choice: str


@dataclass(frozen=True, slots=True)
class Lift:
    """Take the sealed choice back."""

    seat: Seat
    ask: AskNumber


@dataclass(frozen=True, slots=True)
class SealAhead:
    """Say during an ask what to seal when I am asked next: the first of these choices that is legal then. None: take
    back what I said."""

    seat: Seat
    ask: AskNumber
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UseAhead:
    """The seat that said ahead what it would seal is asked."""

    ask: AskNumber
    seat: Seat


@dataclass(frozen=True, slots=True)
class Open:
    """The moment of opening has come."""

    ask: AskNumber


@dataclass(frozen=True, slots=True)
class Expire:
    """The seat's time for the ask has run out."""

    ask: AskNumber
    seat: Seat


@dataclass(frozen=True, slots=True)
class SetStandIn:
    """Hand the target seat to a bot of a level, or give it back to its player (None)."""

    seat: Seat
    target: Seat
    level: str | None


@dataclass(frozen=True, slots=True)
class Pause:
    """Let the table rest."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Resume:
    """Let the table go on."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Leave:
    """Give the seat up. ``heirs`` are the people who are here, for longest first, as far as that is known."""

    seat: Seat
    heirs: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class CreditOutage:
    """Give back the time the server was away, which it was from ``since`` on."""

    span: Millis
    since: Millis


SeatCommand = TakeSeat | MakeReturnLink | AddDevice | SeatBot | SetStandIn | Leave
"""Commands about who sits where."""

PlayCommand = (
    Begin | Again | Seal | SealForBot | SealAhead | UseAhead | Lift | Open | Expire | Pause | Resume | CreditOutage
)
"""Commands about a game."""

FromSeat = (
    MakeReturnLink
    | ChooseOptions
    | SeatBot
    | Begin
    | Again
    | Seal
    | SealAhead
    | Lift
    | SetStandIn
    | TalkOfSeat
    | Pause
    | Resume
    | Leave
    | TableOfSeat
    | OwnCommand
    | Nudge
)
"""Commands that only the player of their ``seat`` can give."""

Command = OpenRoom | ChooseOptions | Nudge | TalkCommand | SeatCommand | TableCommand | PlayCommand | OwnCommand
