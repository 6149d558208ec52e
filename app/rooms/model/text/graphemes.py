"""Grapheme clusters: what a person sees as one character, after UAX 29.

The properties are those that ``unicodedata`` has, and ranges where it has none. Where they differ from the standard,
the count of a rare text is off by one, which only moves a limit."""

import unicodedata
from collections.abc import Iterator

JOINER = "\u200d"
NON_JOINER = "\u200c"
BLACK_FLAG = "\U0001f3f4"
CANCEL_TAG = "\U000e007f"

_VIRAMA = 9
"""The combining class of marks that join two consonants of an Indic script."""

_CONJUNCTS = ((0x0900, 0x0D4D), (0x1000, 0x109F), (0x1780, 0x17FF), (0xA980, 0xA9DF), (0x11000, 0x114FF))
"""Scripts in which such a mark makes one letter of two."""

_PICTOGRAPHS = (
    (0xA9, 0xA9), (0xAE, 0xAE), (0x203C, 0x203C), (0x2049, 0x2049), (0x2122, 0x2122), (0x2139, 0x2139),
    (0x2190, 0x21FF), (0x2300, 0x23FF), (0x24C2, 0x24C2), (0x25A0, 0x27BF), (0x2900, 0x297F), (0x2B00, 0x2BFF),
    (0x3030, 0x3030), (0x303D, 0x303D), (0x3297, 0x3297), (0x3299, 0x3299),
    (0x1F000, 0x1F1E5), (0x1F200, 0x1F3FA), (0x1F400, 0x1FAFF),
)  # fmt: skip
"""Where emoji stand, and where later ones will."""


def graphemes(text: str) -> Iterator[str]:
    """The grapheme clusters of a text, in order."""
    start = 0
    flags = 0
    for place in range(1, len(text)):
        before, letter = text[place - 1], text[place]
        flags = flags + 1 if is_flag_letter(before) else 0
        if not _is_joined(text, start, place, before, letter, flags):
            yield text[start:place]
            start, flags = place, 0
    if text:
        yield text[start:]


def is_mark(letter: str) -> bool:
    """Whether the character stands on or around the one before it, without room of its own."""
    return unicodedata.category(letter) in ("Mn", "Me")


def is_pictograph(letter: str) -> bool:
    """Whether the character is a picture, which a joiner can join to others."""
    return _is_in(ord(letter), _PICTOGRAPHS)


def is_skin_tone(letter: str) -> bool:
    """Whether the character colours the emoji before it."""
    return "\U0001f3fb" <= letter <= "\U0001f3ff"


def is_tag(letter: str) -> bool:
    """Whether the character spells the region of a flag, unseen."""
    return "\U000e0020" <= letter <= CANCEL_TAG


def is_flag_letter(letter: str) -> bool:
    """Whether two such characters are a flag."""
    return "\U0001f1e6" <= letter <= "\U0001f1ff"


def _is_joined(text: str, start: int, place: int, before: str, letter: str, flags: int) -> bool:
    if unicodedata.category(letter) in ("Mn", "Me", "Mc") or letter in (JOINER, NON_JOINER):
        return True
    if is_skin_tone(letter) or is_tag(letter):
        return True
    if before == JOINER and is_pictograph(letter):
        return any(is_pictograph(each) for each in text[start:place])
    if is_flag_letter(before) and is_flag_letter(letter):
        return flags % 2 == 1
    return _is_syllable(before, letter) or _is_conjunct(text, start, place, letter)


_SYLLABLES = frozenset({"LL", "LV", "LS", "VV", "VT", "SV", "ST", "TT"})
"""Which letters of Hangul go on with one syllable: initial, vowel, final, or a syllable that is composed."""


def _is_syllable(before: str, letter: str) -> bool:
    return _hangul(before) + _hangul(letter) in _SYLLABLES


def _hangul(letter: str) -> str:
    code = ord(letter)
    if 0x1100 <= code <= 0x115F or 0xA960 <= code <= 0xA97C:
        return "L"
    if 0x1160 <= code <= 0x11A7 or 0xD7B0 <= code <= 0xD7C6:
        return "V"
    if 0x11A8 <= code <= 0x11FF or 0xD7CB <= code <= 0xD7FB:
        return "T"
    return "S" if 0xAC00 <= code <= 0xD7A3 else ""


def _is_conjunct(text: str, start: int, place: int, letter: str) -> bool:
    """Whether a mark that joins consonants, and perhaps a joiner, stand between two consonants."""
    code = ord(letter)
    if not _is_in(code, _CONJUNCTS) or unicodedata.category(letter) != "Lo":
        return False
    between = text[start:place].rstrip(JOINER + NON_JOINER)
    # a virama that is to be seen parts the consonants
    return bool(between) and unicodedata.combining(between[-1]) == _VIRAMA and not text[:place].endswith(NON_JOINER)


def _is_in(code: int, ranges: tuple[tuple[int, int], ...]) -> bool:
    return any(first <= code <= last for first, last in ranges)
