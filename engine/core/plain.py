"""Plain data: the JSON shapes that states are dumped to and views are sent as, and the digests over them."""

import dataclasses
import enum
import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, cast

Plain = None | bool | int | float | str | list["Plain"] | dict[str, "Plain"]
"""What JSON can say."""


_LEAVES = frozenset({type(None), bool, int, float, str})


def plain(value: object) -> Plain:
    """A frozen value (records, named tuples, enums, tuples, mappings with text or number keys) as plain data.

    Raises TypeError for anything else, so that nothing is sent whose shape nobody chose."""
    return _WAYS[type(value)](value)


def _as_it_is(value: Any) -> Plain:
    return cast(Plain, value)


def _by_place(values: Any) -> Plain:
    return [item if type(item) in _LEAVES else _WAYS[type(item)](item) for item in values]


def _by_name(names: Sequence[str]) -> Callable[[Any], Plain]:
    def made(value: Any) -> Plain:
        items = zip(names, [getattr(value, name) for name in names], strict=True)
        return {name: item if type(item) in _LEAVES else _WAYS[type(item)](item) for name, item in items}

    return made


class _Ways(dict[type, Callable[[Any], Plain]]):
    """How values of each type become plain data: found out once, for a view is made of thousands of them."""

    def __missing__(self, kind: type) -> Callable[[Any], Plain]:
        way = self[kind] = _way(kind)
        return way


_WAYS = _Ways()


def _way(kind: type) -> Callable[[Any], Plain]:
    if issubclass(kind, enum.Enum):
        return lambda value: plain(value.value)
    if issubclass(kind, bool | int | float | str | type(None)):
        return _as_it_is
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return _by_name(kind._fields)
    if issubclass(kind, tuple | list):
        return _by_place
    if issubclass(kind, Mapping):
        return lambda value: {str(plain(key)): plain(item) for key, item in value.items()}
    if (fields := getattr(kind, "__struct_fields__", None)) is not None:
        # a record of msgspec's, known by its mark: nothing is imported here
        return _by_name(fields)
    if dataclasses.is_dataclass(kind):
        return _by_name([field.name for field in dataclasses.fields(kind)])
    raise TypeError(f"{kind.__name__} is no plain data")


def canonical(data: Plain) -> bytes:
    """The one byte form of plain data: keys sorted, no spaces, UTF-8."""
    return _CANONICAL.encode(data).encode()


def canonical_parts(data: Plain, levels: int = 3) -> Iterator[bytes]:
    """The canonical form in parts, for data that may be large: the outer levels are taken apart, and no part holds more
    than a few items of a list. Each part is one call that keeps the interpreter's lock."""
    if levels and isinstance(data, dict):
        yield b"{"
        for number, key in enumerate(sorted(data)):
            yield (b"," if number else b"") + canonical(key) + b":"
            yield from canonical_parts(data[key], levels - 1)
        yield b"}"
    elif levels and isinstance(data, list):
        yield b"["
        for start in range(0, len(data), PART_ITEMS):
            yield (b"," if start else b"") + canonical(data[start : start + PART_ITEMS])[1:-1]
        yield b"]"
    else:
        yield canonical(data)


PART_ITEMS = 64
"""So many items of a list are in one part."""

_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)
"""Kept, since one with options of its own is as long to make as a small state is to write."""


def digest(data: Plain) -> str:
    """SHA-256 of the canonical form, in lower-case hexadecimal."""
    return hashlib.sha256(canonical(data)).hexdigest()


def digest_in_parts(data: Plain) -> str:
    """The same of data that may be large."""
    digested = hashlib.sha256()
    for part in canonical_parts(data):
        digested.update(part)
    return digested.hexdigest()


def checksum(fields: Sequence[object]) -> str:
    """SHA-256 of the fields of a state, in lower-case hexadecimal, as JSON without spaces in which tuples are lists and
    words are texts. It takes a fraction of what the digest of a dump does. Raises TypeError for a field of any other
    kind."""
    return hashlib.sha256(_FIELDS.encode(fields).encode()).hexdigest()


_FIELDS = json.JSONEncoder(separators=(",", ":"), sort_keys=True, allow_nan=False, check_circular=False)
