"""What a room and its views are made of: values that never change, of which a changed copy costs next to nothing.

``replace(value, field=other)`` is that copy. It raises TypeError for a name that is no field."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from msgspec import Meta, Struct, field, json

if TYPE_CHECKING:
    # the same to whoever calls it, and the only one whose names and types are checked
    from dataclasses import replace
else:
    from msgspec.structs import replace

__all__ = ["Frozen", "Meta", "all_but", "field", "json_bytes", "names_of", "parts_of", "replace"]


def json_bytes(value: object) -> int:
    """How many bytes the value takes as JSON."""
    return len(json.encode(value))


class Frozen(Struct, frozen=True):
    """A record whose fields are set once. Two of one type are equal if their fields are, and then hash alike.

    A type that says ``gc=False`` is not looked through by the collector: for what holds nothing that could lead back to
    it."""


class _Names(dict[type, tuple[str, ...]]):
    """The fields of each type, in order."""

    def __missing__(self, kind: type) -> tuple[str, ...]:
        known: tuple[str, ...] = getattr(kind, "__struct_fields__", ())
        names = self[kind] = tuple(each.name for each in fields(kind)) if is_dataclass(kind) else known
        return names


_NAMES = _Names()


def names_of(value: object) -> tuple[str, ...]:
    """The fields of a record, ours or a dataclass, in order; none of what is neither."""
    return _NAMES[type(value)]


def all_but(kind: type, *without: str) -> tuple[str, ...]:
    """The fields of a type of records, in order, without some."""
    return tuple(name for name in _NAMES[kind] if name not in without)


class _Getters(dict[type, Callable[[object], tuple[Any, ...]]]):
    """What gives the values of a record, by its type."""

    def __missing__(self, kind: type) -> Callable[[object], tuple[Any, ...]]:
        names = _NAMES[kind]
        several = attrgetter(*names) if len(names) > 1 else None
        self[kind] = several or (lambda record: tuple([getattr(record, name) for name in names]))
        return self[kind]


_GETTERS = _Getters()


def parts_of(value: object) -> tuple[Any, ...]:
    """The values of a record, in the order of its fields; none of what is none."""
    return _GETTERS[type(value)](value)
