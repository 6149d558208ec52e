"""What events are made of. An event says once who may know of it, what the record tells of it, and its fields' bounds.

Fields hold plain values only (text, numbers, truth, None, tuples and dicts of these). An event's name and fields are
for ever: journals of every release must load. New fields get a default; a changed meaning gets a new event."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, NamedTuple, TypeVar, cast, dataclass_transform

T = TypeVar("T")

UNTOLD = ""
"""For an event of which no record tells."""


class Disclosure(NamedTuple):
    """What may be told of an event."""

    record: tuple[str, ...]
    """The fields that the record tells at any time; none: the record does not tell of the event."""
    finished: tuple[str, ...]
    """The same once the game has finished."""
    for_seat: bool
    """Whether only the player of its ``seat`` may know of it; else everybody may."""
    is_of_now: bool
    """Whether it changes nothing but what players are asked now: delayed watchers learn nothing of it."""


@dataclass_transform(frozen_default=True)
def event(
    *, record: str, finished: str | None = None, for_seat: bool = False, is_of_now: bool = False
) -> Callable[[type[T]], type[T]]:
    """Make a class an event. ``record`` and ``finished`` name fields with blanks between, see :class:`Disclosure`.

    Without ``finished`` the record always tells the same. Raises TypeError for a name that is no field."""
    told = Disclosure(
        tuple(record.split()), tuple((record if finished is None else finished).split()), for_seat, is_of_now
    )

    def made(kind: type[T]) -> type[T]:
        new = cast(Any, dataclass(frozen=True, slots=True)(kind))
        unknown = {*told.record, *told.finished} - {field.name for field in fields(new)}
        if unknown:
            raise TypeError(f"{kind.__name__} has no field {min(unknown)}")
        new.disclosure = told
        return cast("type[T]", new)

    return made


def disclosure(kind: type) -> Disclosure:
    """Return what may be told of events of that class."""
    return cast(Disclosure, cast(Any, kind).disclosure)
