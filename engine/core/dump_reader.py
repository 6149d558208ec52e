"""Reader of dumped states.

Every function raises TypeError if the data has another shape."""

from collections.abc import Callable
from typing import TypeVar

from engine.core.errors import BadDumpError, EngineError
from engine.core.plain import Plain, canonical

S = TypeVar("S")


def items(item: Plain) -> list[Plain]:
    """Return the item as a list."""
    if not isinstance(item, list):
        raise TypeError(f"{item!r} is no list")
    return item


def word(item: Plain) -> str:
    """Return the item as a text."""
    if not isinstance(item, str):
        raise TypeError(f"{item!r} is no text")
    return item


def number(item: Plain) -> int:
    """Return the item as a whole number, not below zero."""
    if not isinstance(item, int) or isinstance(item, bool) or item < 0:
        raise TypeError(f"{item!r} is no whole number")
    return item


def words(item: Plain) -> tuple[str, ...]:
    """Return the item as a tuple of texts."""
    return tuple(word(entry) for entry in items(item))


def numbers(item: Plain) -> tuple[int, ...]:
    """Return the item as a tuple of whole numbers."""
    return tuple(number(entry) for entry in items(item))


def load_state(
    title: str,
    data: Plain,
    read: Callable[[dict[str, Plain]], S],
    dump: Callable[[S], Plain],
    fault: Callable[[S], str | None],
) -> S:
    """Load the state that ``data`` was dumped from.

    ``title`` is the game's title. ``read`` makes the state. ``dump`` dumps it again, which must give the same data.
    ``fault`` names the clause that forbids a table to wait at the state. Raises BadDumpError."""
    if not isinstance(data, dict):
        raise BadDumpError("a state is dumped as an object")
    try:
        state = read(data)
        is_canonical = canonical(dump(state)) == canonical(data)
    except (EngineError, KeyError, TypeError, ValueError) as error:
        raise BadDumpError(f"no state of {title}: {error}") from error
    if not is_canonical:
        raise BadDumpError(f"no state of {title}: something is missing, twice there or out of place")
    if broken := fault(state):
        raise BadDumpError(f"no state of {title}: {broken}")
    return state
