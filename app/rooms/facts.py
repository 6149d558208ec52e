"""The facts of a room, in the past tense. A room is the fold over its facts; nothing else about it is kept.

Fields hold plain values only (text, numbers, truth, None, tuples and dicts of these). A fact's name and fields are
for ever: journals of every release must load. New fields get a default; a changed meaning gets a new fact."""

from dataclasses import dataclass, field
from typing import Literal

from app.rooms.ids import AskNumber, CommandKey, Digest, Millis, RoomCode, Version
from app.rooms.table_facts import (
    BackToLobby,
    GameAborted,
    HostAdded,
    HostGone,
    JoinKeyChanged,
    RoomLocked,
    SeatRemoved,
    SeatsSwapped,
    TimeGiven,
    VoteCast,
    WentAway,
)
from engine.core.options import Value
from engine.core.plain import Plain
from engine.core.seats import Seat

__all__ = [
    "AllSealed",
    "BackToLobby",
    "ChoiceLifted",
    "ChoiceSealed",
    "DeviceAdded",
    "Entry",
    "Fact",
    "GameAborted",
    "GameBegun",
    "GameFinished",
    "HostAdded",
    "HostGone",
    "HostPassed",
    "JoinKeyChanged",
    "OpeningHeld",
    "OptionsChanged",
    "OutageCredited",
    "Paused",
    "RanOut",
    "Resumed",
    "ReturnLinkMade",
    "Revealed",
    "RoomLocked",
    "RoomOpened",
    "Said",
    "Sealer",
    "SeatLeft",
    "SeatRemoved",
    "SeatTaken",
    "SeatsSwapped",
    "StandInSet",
    "TimeGiven",
    "VoteCast",
    "WentAway",
]

Sealer = Literal["seat", "bot", "clock"]
"""Who made a choice: the seat's player, a bot in its place, or the clock at zero."""


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


@dataclass(frozen=True, slots=True)
class HostPassed:
    """Another seat is the host now."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class GameBegun:
    """A game began. The seed is a secret until the game has finished; its commitment is public."""

    number: int
    """1 for the first game of the room."""
    game: str
    players: tuple[Seat, ...]
    """The room's seats that play, in seat order: the game's seat n is the n-th of them."""
    options: dict[str, Value]
    edition: Plain
    seed: str
    """256 bit, hexadecimal: all chance of the game is derived from it."""
    commitment: Digest
    """SHA-256 of the seed's bytes."""


@dataclass(frozen=True, slots=True)
class ChoiceSealed:
    """A seat's choice lies sealed, or a new one in its place. Secret until the reveal."""

    ask: AskNumber
    seat: Seat
    choice: str
    by: Sealer = "seat"


@dataclass(frozen=True, slots=True)
class ChoiceLifted:
    """The seat took its choice back. Secret: others are never told of it."""

    ask: AskNumber
    seat: Seat


@dataclass(frozen=True, slots=True)
class AllSealed:
    """Everybody has sealed; the cards are opened at ``opens_at`` unless one is lifted then."""

    ask: AskNumber
    opens_at: Millis


@dataclass(frozen=True, slots=True)
class OpeningHeld:
    """The moment of opening came while a card was lifted: the table goes on waiting."""

    ask: AskNumber


@dataclass(frozen=True, slots=True)
class Revealed:
    """All choices of the ask were opened and resolved."""

    ask: AskNumber
    digest: Digest
    """The game state's digest after the resolution: a fold that comes to another one has gone wrong."""


@dataclass(frozen=True, slots=True)
class GameFinished:
    """The game ended and its seed is public."""

    number: int


@dataclass(frozen=True, slots=True)
class RanOut:
    """A seat's time for the ask is over (gentle clock): the others may hand it to a stand-in."""

    ask: AskNumber
    seat: Seat


@dataclass(frozen=True, slots=True)
class StandInSet:
    """A bot of that level plays for the seat from now on; None: its player does again."""

    seat: Seat
    level: str | None


@dataclass(frozen=True, slots=True)
class Said:
    """A seat said something to the table."""

    seat: Seat
    text: str


@dataclass(frozen=True, slots=True)
class Paused:
    """The table rests: no choice is taken, no clock runs."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Resumed:
    """The table goes on; the time of the pause is given back."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class OutageCredited:
    """The server was away: every running time moves by ``span``."""

    span: Millis


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
    | AllSealed
    | OpeningHeld
    | Revealed
    | GameFinished
    | RanOut
    | StandInSet
    | Said
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
    | GameAborted
    | BackToLobby
    | TimeGiven
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
