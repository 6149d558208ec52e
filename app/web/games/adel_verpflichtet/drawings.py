"""Which collectibles have a drawing of their own: those of the club edition; an owner's edition may have others."""

import re
from typing import Final

from app.paths import STATIC

SHEET: Final = "img/games/adel_verpflichtet.svg"
"""The static file of all drawings; a drawing's id is ``object-`` and what ``drawing_of`` gives."""

DRAWN: Final = frozenset(re.findall(r'<symbol id="object-(\w+)"', (STATIC / SHEET).read_text(encoding="utf-8")))
"""Ids of objects, and letters of series."""


def drawing_of(thing: str) -> str:
    """The name of an object's drawing: its own, or else the one of its series."""
    return thing if thing in DRAWN else thing[0]
