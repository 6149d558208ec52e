"""Sets of objects as whole numbers: bit n is the n-th oldest of the edition.

All 45 years differ (A1.4), hence the age alone identifies an object. The oldest of a set is its lowest bit. Union,
difference and counting are single operations."""

from collections.abc import Iterator

Objects = int
"""Set of objects."""

Object = int
"""Set of exactly one object."""

NONE: Objects = 0
"""Empty set."""


def size(objects: Objects) -> int:
    """Return the number of objects."""
    return objects.bit_count()


def oldest(objects: Objects) -> Object:
    """Return the object with the lowest year; NONE of none."""
    return objects & -objects


def youngest(objects: Objects) -> Object:
    """Return the object with the highest year; NONE of none."""
    return 1 << objects.bit_length() - 1 if objects else NONE


def remove(objects: Objects, taken: Objects) -> Objects:
    """Return ``objects`` without those in ``taken``."""
    return objects & ~taken


def each(objects: Objects) -> Iterator[Object]:
    """Yield the objects one by one, the oldest first."""
    while objects:
        first = objects & -objects
        yield first
        objects ^= first
