"""Messages from outside: bytes that become one of the commands below, or a refusal that names what is wrong.

Strict: no unknown fields, no wrong types, no conversions. The same models read a socket's message, a POST of a program
and, by way of ``forms``, a browser's form."""

import re
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeVar, get_args

from pydantic import Field, TypeAdapter, ValidationError
from pydantic_core import from_json

from app.rooms.model.refusals import Refusal, refuse
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


TAGS = frozenset(
    tag for model in get_args(get_args(AnyCommand)[0]) for tag in get_args(model.model_fields["do"].annotation)
)
"""The names of all commands."""

_ID = re.compile(r"[\x21-\x7e]{1,64}")
_FIELD = re.compile(r"[A-Za-z0-9_.]{1,64}")

M = TypeVar("M")

COMMAND: TypeAdapter[AnyCommand] = TypeAdapter(AnyCommand)
HELLO: TypeAdapter[HelloMessage] = TypeAdapter(HelloMessage)
OPEN: TypeAdapter[OpenMessage] = TypeAdapter(OpenMessage)
SIT: TypeAdapter[SitMessage] = TypeAdapter(SitMessage)


@dataclass(frozen=True, slots=True)
class Unread:
    """A message that is none, the refusal for it, and its id if that much could be read."""

    refusal: Refusal
    id: str | None = None


def read_json(data: bytes | str) -> dict[str, Any] | Unread:
    """The JSON object in ``data``."""
    try:
        value = from_json(data, allow_inf_nan=False)
    except ValueError:
        return Unread(refuse("not_json"))
    return value if isinstance(value, dict) else Unread(refuse("not_json"))


def read_command(data: bytes | str) -> AnyCommand | Unread:
    """The command in ``data``."""
    value = read_json(data)
    if isinstance(value, Unread):
        return value
    return read(COMMAND, value)


def read(adapter: TypeAdapter[M], value: dict[str, Any]) -> M | Unread:
    """The message of the adapter's kind that an object says."""
    try:
        return adapter.validate_python(value)
    except ValidationError as error:
        return Unread(_refusal(error), _id(value))


def _id(value: dict[str, Any]) -> str | None:
    id = value.get("id")
    return id if isinstance(id, str) and _ID.fullmatch(id) else None


def _refusal(error: ValidationError) -> Refusal:
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    kind, place = first["type"], [str(part) for part in first["loc"]]
    if kind in ("union_tag_invalid", "union_tag_not_found"):
        return refuse("unknown_command")
    if place and place[0] in TAGS:
        place = place[1:]
    name = ".".join(place[:2])
    if not _FIELD.fullmatch(name):
        return refuse("bad_field")
    if kind == "extra_forbidden":
        return refuse("bad_field", f"That message has no field {name}.")
    if kind == "missing":
        return refuse("bad_field", f"The field {name} is missing.")
    return refuse("bad_field", f"The field {name} is not as it should be.")
