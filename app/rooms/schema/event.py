"""Base of events.

An event defines its audience, its part of the record, and its bounds. Fields hold plain values only (text, numbers,
truth, None, tuples and dicts of these). Names of events and fields never change, because journals of every release
must load. New fields get a default; a changed meaning gets a new event."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, NamedTuple, TypeVar, cast, dataclass_transform

T = TypeVar("T")

UNTOLD = ""
"""Record of an event that no record tells of."""


class Disclosure(NamedTuple):
    """Disclosure of an event: who may know it, and what the record tells of it."""

    record: tuple[str, ...]
    """Fields that the record tells at any time; none if it leaves the event out."""
    finished: tuple[str, ...]
    """Fields that the record tells once the game has finished."""
    for_seat: bool
    """True if only the player of its ``seat`` may know of it; else everybody may."""
    is_of_now: bool
    """True if it changes the present asks alone: delayed watchers learn nothing of it."""
    for_nobody: bool
    """True if nobody may know of it before a later event tells of it."""


@dataclass_transform(frozen_default=True)
def event(
    *,
    record: str,
    finished: str | None = None,
    for_seat: bool = False,
    is_of_now: bool = False,
    for_nobody: bool = False,
) -> Callable[[type[T]], type[T]]:
    """Make a class an event.

    ``record`` and ``finished`` name fields, separated by spaces; see :class:`Disclosure`. Without ``finished`` the
    record always tells the same. Raises TypeError for an unknown field."""
    told = Disclosure(
        record=tuple(record.split()),
        finished=tuple((record if finished is None else finished).split()),
        for_seat=for_seat,
        is_of_now=is_of_now,
        for_nobody=for_nobody,
    )

    def decorate(kind: type[T]) -> type[T]:
        new = cast(Any, dataclass(frozen=True, slots=True)(kind))
        unknown = {*told.record, *told.finished} - {field.name for field in fields(new)}
        if unknown:
            raise TypeError(f"{kind.__name__} has no field {min(unknown)}")
        new.disclosure = told
        return cast("type[T]", new)

    return decorate


def disclosure(kind: type) -> Disclosure:
    """Return what may be told of events of that class."""
    return cast(Disclosure, cast(Any, kind).disclosure)
