"""Grapheme clusters: characters as a person sees them, after UAX 29.

Properties come from ``unicodedata``, and from ranges here if it has none. Where they differ from the standard, the
count of a rare text is off by one. That only moves a limit."""

import unicodedata
from collections.abc import Iterator

JOINER = "\u200d"
NON_JOINER = "\u200c"
BLACK_FLAG = "\U0001f3f4"
CANCEL_TAG = "\U000e007f"

_VIRAMA = 9
"""Combining class of marks that join two consonants of an Indic script."""

_CONJUNCTS = ((0x0900, 0x0D4D), (0x1000, 0x109F), (0x1780, 0x17FF), (0xA980, 0xA9DF), (0x11000, 0x114FF))
"""Scripts in which such a mark joins two consonants to one letter."""

_PICTOGRAPHS = (
    (0xA9, 0xA9), (0xAE, 0xAE), (0x203C, 0x203C), (0x2049, 0x2049), (0x2122, 0x2122), (0x2139, 0x2139),
    (0x2190, 0x21FF), (0x2300, 0x23FF), (0x24C2, 0x24C2), (0x25A0, 0x27BF), (0x2900, 0x297F), (0x2B00, 0x2BFF),
    (0x3030, 0x3030), (0x303D, 0x303D), (0x3297, 0x3297), (0x3299, 0x3299),
    (0x1F000, 0x1F1E5), (0x1F200, 0x1F3FA), (0x1F400, 0x1FAFF),
)  # fmt: skip
"""Code ranges of emoji, present and future."""


def graphemes(text: str) -> Iterator[str]:
    """Iterate over the grapheme clusters of a text, in order."""
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
    """Return whether the character stands on the one before it and has no width."""
    return unicodedata.category(letter) in ("Mn", "Me")


def is_pictograph(letter: str) -> bool:
    """Return whether the character is a picture, which a joiner can join to others."""
    return _is_in(ord(letter), _PICTOGRAPHS)


def is_skin_tone(letter: str) -> bool:
    """Return whether the character colours the emoji before it."""
    return "\U0001f3fb" <= letter <= "\U0001f3ff"


def is_tag(letter: str) -> bool:
    """Return whether the character is an invisible letter of a flag's region."""
    return "\U000e0020" <= letter <= CANCEL_TAG


def is_flag_letter(letter: str) -> bool:
    """Return whether the character is a flag letter; two of them make a flag."""
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
"""Pairs of Hangul letters that continue one syllable.

L is an initial, V a vowel, T a final, S a composed syllable."""


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
    """Return whether a consonant-joining mark stands between two consonants.

    A joiner may stand beside it."""
    code = ord(letter)
    if not _is_in(code, _CONJUNCTS) or unicodedata.category(letter) != "Lo":
        return False
    between = text[start:place].rstrip(JOINER + NON_JOINER)
    # a visible virama separates the consonants
    return bool(between) and unicodedata.combining(between[-1]) == _VIRAMA and not text[:place].endswith(NON_JOINER)


def _is_in(code: int, ranges: tuple[tuple[int, int], ...]) -> bool:
    return any(first <= code <= last for first, last in ranges)
