"""Lookalike letters, by Unicode's table of confusables (UTS 39)."""

import json
from importlib.resources import files

_MARKS_OF_DIRECTION = "\u200e\u200f"
"""Marks that the table puts around letters of scripts written from right to left."""


def read_lookalikes() -> dict[str, str]:
    """Read the letter that stands for each lookalike.

    This takes some 20 ms. ASCII letters stand for themselves, because names use them."""
    text = files("confusable_homoglyphs").joinpath("confusables.json").read_text(encoding="utf-8")
    # a letter that others resemble has several entries; each of the others has that one alone
    pairs = {
        _strip_marks(one): _strip_marks(others[0]["c"]) for one, others in json.loads(text).items() if len(others) == 1
    }
    return {
        one: other
        for one, other in pairs.items()
        if len(one) == 1
        and not one.isascii()
        and any(map(str.isalnum, other))
        # of a pair without others, either letter may stand for both
        and (other not in pairs or other < one)
    }


def _strip_marks(text: str) -> str:
    return text.strip(_MARKS_OF_DIRECTION)
