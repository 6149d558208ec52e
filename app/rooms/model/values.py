"""Immutable records of which a room and its views are made, with cheap copies.

``replace(value, field=other)`` makes such a copy. It raises TypeError for an unknown field."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from msgspec import Meta, Struct, field, json

if TYPE_CHECKING:
    # same behaviour, and type checkers know its field names and types
    from dataclasses import replace
else:
    from msgspec.structs import replace

__all__ = ["Frozen", "Meta", "all_but", "field", "json_bytes", "names_of", "parts_of", "replace"]


def json_bytes(value: object) -> int:
    """Return the size of the value as JSON, in bytes."""
    return len(json.encode(value))


class Frozen(Struct, frozen=True):
    """Record whose fields are set once.

    Two of one type are equal if their fields are, and then hash alike. The garbage collector skips types with
    ``gc=False``. Use it for records that cannot be part of a reference cycle."""


class _Names(dict[type, tuple[str, ...]]):
    """Field names by record type, in order."""

    def __missing__(self, kind: type) -> tuple[str, ...]:
        known: tuple[str, ...] = getattr(kind, "__struct_fields__", ())
        names = self[kind] = tuple(each.name for each in fields(kind)) if is_dataclass(kind) else known
        return names


_NAMES = _Names()


def names_of(value: object) -> tuple[str, ...]:
    """Return the fields of a record or dataclass, in order; none for other values."""
    return _NAMES[type(value)]


def all_but(kind: type, *without: str) -> tuple[str, ...]:
    """Return the fields of a record type, in order, except some."""
    return tuple(name for name in _NAMES[kind] if name not in without)


class _Getters(dict[type, Callable[[object], tuple[Any, ...]]]):
    """Getters of all field values, by record type."""

    def __missing__(self, kind: type) -> Callable[[object], tuple[Any, ...]]:
        names = _NAMES[kind]
        several = attrgetter(*names) if len(names) > 1 else None
        self[kind] = several or (lambda record: tuple([getattr(record, name) for name in names]))
        return self[kind]


_GETTERS = _Getters()


def parts_of(value: object) -> tuple[Any, ...]:
    """Return a record's values in the order of its fields; none for other values."""
    return _GETTERS[type(value)](value)
