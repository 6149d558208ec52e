"""Parser of external bytes: a message, or a refusal that names the fault.

Strict: no unknown fields, no wrong types, no conversions. The same models read a socket's message, a POST of a
program and a form of a browser."""

import json
import re
from dataclasses import dataclass
from typing import Any, TypeVar, Union, cast

import msgspec
from pydantic_core import from_json

from app.rooms.chat.words import MESSAGE_SENTENCES
from app.rooms.model.names import SENTENCES as NAME_SENTENCES
from app.rooms.model.refusals import Refusal, refuse
from app.rooms.model.text.characters import Fault
from app.web.messages.commands import MESSAGES, Look, LookAway, Message, Ping

_KINDS: list[type[Message]] = [*MESSAGES.values(), Ping, Look, LookAway]

COMMAND = cast("type[Message]", Union[tuple(_KINDS)])  # noqa: UP007 - its members are a list
"""Union of all messages after the first one."""

_BY_NAME = {str(kind.__struct_config__.tag): kind for kind in _KINDS}

TAGS = frozenset(_BY_NAME)
"""The names of all commands."""

_ID = re.compile(r"[\x21-\x7e]{1,64}")

_FIELD = re.compile(r"[A-Za-z0-9_.]{1,64}")

M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class InvalidMessage:
    """Invalid message: its refusal, and its id if it could be read."""

    refusal: Refusal
    id: str | None = None


_TOO_LONG = {"name": NAME_SENTENCES[Fault.LONG], "text": MESSAGE_SENTENCES[Fault.LONG]}
"""Sentences for a typed field that is longer than the parser reads."""


class _DuplicateKeyError(ValueError):
    """An object has a key twice."""


def _refuse_twice(members: list[tuple[str, Any]]) -> None:
    if len({key for key, _ in members}) < len(members):
        raise _DuplicateKeyError


def has_key_twice(data: bytes | str) -> bool:
    """Return whether any object in this JSON has a duplicate key.

    Readers differ on which of the two counts."""
    text = data if isinstance(data, str) else data.decode()
    try:
        json.loads(text, object_pairs_hook=_refuse_twice, parse_int=str, parse_float=str)
    except _DuplicateKeyError:
        return True
    return False


def read_json(data: bytes | str) -> dict[str, Any] | InvalidMessage:
    """Return the JSON object in ``data``; duplicate keys are refused."""
    try:
        value = from_json(data, allow_inf_nan=False)
    except ValueError:
        return InvalidMessage(refuse("not_json"))
    if not isinstance(value, dict):
        return InvalidMessage(refuse("not_json"))
    # each member has a colon: one colon per key excludes duplicates and nested objects
    colons = data.count(":") if isinstance(data, str) else data.count(b":")
    if colons != len(value) and has_key_twice(data):
        return InvalidMessage(refuse("bad_field", "Something was sent twice. Please try again."))
    return value


def read_command(data: bytes | str) -> Message | InvalidMessage:
    """Return the command in ``data``."""
    value = read_json(data)
    return value if isinstance(value, InvalidMessage) else read(COMMAND, value)


def read(kind: type[M], value: dict[str, Any]) -> M | InvalidMessage:
    """Read a message of that kind from the members of an object."""
    if kind is COMMAND:
        # msgspec caches what it learns of a class, but not of a union
        name = value.get("do")
        found = _BY_NAME.get(name) if isinstance(name, str) else None
        if found is None:
            return InvalidMessage(refuse("unknown_command"), _id(value))
        kind = cast("type[M]", found)
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        return InvalidMessage(_refusal(str(error)), _id(value))


def _id(value: dict[str, Any]) -> str | None:
    id = value.get("id")
    return id if isinstance(id, str) and _ID.fullmatch(id) else None


_PLACE = re.compile(r"at `(?:key` in `)?\$\.(\w+)")
"""Return the member of the message that an error refers to."""

_MEMBER = re.compile(r"Object (missing required|contains unknown) field `(.*)`( - at .*)?", re.DOTALL)


def _refusal(error: str) -> Refusal:
    """Return the refusal for an error of msgspec, which tells no more than its text."""
    place = _PLACE.search(error)
    member = _MEMBER.fullmatch(error)
    name = member[2] if member else place[1] if place else ""
    if not _FIELD.fullmatch(name):
        return refuse("bad_field")
    if member and member[1] == "missing required":
        return refuse("bad_field", f"The field {name} is missing.")
    if member:
        return refuse("bad_field", f"That message has no field {name}.")
    if name in _TOO_LONG and "`str` of length <=" in error:
        return refuse("bad_field", _TOO_LONG[name])
    return refuse("bad_field", f"The field {name} isn't valid.")
