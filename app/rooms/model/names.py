"""Names of players: what they may be."""

import unicodedata

MAX_GRAPHEMES = 24
MAX_BYTES = 96
MAX_MARKS_IN_A_ROW = 2
MAX_TYPED = 200
"""Characters that are looked at, spaces included. To put marks in order (NFC) takes quadratic time."""

_REFUSED = {"Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp"}
_MARKS = {"Mn", "Me"}
_FILLERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols that show nothing."""

BAD_NAME = "Use a name of 1 to 24 ordinary characters."


def name(text: str) -> str | None:
    """The name as it is shown: NFC, spaces folded, 1 to 24 characters with their marks, at most 96 bytes; None if it
    can't be a name."""
    if len(text) > MAX_TYPED:
        return None
    shown = " ".join(unicodedata.normalize("NFC", text).split())
    if not shown or not is_clean(shown) or len(shown.encode()) > MAX_BYTES:
        return None
    letters = sum(1 for letter in shown if unicodedata.category(letter) not in _MARKS)
    return shown if 1 <= letters <= MAX_GRAPHEMES else None


def is_clean(text: str) -> bool:
    """Whether the text holds no control, format, private, blank or lone surrogate characters and no towers of marks."""
    marks = 0
    for letter in text:
        category = unicodedata.category(letter)
        if category in _REFUSED or letter in _FILLERS:
            return False
        marks = marks + 1 if category in _MARKS else 0
        if marks > MAX_MARKS_IN_A_ROW:
            return False
    return True
