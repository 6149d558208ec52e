"""Reading a dumped state back, piece by piece. Every function raises TypeError when the data is of another shape."""

from engine.core.plain import Plain


def items(item: Plain) -> list[Plain]:
    """A list."""
    if not isinstance(item, list):
        raise TypeError(f"{item!r} is no list")
    return item


def word(item: Plain) -> str:
    """A text."""
    if not isinstance(item, str):
        raise TypeError(f"{item!r} is no text")
    return item


def number(item: Plain) -> int:
    """A whole number, not below zero."""
    if not isinstance(item, int) or isinstance(item, bool) or item < 0:
        raise TypeError(f"{item!r} is no whole number")
    return item


def words(item: Plain) -> tuple[str, ...]:
    """A list of texts."""
    return tuple(word(entry) for entry in items(item))


def numbers(item: Plain) -> tuple[int, ...]:
    """A list of whole numbers."""
    return tuple(number(entry) for entry in items(item))
