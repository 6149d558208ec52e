"""Plain JSON data back to the typed values it was made from.

The declared types are checked strictly: tuples become tuples again, anything else is refused."""

import dataclasses
import types
from collections.abc import Callable
from typing import Annotated, Literal, NewType, Union, get_args, get_origin

from engine.core.plain import Plain

Reader = Callable[[Plain], object]
"""Plain data in, the typed value out. Raises ShapeError."""


class ShapeError(ValueError):
    """Plain data of another shape than the declared one."""


def reader(declared: object) -> Reader:
    """Return the reader of a field's declared type.

    Raises TypeError for unknown types."""
    if declared == Plain:
        return lambda data: data
    if isinstance(declared, NewType):
        return reader(declared.__supertype__)
    if declared in (str, int, bool, types.NoneType):
        return _scalar(declared)
    arguments = get_args(declared)
    match get_origin(declared):
        case origin if origin is Annotated:
            return reader(arguments[0])
        case origin if origin is Literal:
            return _one_of(arguments)
        case origin if origin in (types.UnionType, Union):
            return _union(tuple(reader(each) for each in arguments))
        case origin if origin is tuple and arguments[1:] == (...,):
            return _tuple(reader(arguments[0]))
        case origin if origin is dict and arguments[0] is str:
            return _dict(reader(arguments[1]))
    raise TypeError(f"{declared!r} is no type for an event's field")


def rebuild(kind: type, readers: dict[str, Reader], data: Plain) -> object:
    """Make the dataclass ``kind`` of its fields; absent fields take their defaults.

    Raises ShapeError."""
    if not isinstance(data, dict):
        raise ShapeError("no object")
    unknown = data.keys() - readers.keys()
    if unknown:
        raise ShapeError(f"unknown field {min(unknown)!r}")
    try:
        return kind(**{name: readers[name](value) for name, value in data.items()})
    except TypeError as error:
        raise ShapeError(str(error)) from error


def field_readers(kind: type) -> dict[str, Reader]:
    """Return the readers of a dataclass's fields."""
    return {field.name: reader(field.type) for field in dataclasses.fields(kind)}


def _scalar(kind: object) -> Reader:
    def read(data: Plain) -> object:
        # True is an int to Python, but not to the one who wrote the event
        if type(data) is not kind:
            raise ShapeError(f"{type(data).__name__} in place of {kind}")
        return data

    return read


def _one_of(allowed: tuple[object, ...]) -> Reader:
    def read(data: Plain) -> object:
        if data not in allowed:
            raise ShapeError(f"none of {allowed}")
        return data

    return read


def _union(members: tuple[Reader, ...]) -> Reader:
    def read(data: Plain) -> object:
        for member in members:
            try:
                return member(data)
            except ShapeError:
                continue
        raise ShapeError(f"{type(data).__name__} fits no member of the union")

    return read


def _tuple(item: Reader) -> Reader:
    def read(data: Plain) -> object:
        if not isinstance(data, list):
            raise ShapeError("no list")
        return tuple(item(each) for each in data)

    return read


def _dict(value: Reader) -> Reader:
    def read(data: Plain) -> object:
        if not isinstance(data, dict):
            raise ShapeError("no object")
        return {key: value(each) for key, each in data.items()}

    return read
