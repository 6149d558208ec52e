"""Plain data: JSON shapes of dumped states and sent views, and their digests."""

import dataclasses
import enum
import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, cast

Plain = None | bool | int | float | str | list["Plain"] | dict[str, "Plain"]
"""Any JSON value."""


_LEAVES = frozenset({type(None), bool, int, float, str})


def to_plain(value: object) -> Plain:
    """Return a frozen value as plain data.

    It takes records, named tuples, enums, tuples, and mappings with text or number keys. Raises TypeError for
    anything else, so that nothing is sent by accident."""
    return _CONVERTERS[type(value)](value)


def _keep(value: Any) -> Plain:
    return cast(Plain, value)


def _convert_items(values: Any) -> Plain:
    return [item if type(item) in _LEAVES else _CONVERTERS[type(item)](item) for item in values]


def _field_converter(names: Sequence[str]) -> Callable[[Any], Plain]:
    def convert(value: Any) -> Plain:
        items = zip(names, [getattr(value, name) for name in names], strict=True)
        return {name: item if type(item) in _LEAVES else _CONVERTERS[type(item)](item) for name, item in items}

    return convert


class _Converters(dict[type, Callable[[Any], Plain]]):
    """Converters to plain data by type, cached: a view holds thousands of values."""

    def __missing__(self, kind: type) -> Callable[[Any], Plain]:
        converter = self[kind] = _converter_of(kind)
        return converter


_CONVERTERS = _Converters()


def _converter_of(kind: type) -> Callable[[Any], Plain]:
    if issubclass(kind, enum.Enum):
        return lambda value: to_plain(value.value)
    if issubclass(kind, bool | int | float | str | type(None)):
        return _keep
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return _field_converter(kind._fields)
    if issubclass(kind, tuple | list):
        return _convert_items
    if issubclass(kind, Mapping):
        return lambda value: {str(to_plain(key)): to_plain(item) for key, item in value.items()}
    if (fields := getattr(kind, "__struct_fields__", None)) is not None:
        # a msgspec Struct, recognised without importing msgspec
        return _field_converter(fields)
    if dataclasses.is_dataclass(kind):
        return _field_converter([field.name for field in dataclasses.fields(kind)])
    raise TypeError(f"{kind.__name__} is no plain data")


def canonical(data: Plain) -> bytes:
    """Return the one byte form of plain data: keys sorted, no spaces, UTF-8."""
    return _CANONICAL.encode(data).encode()


def canonical_parts(data: Plain, levels: int = 3) -> Iterator[bytes]:
    """Yield the canonical form in parts, for data that may be large.

    The outer levels are split; no part holds more than PART_ITEMS items of a list. Each part is one call that keeps
    the interpreter's lock."""
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
"""Most items of a list in one part."""

_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)
"""Shared encoder: making one with options costs as much as writing a small state."""


def digest(data: Plain) -> str:
    """Return SHA-256 of the canonical form, in lower-case hexadecimal."""
    return hashlib.sha256(canonical(data)).hexdigest()


def digest_in_parts(data: Plain) -> str:
    """Return the same digest for data that may be large."""
    digested = hashlib.sha256()
    for part in canonical_parts(data):
        digested.update(part)
    return digested.hexdigest()


def checksum(fields: Sequence[object]) -> str:
    """Return SHA-256 of the fields of a state, in lower-case hexadecimal.

    The fields are encoded as JSON without spaces, with tuples as lists and words as texts. It takes a fraction of the
    time of a dump's digest. Raises TypeError for a field of any other kind."""
    return hashlib.sha256(_FIELDS.encode(fields).encode()).hexdigest()


_FIELDS = json.JSONEncoder(separators=(",", ":"), sort_keys=True, allow_nan=False, check_circular=False)
