"""Bound of a room's file that is checked before anything of it is parsed."""

MOST_ITEMS = 1_000_000
"""Most values, keys and lists in a file.

The longest evening has 0.42 million; 8 MiB hold up to 5.6 million."""

_MARKS = b"[{,:"
"""Characters before each value, key and list but the first.

They count in texts as well, as nothing is parsed."""

_SLICE = 1 << 18


class TooManyItemsError(ValueError):
    """The JSON would take far more memory and time than that of any room."""


def check_items(data: bytes) -> None:
    """Raise TooManyItemsError for JSON that is too large to parse.

    No step of it keeps the interpreter's lock for long."""
    items = 0
    for start in range(0, len(data), _SLICE):
        piece = data[start : start + _SLICE]
        items += len(piece) - len(piece.translate(None, _MARKS))
    if items > MOST_ITEMS:
        raise TooManyItemsError
