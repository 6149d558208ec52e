"""Letters that are drawn alike, by Unicode's table of confusables (UTS 39)."""

import json
from importlib.resources import files

_MARKS_OF_DIRECTION = "\u200e\u200f"
"""The table puts them around letters that are written from right to left."""


def read_lookalikes() -> dict[str, str]:
    """Read which letter stands for each one that is drawn like it.

    Takes some 20 ms. ASCII stands for itself: names are written with it."""
    text = files("confusable_homoglyphs").joinpath("confusables.json").read_text(encoding="utf-8")
    # a letter that others are drawn like has several entries, and the others have that one alone
    pairs = {_bare(one): _bare(others[0]["c"]) for one, others in json.loads(text).items() if len(others) == 1}
    return {
        one: other
        for one, other in pairs.items()
        if len(one) == 1
        and not one.isascii()
        and any(map(str.isalnum, other))
        # of two that are like each other alone, either may stand for both
        and (other not in pairs or other < one)
    }


def _bare(text: str) -> str:
    return text.strip(_MARKS_OF_DIRECTION)
