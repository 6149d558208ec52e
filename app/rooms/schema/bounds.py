"""Bounds of the fields of events, for values from outside.

No fold checks them again. Bounds follow from a field's type; a field of a plain type says ``Annotated[..., check]``.
The program does not start if a field has neither."""

import math
import re
import types
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, NewType, Union, get_args, get_origin

from app.rooms.model.ids import AskNumber, Digest, Millis, RoomCode, room_code
from app.rooms.model.names import name
from engine import registry
from engine.core.plain import Plain
from engine.core.seats import Seat

Check = Callable[[Any, Millis], bool]
"""Check of a value of the declared type, for an event of that moment."""

MOST_ENTRIES = 20_000
"""Most events of a journal, and so most asks and games: more than any evening has."""

MOST_SEATS = max(max(game.table_sizes) for game in registry.GAMES.values())

MOST_CHOICE = 1_000
"""Most characters of a choice, more than the longest one has."""

LONGEST_LINK = Millis(31 * 24 * 3600 * 1000)
"""Longest lifetime of a return link in any release."""

PLAIN_DEPTH, PLAIN_ITEMS, PLAIN_TEXT, PLAIN_NUMBER = 12, 5_000, 500, 1 << 40
"""Bounds of options and component figures: nesting, items, text length, numbers.

The rules have closer bounds."""

_KEY = re.compile(r"[A-Za-z0-9_-]{16,64}")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_WORD = re.compile(r"[a-z0-9_]{1,64}")


def is_sha256(text: str) -> bool:
    """Return whether a text is a SHA-256 in lower-case hexadecimal."""
    return _DIGEST.fullmatch(text) is not None


def is_digest(text: str, at: Millis) -> bool:
    """Return whether a text is 256 bit in lower-case hexadecimal, such as a SHA-256."""
    return is_sha256(text)


def is_word(text: str, at: Millis) -> bool:
    """Return whether a text can be a key of a game, instruction, phrase or the like.

    A later release may know more keys, so every text of the right form passes."""
    return _WORD.fullmatch(text) is not None


def is_key(text: str, at: Millis) -> bool:
    """Return whether a text can be the secret of a link."""
    return _KEY.fullmatch(text) is not None


def is_name(text: str, at: Millis) -> bool:
    """Return whether a text is a name as displayed."""
    return name(text) == text


def is_choice(text: str, at: Millis) -> bool:
    """Return whether a text can be a choice or a condition."""
    return 0 < len(text) <= MOST_CHOICE


def is_count(number: int, at: Millis) -> bool:
    """Return whether a number can count asks, games or the like, from 1."""
    return 1 <= number <= MOST_ENTRIES


def is_soon(until: Millis, at: Millis) -> bool:
    """Return whether a moment can be the end of a link's time."""
    return at <= until <= at + LONGEST_LINK


def is_plain(value: Plain, at: Millis) -> bool:
    """Return whether options or component figures have a possible size.

    The rules check their contents later."""
    left, level = PLAIN_ITEMS, [value]
    for _ in range(PLAIN_DEPTH):
        left -= len(level)
        if left < 0 or not all(map(_is_leaf, level)):
            return False
        inner = [each.values() if isinstance(each, dict) else each for each in level if isinstance(each, dict | list)]
        level = [
            *(key for each in level if isinstance(each, dict) for key in each),
            *(v for each in inner for v in each),
        ]
        if not level:
            return True
    return False


def _is_leaf(value: Plain) -> bool:
    if isinstance(value, int | float):
        return math.isfinite(value) and abs(value) <= PLAIN_NUMBER
    return not isinstance(value, str) or len(value) <= PLAIN_TEXT


def each(check: Check, most: int, least: int = 0) -> Check:
    """Return the check of a tuple: its length and each of its values."""
    return lambda values, at: least <= len(values) <= most and all(check(value, at) for value in values)


def _is_anything(value: object, at: Millis) -> bool:
    return True


_BY_TYPE: Mapping[object, Check] = {
    Seat: lambda seat, at: 0 <= seat < MOST_SEATS,
    AskNumber: is_count,
    Digest: is_digest,
    RoomCode: lambda text, at: room_code(text) == text,
    bool: _is_anything,
}
"""Checks by type, for types of their own."""


def check_of(declared: Any) -> Check:
    """Return the check of a field by its declared type.

    Raises TypeError for a field without bounds."""
    if declared in _BY_TYPE:
        return _BY_TYPE[declared]
    arguments = get_args(declared)
    match get_origin(declared):
        case origin if origin is Annotated:
            check: Check = arguments[1]
            return check
        case origin if origin is Literal:
            return _is_anything
        case origin if origin in (types.UnionType, Union) and len(arguments) == 2 and types.NoneType in arguments:
            (inner,) = (each for each in arguments if each is not types.NoneType)
            return _or_none(check_of(inner))
        case origin if origin is tuple and arguments[1:] == (...,):
            return each(check_of(arguments[0]), MOST_SEATS)
    shown = declared.__name__ if isinstance(declared, NewType | type) else declared
    raise TypeError(f"a field of {shown} without bounds")


def _or_none(check: Check) -> Check:
    return lambda value, at: value is None or check(value, at)
