"""Sets of objects as whole numbers: bit n stands for the n-th oldest object of the edition.

All 45 years differ (A1.4), hence age alone names an object; the oldest of a set is its lowest bit; joining sets, taking
away and counting are single operations."""

from collections.abc import Iterator

Objects = int
"""A set of objects."""

Object = int
"""A set of exactly one."""

NONE: Objects = 0
"""No object."""


def size(objects: Objects) -> int:
    """How many they are."""
    return objects.bit_count()


def oldest(objects: Objects) -> Object:
    """The one with the lowest year; NONE of none."""
    return objects & -objects


def youngest(objects: Objects) -> Object:
    """The one with the highest year; NONE of none."""
    return 1 << objects.bit_length() - 1 if objects else NONE


def without(objects: Objects, taken: Objects) -> Objects:
    """Those of ``objects`` that are not among ``taken``."""
    return objects & ~taken


def each(objects: Objects) -> Iterator[Object]:
    """One after the other, the oldest first."""
    while objects:
        first = objects & -objects
        yield first
        objects ^= first
