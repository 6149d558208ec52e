"""Plain data: the JSON shapes that states are dumped to and views are sent as, and the digest over them."""

import dataclasses
import enum
import hashlib
import json
from collections.abc import Mapping

Plain = None | bool | int | float | str | list["Plain"] | dict[str, "Plain"]
"""What JSON can say."""


def plain(value: object) -> Plain:
    """A frozen value (dataclasses, named tuples, enums, tuples, mappings with text or number keys) as plain data.

    Raises TypeError for anything else, so that nothing is sent whose shape nobody chose."""
    match value:
        case enum.Enum():
            return plain(value.value)
        case None | bool() | int() | float() | str():
            return value
        case tuple() if hasattr(value, "_fields"):
            return {name: plain(item) for name, item in zip(value._fields, value, strict=True)}
        case tuple() | list():
            return [plain(item) for item in value]
        case Mapping():
            return {str(plain(key)): plain(item) for key, item in value.items()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    raise TypeError(f"{type(value).__name__} is no plain data")


def canonical(data: Plain) -> bytes:
    """The one byte form of plain data: keys sorted, no spaces, UTF-8."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def digest(data: Plain) -> str:
    """SHA-256 of the canonical form, in lower-case hexadecimal."""
    return hashlib.sha256(canonical(data)).hexdigest()
