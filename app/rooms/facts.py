"""The facts of a room, in the past tense. A room is the fold over its facts; nothing else about it is kept.

Fields hold plain values only (text, numbers, truth, None, tuples and dicts of these). A fact's name and fields are
for ever: journals of every release must load. New fields get a default; a changed meaning gets a new fact."""

from dataclasses import dataclass, field

from app.rooms.model.ids import CommandKey, Digest, Millis, RoomCode, Version
from app.rooms.own.facts import DeviceKind, DeviceRevoked, DeviceSeen, OrdersGiven
from app.rooms.play.facts import (
    AheadDropped,
    AheadSealed,
    AllSealed,
    ChoiceLifted,
    ChoiceSealed,
    GameBegun,
    GameFinished,
    Nudged,
    OpeningHeld,
    OutageCredited,
    Paused,
    RanOut,
    Resumed,
    Revealed,
    Sealer,
)
from app.rooms.table.facts import (
    BackToLobby,
    GameAborted,
    HostAdded,
    HostGone,
    JoinKeyChanged,
    RoomLocked,
    SaveAgreed,
    SeatRemoved,
    SeatsSwapped,
    TableSaved,
    TimeGiven,
    VoteCast,
    WentAway,
)
from app.rooms.talk.facts import Muted, PhraseSaid, Reacted, Said, VoiceLinkSet, WatcherSaid, WatchersHeard
from engine.core.plain import Plain
from engine.core.seats import Seat

__all__ = [
    "AheadDropped",
    "AheadSealed",
    "AllSealed",
    "BackToLobby",
    "ChoiceLifted",
    "ChoiceSealed",
    "DeviceAdded",
    "DeviceKind",
    "DeviceRevoked",
    "DeviceSeen",
    "Entry",
    "Fact",
    "GameAborted",
    "GameBegun",
    "GameFinished",
    "HostAdded",
    "HostGone",
    "HostPassed",
    "JoinKeyChanged",
    "Muted",
    "Nudged",
    "OpeningHeld",
    "OptionsChanged",
    "OrdersGiven",
    "OutageCredited",
    "Paused",
    "PhraseSaid",
    "RanOut",
    "Reacted",
    "Resumed",
    "ReturnLinkMade",
    "Revealed",
    "RoomLocked",
    "RoomOpened",
    "Said",
    "SaveAgreed",
    "Sealer",
    "SeatLeft",
    "SeatRemoved",
    "SeatTaken",
    "SeatsSwapped",
    "StandInSet",
    "TableSaved",
    "TimeGiven",
    "VoiceLinkSet",
    "VoteCast",
    "WatcherSaid",
    "WatchersHeard",
    "WentAway",
]


@dataclass(frozen=True, slots=True)
class RoomOpened:
    """A room came to be."""

    code: RoomCode
    game: str
    join_key: str
    """The secret of the join link (128 bit); everybody seated may show it."""
    watch_key: str
    """The secret of the watchers' link (128 bit)."""


@dataclass(frozen=True, slots=True)
class OptionsChanged:
    """The host chose these options (all of them, as in the protocol)."""

    options: dict[str, Plain]


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """Somebody sat down: a person who holds ``holder``, or a bot of a level."""

    seat: Seat
    name: str
    holder: Digest | None = None
    """SHA-256 of the token that holds the seat; None for a bot."""
    bot: str | None = None
    """The bot's level; None for a person."""
    kind: DeviceKind = "other"
    """What holds it."""


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """The player gave the seat up, or the bot was sent away. In a running game a stand-in goes on for it."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ReturnLinkMade:
    """A link was made that brings one more device to the seat, once, until ``until``."""

    seat: Seat
    link: Digest
    until: Millis


@dataclass(frozen=True, slots=True)
class DeviceAdded:
    """Another device holds the seat too; the return link it came by is used up."""

    seat: Seat
    holder: Digest
    link: Digest
    kind: DeviceKind = "other"


@dataclass(frozen=True, slots=True)
class HostPassed:
    """Another seat is the host now."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class StandInSet:
    """A bot of that level plays for the seat from now on; None: its player does again."""

    seat: Seat
    level: str | None


Fact = (
    RoomOpened
    | OptionsChanged
    | SeatTaken
    | SeatLeft
    | ReturnLinkMade
    | DeviceAdded
    | HostPassed
    | GameBegun
    | ChoiceSealed
    | ChoiceLifted
    | AheadSealed
    | AheadDropped
    | AllSealed
    | OpeningHeld
    | Revealed
    | GameFinished
    | RanOut
    | StandInSet
    | Said
    | PhraseSaid
    | Reacted
    | WatcherSaid
    | Muted
    | WatchersHeard
    | VoiceLinkSet
    | Paused
    | Resumed
    | OutageCredited
    | HostAdded
    | HostGone
    | SeatsSwapped
    | SeatRemoved
    | RoomLocked
    | JoinKeyChanged
    | WentAway
    | VoteCast
    | SaveAgreed
    | TableSaved
    | GameAborted
    | BackToLobby
    | TimeGiven
    | OrdersGiven
    | DeviceSeen
    | DeviceRevoked
    | Nudged
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of a room's journal: a fact, its number, when it came and which command brought it."""

    version: Version
    at: Millis
    fact: Fact
    command: CommandKey | None = None
    """The key of the command, on its last fact only: it marks the command as applied."""
    body: Digest | None = field(default=None)
    """The digest of the command's body: the same id with another body is refused."""
