"""Collectibles that have their own drawing: those of the club edition.

An owner's edition may have other objects."""

import re
from typing import Final

from app.paths import STATIC

SHEET: Final = "img/games/adel_verpflichtet.svg"
"""Static file with all drawings, by ids ``object-`` plus ``drawing_of(thing)``."""

DRAWN: Final = frozenset(re.findall(r'<symbol id="object-(\w+)"', (STATIC / SHEET).read_text(encoding="utf-8")))
"""Ids of objects, and letters of series."""


def drawing_of(thing: str) -> str:
    """Return the name of an object's drawing: its own, else its series'."""
    return thing if thing in DRAWN else thing[0]
