"""Reader of component figures from plain data.

Every function raises BadEditionError with a sentence that cites the rule clause."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn, TypeVar

from engine.core.errors import BadEditionError
from engine.core.plain import Plain

E = TypeVar("E")


def mapping(item: Plain, what: str, clause: str, *keys: str, optional: str = "") -> dict[str, Plain]:
    """Return ``item`` as an object with exactly these keys and the optional one."""
    if not isinstance(item, dict):
        bad(clause, f"{what} must be an object with {row(keys)}")
    for key in keys:
        if key not in item:
            bad(clause, f"{what} lacks {key!r}")
    for key in item:
        if key not in keys and key != optional:
            bad(clause, f"{what} has an unknown {key!r}")
    return item


def items(item: Plain, what: str, clause: str) -> list[Plain]:
    """Return ``item`` as a list."""
    if not isinstance(item, list):
        bad(clause, f"{what} must be a list")
    return item


def text(item: Plain, what: str, clause: str) -> str:
    """Return ``item`` as a text that is not blank."""
    if not isinstance(item, str) or not item.strip():
        bad(clause, f"{what} must be a text")
    return item


def number(item: Plain, what: str, clause: str, least: int, most: int) -> int:
    """Return ``item`` as a whole number within these bounds."""
    if not isinstance(item, int) or isinstance(item, bool) or not least <= item <= most:
        bad(clause, f"{what} must be a whole number from {least} to {most}, not {item!r}")
    return item


def row(values: Sequence[object]) -> str:
    """Join the values by commas, or return ``none``."""
    return ", ".join(str(value) for value in values) or "none"


def bad(clause: str, sentence: str) -> NoReturn:
    """Raise BadEditionError for the clause."""
    raise BadEditionError(f"{clause}: {sentence}")


def read_file(path: Path, read: Callable[[Plain], E]) -> E:
    """Read a JSON file by ``read``; errors begin with the path."""
    try:
        return read(json.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise BadEditionError(f"{path}: cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise BadEditionError(f"{path}: is not JSON: {error}") from error
    except BadEditionError as error:
        raise BadEditionError(f"{path}: {error}") from error
