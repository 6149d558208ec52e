"""What each field of a fact may hold that comes from outside. No fold looks at it again: what lies beyond is what no
room would have decided, and what a host, a database or a page may stumble over.

Bounds follow from a field's declared type; a field of a plain type has its own in ``OWN``. One that has neither keeps
this module from being loaded, so that none is forgotten."""

import math
import re
import types
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, Literal, NewType, Union, get_args, get_origin

from app.rooms import facts as f
from app.rooms.model.ids import AskNumber, Digest, Millis, RoomCode, room_code
from app.rooms.model.names import name
from app.rooms.model.options import MAX_GRACE_S
from app.rooms.model.room import Room
from app.rooms.own.decide import MAX_DEVICES
from app.rooms.play.decide import MOST_TIME
from app.rooms.sealing.decide import MOST_AHEAD, MOST_CONDITIONS
from app.rooms.talk.words import MAX_SAY_TYPED, MAX_VOICE_CHARACTERS, said
from engine import registry
from engine.core.plain import Plain
from engine.core.seats import Seat

MOST_ENTRIES = 20_000
"""More facts than the longest of evenings has, and so more asks and games."""

MOST_ORDERS = 16
"""More orders than any game knows."""

MOST_SEATS = max(max(game.table_sizes) for game in registry.GAMES.values())

NEWEST_REVISION = max(game.revision for game in registry.GAMES.values())

MOST_CHOICE = 1_000
"""Characters of the longest choice, and more."""

LONGEST_LINK = Millis(31 * 24 * 3600 * 1000)
"""No return link was ever made for longer."""

LONGEST_BREATH = Millis(60_000)
"""What is given back with an outage is the time since a moment that has been, and a breath."""

PLAIN_DEPTH, PLAIN_ITEMS, PLAIN_TEXT, PLAIN_NUMBER = 12, 5_000, 500, 1 << 40
"""How deep options and component figures are nested, and what they are made of. The rules bound them closer."""

MOST_MUTED, MOST_MOTIONS = 500, 16
"""Names that one player does not read, and motions that a table has ever voted on. Each fact that adds one copies all
that are there, and pages show them."""

_KEY = re.compile(r"[A-Za-z0-9_-]{16,64}")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_WORD = re.compile(r"[a-z0-9_]{1,64}")
"""What games, orders, phrases, signs, motions and levels are called. Which there are, a later release may know
better."""

Check = Callable[[Any, Millis], bool]
"""Whether a value of the declared type may stand in a fact of that moment."""


def is_sound(fact: f.Fact, at: Millis) -> bool:
    """Whether a room can have decided the fact at that moment, as far as the fact alone tells."""
    if isinstance(fact, f.SeatTaken) and bool(fact.holder) is bool(fact.bot):
        return False
    return all(check(getattr(fact, field), at) for field, check in _CHECKS[type(fact)].items())


def is_bounded(room: Room, fact: f.Fact) -> bool:
    """Whether what the fact has added to is of a size that can be. The room is the one after it."""
    match fact:
        case f.Muted(seat) | f.DeviceAdded(seat):
            who = room.occupant(seat)
            return who is None or (len(who.muted) <= MOST_MUTED and len(who.devices) <= MAX_DEVICES)
        case f.VoteCast():
            return len(room.votes) <= MOST_MOTIONS
    return True


def checks_of(kind: type) -> dict[str, Check]:
    """The bounds of a fact's fields. Raises TypeError for a field that has none."""
    return {field.name: OWN.get((kind, field.name)) or _by_type(kind, field.type) for field in fields(kind)}


def is_digest(text: str) -> bool:
    """Whether a text is a SHA-256 in lower-case hexadecimal."""
    return _DIGEST.fullmatch(text) is not None


def _is_word(text: str, at: Millis) -> bool:
    return _WORD.fullmatch(text) is not None


def _is_key(text: str, at: Millis) -> bool:
    return _KEY.fullmatch(text) is not None


def _is_name(text: str, at: Millis) -> bool:
    return name(text) == text


def _is_line(text: str, at: Millis) -> bool:
    # older releases kept lines as they were typed, without composing them
    return said(text) == unicodedata.normalize("NFC", text) if len(text) <= MAX_SAY_TYPED else False


def _is_choice(text: str, at: Millis) -> bool:
    return 0 < len(text) <= MOST_CHOICE


def _is_count(number: int, at: Millis) -> bool:
    return 1 <= number <= MOST_ENTRIES


def _is_anything(value: object, at: Millis) -> bool:
    return True


def _is_plain(value: Plain, at: Millis) -> bool:
    """Whether options or component figures are of a size that can be, before the rules look at what they say."""
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


def _each(check: Check, most: int, least: int = 0) -> Check:
    return lambda values, at: least <= len(values) <= most and all(check(value, at) for value in values)


def _or_none(check: Check) -> Check:
    return lambda value, at: value is None or check(value, at)


BY_TYPE: Mapping[object, Check] = {
    Seat: lambda seat, at: 0 <= seat < MOST_SEATS,
    AskNumber: _is_count,
    Digest: lambda text, at: is_digest(text),
    RoomCode: lambda text, at: room_code(text) == text,
    bool: _is_anything,
}
"""The bounds of what is of a type of its own."""

OWN: Mapping[tuple[type, str], Check] = {
    (f.RoomOpened, "game"): _is_word,
    (f.RoomOpened, "join_key"): _is_key,
    (f.RoomOpened, "watch_key"): _is_key,
    (f.JoinKeyChanged, "key"): _is_key,
    (f.JoinKeyChanged, "watch_key"): _or_none(_is_key),
    (f.OptionsChanged, "options"): _is_plain,
    (f.SeatTaken, "name"): _is_name,
    (f.NameChanged, "name"): _is_name,
    (f.SeatTaken, "bot"): _or_none(_is_word),
    (f.StandInSet, "level"): _or_none(_is_word),
    (f.ReturnLinkMade, "until"): lambda until, at: at <= until <= at + LONGEST_LINK,
    (f.SeatLinkMade, "until"): lambda until, at: at <= until <= at + LONGEST_LINK,
    (f.BackAsked, "until"): lambda until, at: at <= until <= at + LONGEST_LINK,
    (f.BackAskExpired, "number"): _is_count,
    (f.RoomArrived, "saved_at"): lambda saved_at, at: 0 <= saved_at <= at,
    (f.GameBegun, "number"): _is_count,
    (f.GameBegun, "game"): _is_word,
    (f.GameBegun, "options"): _is_plain,
    (f.GameBegun, "edition"): _is_plain,
    (f.GameBegun, "revision"): lambda number, at: 0 <= number <= NEWEST_REVISION,
    (f.GameBegun, "seed"): lambda text, at: is_digest(text),
    (f.GameFinished, "number"): _is_count,
    (f.GameAborted, "number"): _is_count,
    (f.BackToLobby, "game"): _is_word,
    (f.ChoiceSealed, "choice"): _is_choice,
    (f.AheadSealed, "choices"): _each(_is_choice, MOST_AHEAD),
    (f.AheadSealed, "when"): _each(_each(_is_choice, 1 + MOST_AHEAD, least=2), MOST_CONDITIONS),
    (f.AllSealed, "opens_at"): lambda opens_at, at: at <= opens_at <= at + 1000 * MAX_GRACE_S,
    (f.OutageCredited, "span"): lambda span, at: 0 < span <= at + LONGEST_BREATH,
    (f.TimeGiven, "span"): lambda span, at: 0 < span <= MOST_TIME,
    (f.OrdersGiven, "orders"): _each(_is_word, MOST_ORDERS),
    (f.VoteCast, "motion"): _is_word,
    (f.MotionDropped, "motion"): _is_word,
    (f.Said, "text"): _is_line,
    (f.PhraseSaid, "phrase"): _is_word,
    (f.Reacted, "sign"): _is_word,
    (f.WatcherSaid, "name"): _is_name,
    (f.WatcherSaid, "text"): _is_line,
    (f.Muted, "name"): _is_name,
    (f.VoiceLinkSet, "link"): lambda link, at: len(link) <= MAX_VOICE_CHARACTERS,
}
"""The bounds of fields whose type says nothing of them."""


def _by_type(kind: type, declared: Any) -> Check:
    if declared in BY_TYPE:
        return BY_TYPE[declared]
    arguments = get_args(declared)
    match get_origin(declared):
        case origin if origin is Literal:
            return _is_anything
        case origin if origin in (types.UnionType, Union) and len(arguments) == 2 and types.NoneType in arguments:
            (inner,) = (each for each in arguments if each is not types.NoneType)
            return _or_none(_by_type(kind, inner))
        case origin if origin is tuple and arguments[1:] == (...,):
            return _each(_by_type(kind, arguments[0]), MOST_SEATS)
    shown = declared.__name__ if isinstance(declared, NewType | type) else declared
    raise TypeError(f"{kind.__name__} has a field of {shown} without bounds")


_CHECKS: Mapping[type, Mapping[str, Check]] = {kind: checks_of(kind) for kind in get_args(f.Fact)}
