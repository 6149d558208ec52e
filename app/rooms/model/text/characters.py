"""Characters that a typed text may hold.

Harmless invisible ones are removed, dangerous ones are a fault. Dangerous characters turn or hide other people's
text: overrides, isolates without an end, control characters, tags. Stacks of marks that cover other lines are
dangerous too, and so are codes that are no character. No script and no emoji is refused: a character that this
Python does not know may be newer than it."""

import unicodedata
from enum import Enum

from app.rooms.model.text.graphemes import (
    BLACK_FLAG,
    CANCEL_TAG,
    JOINER,
    NON_JOINER,
    graphemes,
    is_mark,
    is_pictograph,
    is_skin_tone,
    is_tag,
)


class Fault(Enum):
    """Reason for which a text is refused."""

    EMPTY = "empty"
    UNSEEN = "unseen"
    """Text without any visible character."""
    LONG = "long"
    HEAVY = "heavy"
    """Text with few visible characters but too many bytes."""
    CONTROL = "control"
    TURNED = "turned"
    """Text that turns the direction of the following text."""
    HIDDEN = "hidden"
    """Text with characters that are invisible but that programs read."""
    STACKED = "stacked"
    UNKNOWN = "unknown"
    """Text with a code that is no character, or that looks different everywhere."""


MAX_STACKED = 2
"""Most marks that stack above or below one letter."""

MAX_MARKS = 6
"""Most marks of any kind on one letter.

Hebrew has up to five, Burmese and Tibetan too."""

MAX_RAW_MARKS = 16
"""Most marks in a row before the text is composed.

Composing takes time quadratic in them."""

_STACKING = 200
"""Lowest combining class of marks that stand outside a letter's other marks."""

_OVERLAY = 1
"""Combining class of marks through a letter."""

_UNSEEN = frozenset({"Mn", "Me", "Cc", "Cf", "Cs", "Zs", "Zl", "Zp"})

_SPACES = frozenset("\u2800\u3164\uffa0\u115f\u1160")
"""Invisible letters and symbols that count as spaces."""

_IGNORED = frozenset("\u00ad\u180e\u200b\u2060\u2061\u2062\u2063\u2064\ufeff") | frozenset(
    chr(code) for code in range(0x206A, 0x2070)
)
"""Soft hyphens, byte order marks and other invisible characters to remove."""

_DIRECTIONS = frozenset("\u061c\u200e\u200f")
"""Marks of direction, which move only the signs beside them."""

_OVERRIDES = frozenset("\u202d\u202e")
_ENDS = {"\u202a": "\u202c", "\u202b": "\u202c", "\u2066": "\u2069", "\u2067": "\u2069", "\u2068": "\u2069"}
"""Embeddings and isolates, each with its end."""

MAX_DEPTH = 8
"""Most embeddings and isolates within each other."""

_JOINING = (
    (0x0600, 0x08FF), (0x0900, 0x0DFF), (0x0F00, 0x109F), (0x1780, 0x18AF), (0x1A20, 0x1CFF), (0xA800, 0xABFF),
    (0xFB50, 0xFDFF), (0xFE70, 0xFEFE), (0x10A00, 0x11FFF), (0x1E900, 0x1E95F),
)  # fmt: skip
"""Scripts with joiners between letters: Arabic and related ones, Indic, Mongolian."""

_YOUNG = ((0x1F000, 0x1FAFF), (0x20000, 0x3FFFD))
"""Code ranges for emoji and Chinese characters that this Python does not know yet."""


def read_text(typed: str, *, is_name: bool) -> str | Fault:
    """Return the text as displayed, or its fault.

    It is composed (NFC), with single spaces and no harmless invisible characters. ``is_name``: the text stands among
    other people's words. So it can hold no direction marks and nothing that looks different everywhere."""
    if _has_marks_in_a_row(typed, MAX_RAW_MARKS):
        return Fault.STACKED
    spaced = "".join(" " if letter in _SPACES else letter for letter in typed)
    composed = " ".join(unicodedata.normalize("NFC", spaced).split())
    fault = _fault(composed, is_name=is_name)
    if fault is not None:
        return fault
    shown = " ".join(_strip_ignored(composed, is_name=is_name).split())
    if not is_name:
        shown = shown.strip("".join(_DIRECTIONS)).strip()
    if not shown:
        return Fault.UNSEEN if typed.strip() else Fault.EMPTY
    return shown if any(map(is_seen, graphemes(shown))) else Fault.UNSEEN


def is_seen(grapheme: str) -> bool:
    """Return whether a grapheme cluster is visible by itself."""
    return any(unicodedata.category(letter) not in _UNSEEN for letter in grapheme)


def measure(text: str) -> int:
    """Return the number of visible characters, with spaces.

    A mark without a letter counts 0."""
    return sum(1 for each in graphemes(text) if not all(map(is_mark, each)))


def fault_of_length(text: str, most: int, most_bytes: int) -> Fault | None:
    """Return the fault of a text with too many characters or bytes, else None."""
    if measure(text) > most:
        return Fault.LONG
    return Fault.HEAVY if len(text.encode()) > most_bytes else None


def strip_invisible(text: str) -> str:
    """Return the text without invisible characters.

    Codes, addresses and other exact comparisons use it."""
    return "".join(letter for letter in text if unicodedata.category(letter) != "Cf" and letter not in _SPACES)


def _fault(text: str, *, is_name: bool) -> Fault | None:
    ends: list[str] = []
    for place, letter in enumerate(text):
        category = unicodedata.category(letter)
        if category in ("Cc", "Zl", "Zp"):
            return Fault.CONTROL
        if letter in _OVERRIDES:
            return Fault.TURNED
        if letter in _ENDS:
            ends.append(_ENDS[letter])
            if len(ends) > MAX_DEPTH:
                return Fault.TURNED
        elif letter in _ENDS.values() and (not ends or ends.pop() != letter):
            return Fault.TURNED
        elif (is_tag(letter) and not _is_in_flag(text, place)) or (category == "Cf" and not _is_harmless(letter)):
            return Fault.HIDDEN
        elif category in ("Cs", "Cn", "Co") and not _may_be_shown(letter, category, is_name=is_name):
            return Fault.UNKNOWN
    if ends:
        return Fault.TURNED
    return Fault.STACKED if any(map(_has_stacked_marks, graphemes(text))) else None


def _is_harmless(letter: str) -> bool:
    """Return whether a format character can be left out because it shows nothing."""
    known = _IGNORED | _DIRECTIONS | {JOINER, NON_JOINER}
    return letter in known or letter in _ENDS or letter in _ENDS.values() or is_tag(letter) or _is_number_sign(letter)


def _is_number_sign(letter: str) -> bool:
    """Return whether a format character is visible.

    It is drawn around or under the digits that follow."""
    code = ord(letter)
    seen = (0x0600 <= code <= 0x0605, code in (0x06DD, 0x070F, 0x08E2, 0x110BD, 0x110CD), 0x0890 <= code <= 0x0891)
    return any(seen) or 0x13430 <= code <= 0x1343F


def _may_be_shown(letter: str, category: str, *, is_name: bool) -> bool:
    code = ord(letter)
    if category == "Cs" or code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF:
        return False
    # unassigned, but reserved for invisible characters
    if code == 0x2065 or 0xFFF0 <= code <= 0xFFF8 or 0xE0000 <= code <= 0xE0FFF:
        return False
    return not is_name or _is_young(letter)


def _is_young(letter: str) -> bool:
    return unicodedata.category(letter) in ("Cn", "Co") and any(first <= ord(letter) <= last for first, last in _YOUNG)


def _is_in_flag(text: str, place: int) -> bool:
    """Return whether a tag is part of a whole flag.

    That is a black flag, up to six tags, and their end."""
    start = end = place
    while start > 0 and is_tag(text[start - 1]):
        start -= 1
    while end < len(text) and is_tag(text[end]) and text[end] != CANCEL_TAG:
        end += 1
    is_whole = end < len(text) and text[end] == CANCEL_TAG and 2 <= end - start <= 6
    return is_whole and start > 0 and text[start - 1] == BLACK_FLAG


def _has_stacked_marks(grapheme: str) -> bool:
    marks = [letter for letter in grapheme if is_mark(letter) and not is_tag(letter)]
    stacked = sum(map(_is_stacking, marks))
    selectors = sum(1 for mark in marks if "\ufe00" <= mark <= "\ufe0f")
    # an emoji of several pictures has a selector for each of them
    return stacked > MAX_STACKED or len(marks) - selectors > MAX_MARKS or selectors > 1 + grapheme.count(JOINER)


def _is_stacking(mark: str) -> bool:
    combining = unicodedata.combining(mark)
    return combining == _OVERLAY or combining >= _STACKING or unicodedata.category(mark) == "Me"


def _has_marks_in_a_row(text: str, most: int) -> bool:
    marks = 0
    for letter in text:
        marks = marks + 1 if is_mark(letter) else 0
        if marks > most:
            return True
    return False


def _strip_ignored(text: str, *, is_name: bool) -> str:
    dropped = _IGNORED | (_DIRECTIONS | _ENDS.keys() | set(_ENDS.values()) if is_name else frozenset())
    kept = [letter for letter in text if letter not in dropped]
    return "".join(letter for place, letter in enumerate(kept) if _keeps_joiner(kept, place))


def _keeps_joiner(text: list[str], place: int) -> bool:
    """Return whether a joiner joins or parts anything at its place.

    Every other character stays."""
    letter = text[place]
    if letter not in (JOINER, NON_JOINER):
        return True
    before = text[place - 1] if place else ""
    after = text[place + 1] if place + 1 < len(text) else ""
    if letter == JOINER and before and after and is_pictograph(after):
        return is_pictograph(before) or is_skin_tone(before) or before in ("\ufe0f", CANCEL_TAG)
    if letter == NON_JOINER:
        return _is_joining(before) and _is_joining(after)
    return _is_joining(before) or (_is_joining(after) and before in ("", " "))


def _is_joining(letter: str) -> bool:
    return bool(letter) and any(first <= ord(letter) <= last for first, last in _JOINING)
