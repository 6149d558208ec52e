"""Codec between events and rows: a stable name, a shape number and a JSON body.

Names and old shapes stay for ever. A new field with a default needs nothing here. Any other change of an event's
fields gets the next shape number and a step from the shape before it. Rows are never rewritten: they are upgraded on
load."""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple, cast, get_args

import orjson

from app.journal.errors import UnreadableError
from app.journal.typed_json import field_readers, rebuild
from app.rooms import events as e
from engine.core.plain import Plain

STORED_NAMES: Mapping[type, str] = {
    e.PlanMade: "AheadSealed",
    e.PlanDropped: "AheadDropped",
    e.InstructionsGiven: "OrdersGiven",
    e.RevealHeld: "OpeningHeld",
}
"""Former names of renamed classes. Journals and records keep them for ever."""


def get_stored_name(kind: type) -> str:
    """Return the name by which records know a class."""
    return STORED_NAMES.get(kind, kind.__name__)


KINDS: Mapping[str, type] = {
    re.sub(r"(?<!^)(?=[A-Z])", "_", get_stored_name(kind)).lower(): kind for kind in get_args(e.Event)
}
"""Classes by the names of their rows: the stored name in snake case."""

Step = Callable[[dict[str, Plain]], dict[str, Plain]]
"""The fields in one shape to the fields in the next."""

STEPS: Mapping[tuple[str, int], Step] = {}
"""Steps by (kind, shape) to the next shape. No shape has changed yet."""


class Coded(NamedTuple):
    """An event as the journal keeps it."""

    kind: str
    shape: int
    body: str


class Codec:
    """Events to rows and back, for one set of names and steps."""

    def __init__(self, kinds: Mapping[str, type], steps: Mapping[tuple[str, int], Step]) -> None:
        """Take the event classes by name and the steps between shapes.

        Raises ValueError when a kind lacks a step between two of its shapes."""
        self._names = {kind: name for name, kind in kinds.items()}
        self._kinds = {name: (kind, field_readers(kind)) for name, kind in kinds.items()}
        self._steps = steps
        self._shapes = {name: 1 for name in kinds}
        for name, shape in sorted(steps):
            if self._shapes[name] != shape:
                raise ValueError(f"no step lifts {name} from shape {self._shapes[name]}")
            self._shapes[name] = shape + 1

    def encode(self, event: e.Event) -> Coded:
        """Return an event's row.

        Raises TypeError or ValueError for a value JSON cannot hold."""
        name = self._names[type(event)]
        return Coded(name, self._shapes[name], orjson.dumps(event).decode())

    def decode(self, coded: Coded) -> e.Event:
        """Return the event of a row of any release so far. Raises UnreadableError."""
        name, shape, body = coded
        known = self._kinds.get(name)
        if known is None or shape > self._shapes[name]:
            raise UnreadableError(
                f"The journal holds an entry {name!r} of shape {shape}, which this version of the program does not "
                f"know: it was written by a newer one. Start that version or a newer one."
            )
        try:
            data = orjson.loads(body)
            for number in range(shape, self._shapes[name]):
                data = self._steps[name, number](data)
            return cast(e.Event, rebuild(*known, data))
        except (ValueError, TypeError, LookupError) as error:
            # a step may stumble over damage in any of these ways; ShapeError and JSON's errors are ValueErrors
            raise UnreadableError(
                f"The journal holds an entry {name!r} of shape {shape} that cannot be read: {error}. It was written "
                f"by a newer version of the program, or damaged."
            ) from error


codec = Codec(KINDS, STEPS)
"""The codec of this release."""
