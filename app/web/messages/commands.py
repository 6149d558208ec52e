"""Messages from outside: bytes that become one of the commands below, or a refusal that names what is wrong.

Strict: no unknown fields, no wrong types, no conversions. The same models read a socket's message, a POST of a program
and, by way of ``forms``, a browser's form."""

from typing import Annotated, Literal

from pydantic import Field

from app.web.messages.base import CommandMessage, Level, Message, Name, Number, Options, SeatNumber
from app.web.messages.own import OrdersMessage, RevokeMessage
from app.web.messages.talk import (
    HearWatchersMessage,
    MuteMessage,
    PhraseMessage,
    ReactMessage,
    SayMessage,
    VoiceMessage,
    WatcherSayMessage,
)


class SealMessage(CommandMessage):
    """Seal or re-seal the choice for that ask."""

    do: Literal["seal"]
    ask: Number
    choice: Annotated[str, Field(max_length=1_000)]


class LiftMessage(CommandMessage):
    """Take the seal back before the cards are opened."""

    do: Literal["lift"]
    ask: Number


class AheadMessage(CommandMessage):
    """Say what to seal when asked next: the first of the choices that is legal then."""

    do: Literal["ahead"]
    ask: Number
    choices: Annotated[list[Annotated[str, Field(max_length=1_000)]], Field(max_length=16)]


class BeginMessage(CommandMessage):
    """The host: start the game, with these options on top of the present ones."""

    do: Literal["begin"]
    options: Options | None = None


class OptionsMessage(CommandMessage):
    """The host, while no game runs: change the options named."""

    do: Literal["options"]
    options: Options


class BotMessage(CommandMessage):
    """The host, while no game runs: seat a bot, change its level; null sends it away."""

    do: Literal["bot"]
    seat: SeatNumber
    level: Level | None


class StandInMessage(CommandMessage):
    """Hand a seat to a stand-in; null gives it back to its player."""

    do: Literal["stand_in"]
    seat: SeatNumber
    level: Level | None


class AgainMessage(CommandMessage):
    """The host, after a game: play once more, with ``rotate`` everybody one seat further."""

    do: Literal["again"]
    rotate: bool = False


class HostMessage(CommandMessage):
    """A host: make a seat a host too, or no longer."""

    do: Literal["host"]
    seat: SeatNumber
    on: bool


class SwapMessage(CommandMessage):
    """In a lobby: let two seats change places; one may be free."""

    do: Literal["swap"]
    seat: SeatNumber
    other: SeatNumber


class TargetMessage(CommandMessage):
    """A host: take a seat away from its player; the join link becomes a new one. Anybody: nudge a seat that the table
    waits for."""

    do: Literal["remove", "nudge"]
    seat: SeatNumber


class LockMessage(CommandMessage):
    """A host: let nobody new sit down, or again."""

    do: Literal["lock"]
    on: bool


class AwayMessage(CommandMessage):
    """Say that one is away, or back."""

    do: Literal["away"]
    on: bool


class VoteMessage(CommandMessage):
    """Be for a motion in a running game, or no longer."""

    do: Literal["vote"]
    motion: Annotated[str, Field(max_length=32)]
    on: bool


class LobbyMessage(CommandMessage):
    """A host, after a game or in a lobby: set the table up anew, for another game if one is named."""

    do: Literal["lobby"]
    game: Annotated[str, Field(max_length=64)] | None = None


class GiveTimeMessage(CommandMessage):
    """Give another seat more time, in seconds."""

    do: Literal["give_time"]
    seat: SeatNumber
    seconds: Number


class PlainMessage(CommandMessage):
    """The commands that are their name alone."""

    do: Literal["pause", "resume", "leave", "return_link", "new_link", "ping", "look", "look_away"]


AnyCommand = Annotated[
    SealMessage
    | LiftMessage
    | AheadMessage
    | BeginMessage
    | AgainMessage
    | OptionsMessage
    | BotMessage
    | StandInMessage
    | HostMessage
    | SwapMessage
    | TargetMessage
    | LockMessage
    | AwayMessage
    | VoteMessage
    | LobbyMessage
    | GiveTimeMessage
    | SayMessage
    | OrdersMessage
    | RevokeMessage
    | PhraseMessage
    | ReactMessage
    | MuteMessage
    | HearWatchersMessage
    | VoiceMessage
    | WatcherSayMessage
    | PlainMessage,
    Field(discriminator="do"),
]


class HelloMessage(Message):
    """The first message of a socket that showed no token in its headers; without one it speaks for the public."""

    do: Literal["hello"]
    token: Annotated[str, Field(max_length=200)] | None = None


class OpenMessage(Message):
    """Open a room and sit down in it."""

    game: Annotated[str, Field(max_length=64)]
    name: Name
    options: Options = Field(default_factory=dict)


class SitMessage(Message):
    """Sit down in a room; the key of its join link may be left out while the game has not begun."""

    name: Name
    key: Annotated[str, Field(max_length=64)] | None = None
