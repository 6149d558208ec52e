"""What a room and its views are made of: values that never change, of which a changed copy costs next to nothing.

``replace(value, field=other)`` is that copy. It raises TypeError for a name that is no field."""

from typing import TYPE_CHECKING

from msgspec import Struct, field

if TYPE_CHECKING:
    # the same to whoever calls it, and the only one whose names and types are checked
    from dataclasses import replace
else:
    from msgspec.structs import replace

__all__ = ["Frozen", "field", "replace"]


class Frozen(Struct, frozen=True):
    """A record whose fields are set once. Two of one type are equal if their fields are, and then hash alike.

    A type that says ``gc=False`` is not looked through by the collector: for what holds nothing that could lead back to
    it."""
