"""Bytes from outside that become one of the messages, or a refusal that names what is wrong.

Strict: no unknown fields, no wrong types, no conversions. The same models read a socket's message, a POST of a program
and a form of a browser."""

import json
import re
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar, cast, get_args

from pydantic import Field, TypeAdapter, ValidationError
from pydantic_core import from_json

from app.rooms.model.names import SENTENCES as NAME_SENTENCES
from app.rooms.model.refusals import Refusal, refuse
from app.rooms.model.text.characters import Fault
from app.rooms.talk.words import LINE_SENTENCES
from app.web.messages.admission import LockMessage, NewLinkMessage
from app.web.messages.hosts import HostMessage
from app.web.messages.own import AnswerAskerMessage, OrdersMessage, ReturnLinkMessage, RevokeMessage
from app.web.messages.play import AgainMessage, BeginMessage, GiveTimeMessage, RestMessage
from app.web.messages.reminders import NudgeMessage
from app.web.messages.sealing import AheadMessage, LiftMessage, SealMessage
from app.web.messages.seats import (
    AwayMessage,
    BotMessage,
    FillMessage,
    LeaveMessage,
    RemoveMessage,
    RenameMessage,
    SitMessage,
    StandInMessage,
    SwapMessage,
)
from app.web.messages.setup import LobbyMessage, OpenMessage, OptionsMessage
from app.web.messages.socket import HelloMessage, LookMessage
from app.web.messages.talk import (
    HearWatchersMessage,
    MuteMessage,
    PhraseMessage,
    ReactMessage,
    SayMessage,
    VoiceMessage,
    WatcherSayMessage,
)
from app.web.messages.votes import VoteMessage

AnyCommand = Annotated[
    SealMessage
    | LiftMessage
    | AheadMessage
    | BeginMessage
    | AgainMessage
    | RestMessage
    | GiveTimeMessage
    | OptionsMessage
    | LobbyMessage
    | BotMessage
    | FillMessage
    | StandInMessage
    | LeaveMessage
    | HostMessage
    | SwapMessage
    | RemoveMessage
    | LockMessage
    | NewLinkMessage
    | AwayMessage
    | RenameMessage
    | VoteMessage
    | NudgeMessage
    | OrdersMessage
    | RevokeMessage
    | ReturnLinkMessage
    | AnswerAskerMessage
    | SayMessage
    | PhraseMessage
    | ReactMessage
    | MuteMessage
    | HearWatchersMessage
    | VoiceMessage
    | WatcherSayMessage
    | LookMessage,
    Field(discriminator="do"),
]
"""Every command."""

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


_TOO_LONG = {"name": NAME_SENTENCES[Fault.LONG], "text": LINE_SENTENCES[Fault.LONG]}
"""What is said of a field that people type, where it is longer than is read at all."""


class _KeyTwice(ValueError):
    """An object has a key twice."""


def _refuse_twice(members: list[tuple[str, Any]]) -> None:
    if len({key for key, _ in members}) < len(members):
        raise _KeyTwice


def has_key_twice(data: bytes | str) -> bool:
    """Whether any object in this JSON has a key twice: readers differ on which of the two counts."""
    text = data if isinstance(data, str) else data.decode()
    try:
        json.loads(text, object_pairs_hook=_refuse_twice, parse_int=str, parse_float=str)
    except _KeyTwice:
        return True
    return False


def read_json(data: bytes | str) -> dict[str, Any] | Unread:
    """The JSON object in ``data``, in which no key stands twice."""
    try:
        value = from_json(data, allow_inf_nan=False)
    except ValueError:
        return Unread(refuse("not_json"))
    if not isinstance(value, dict):
        return Unread(refuse("not_json"))
    # each member has a colon: with one for each key there are no others, neither hidden nor within other objects
    colons = data.count(":") if isinstance(data, str) else data.count(b":")
    if colons != len(value) and has_key_twice(data):
        return Unread(refuse("bad_field", "Something was sent twice. Please try again."))
    return value


def read_command(data: bytes | str) -> AnyCommand | Unread:
    """The command in ``data``."""
    value = read_json(data)
    if isinstance(value, Unread):
        return value
    return read(COMMAND, value)


def read(adapter: TypeAdapter[M], value: dict[str, Any]) -> M | Unread:
    """The message of the adapter's kind that an object says."""
    try:
        # what the adapter adds to its validator is a tenth of the time that a frame takes
        return cast(M, adapter.validator.validate_python(value))
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
    if kind == "string_too_long" and name in _TOO_LONG:
        return refuse("bad_field", _TOO_LONG[name])
    return refuse("bad_field", f"The field {name} isn't valid.")
