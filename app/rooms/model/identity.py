"""Colours and crests of players, kept over the games of a room."""

from collections.abc import Collection, Sequence
from typing import Literal, TypeGuard, TypeVar, get_args

Colour = Literal["red", "blue", "beige", "green", "lilac"]
Crest = Literal["shield", "circle", "diamond", "hexagon", "flag", "tower", "clover", "heart", "arch", "star"]
Mark = Literal[Colour, Crest]
"""Colour or crest; no word is both."""

COLOURS: tuple[Colour, ...] = get_args(Colour)
CRESTS: tuple[Crest, ...] = get_args(Crest)
"""All colours and crests, in the order in which players get them."""

_Some = TypeVar("_Some", Colour, Crest)


def is_colour(mark: Mark) -> TypeGuard[Colour]:
    """Return whether the mark is a colour; else it is a crest."""
    return mark in COLOURS


def is_crest(mark: Mark) -> TypeGuard[Crest]:
    """Return whether the mark is a crest; else it is a colour."""
    return mark in CRESTS


def find_free(marks: Sequence[_Some], taken: Collection[str]) -> _Some:
    """Return the first mark that nobody has; there are more marks than seats."""
    return next(mark for mark in marks if mark not in taken)
