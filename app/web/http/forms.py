"""Forms of pages: urlencoded bodies, converted to the protocol's messages."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qsl

from starlette.requests import Request

from app.rooms.model.refusals import refuse
from app.settings.limits import Figures
from app.web.http.bodies import media_type, read_body
from app.web.http.errors import RefusedError
from engine.core.plain import Plain

FORM_TYPE = "application/x-www-form-urlencoded"

OPTION = "option."
"""Prefix of option fields: ``option.grace``, ``option.clock.mode``."""

INSTRUCTION = "instruction."
"""Prefix of the checkboxes for instructions: ``instruction.careful``."""

ANSWER = "answer."
"""Prefix of the fields of a guess, one a seat: ``answer.0``."""

NUMBERS = frozenset({"ask", "seat", "other", "seconds", "size", "number"})
FLAGS = frozenset({"on", "against", "rotate", "same"})

Fields = dict[str, str]


async def read_form(request: Request, figures: Figures) -> Fields:
    """Read the fields of a form. Raises RefusedError.

    A field may come once. Only an option may come twice, as a hidden "off" and a ticked box do: then the last one
    counts."""
    if media_type(request) != FORM_TYPE:
        raise RefusedError(refuse("not_json", "The body must be a form."), status=400)
    body = await read_body(request, figures.body_bytes)
    try:
        pairs = parse_qsl(
            body.decode(),
            keep_blank_values=True,
            strict_parsing=bool(body),
            errors="strict",
            max_num_fields=figures.fields,
        )
    except ValueError as error:
        raise RefusedError(refuse("bad_field", "That didn't come through. Please try again."), status=400) from error
    fields: Fields = {}
    for name, value in pairs:
        if name in fields and not name.startswith(OPTION):
            raise RefusedError(refuse("bad_field", "Something was sent twice. Please try again."), status=400)
        fields[name] = value
    return fields


def get_chat_fields(fields: Fields) -> Fields | None:
    """Return the fields of a chat message, to show again if it is refused.

    None for any other form."""
    if fields.get("do") not in ("say", "watcher_say"):
        return None
    return {"text": ""} | {name: fields[name] for name in ("do", "name", "text") if name in fields}


def message_of(fields: Mapping[str, str], options: Mapping[str, Plain]) -> dict[str, Any]:
    """Return the message in a form.

    ``options`` are the room's present ones; the option fields take their types."""
    message: dict[str, Any] = {}
    given: dict[str, Any] = {}
    instructions = [
        name.removeprefix(INSTRUCTION) for name, text in fields.items() if name.startswith(INSTRUCTION) and text == "on"
    ]
    answers = [text for name, text in fields.items() if name.startswith(ANSWER)]
    for name, text in fields.items():
        if name.startswith(OPTION):
            _put(given, name.removeprefix(OPTION), text, options)
        elif name.startswith((INSTRUCTION, ANSWER)):
            continue
        elif name in NUMBERS:
            message[name] = _number(text)
        elif name == "at":
            message[name] = _moment(text)
        elif name == "device":
            message[name] = _number(text) if text else None
        elif name == "choices":
            message[name] = text.splitlines()
        elif name == "when":
            message[name] = [line.split("|") for line in text.splitlines()]
        elif name in FLAGS:
            message[name] = {"on": True, "off": False}.get(text, text)
        elif name in ("level", "game"):
            message[name] = text or None
        elif name != "id" or text:
            message[name] = text
    if {"if", "then"} <= message.keys():
        message.setdefault("when", []).append([message.pop("if"), message.pop("then")])
    told: dict[str, Any] = {"instructions": instructions} if message.get("do") == "instructions" or instructions else {}
    told |= {"answers": answers} if answers else {}
    return message | told | ({"options": given} if given else {})


def _put(given: dict[str, Any], name: str, text: str, options: Mapping[str, Plain]) -> None:
    whole, dot, part = name.partition(".")
    present = options.get(whole)
    if not dot:
        # an empty name of an object: its fields define it
        given[whole] = _parse_value(text, present) if text or not isinstance(present, dict) else {}
    elif isinstance(present, dict):
        inner = given.setdefault(whole, {})
        # an object given by name ignores its fields
        if isinstance(inner, dict):
            inner[part] = _parse_value(text, present.get(part))
    else:
        given[name] = text


def _parse_value(text: str, like: Plain) -> bool | int | float | str:
    if isinstance(like, bool):
        return {"on": True, "off": False}.get(text, text)
    if isinstance(like, int):
        digits = _number(text.removeprefix("-"))
        return -digits if text.startswith("-") and isinstance(digits, int) else _number(text)
    if isinstance(like, float):
        try:
            seconds = float(text)
        except ValueError:
            return text
        # JSON writes whole numbers without a point; form and JSON must give equal commands
        return int(seconds) if seconds.is_integer() else seconds
    return text


def _moment(text: str) -> int | str:
    """Return the milliseconds of a date field.

    A browser without scripts means UTC."""
    try:
        return round(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()) * 1000
    except ValueError:
        return _number(text)


def _number(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 16 else text
