"""Base class and field types of commands.

A client's message is read from the fields. A command with a ``tag`` can be sent; the tag is its name in the
protocol. Its fields have their bounds here, as ``Annotated`` types. A field marked with ``FILLED`` is never sent:
the server fills it in."""

from typing import TYPE_CHECKING, Annotated, NamedTuple

from app.rooms.model.ids import AskNumber, RoomCode
from app.rooms.model.values import Frozen, Meta
from engine.core.plain import Plain
from engine.core.seats import Seat

MOST_INT = 2**53 - 1
"""Largest number that every JSON reader reads exactly."""


class SentAs(NamedTuple):
    """Name of a field in messages, if it differs."""

    name: str


FILLED = "filled"
"""Mark of a field that the server fills in: secret, seed or component figures."""

Number = Annotated[int, Meta(ge=0, le=MOST_INT)]
Ask = Annotated[AskNumber, Meta(ge=0, le=MOST_INT)]
SeatNumber = Annotated[Seat, Meta(ge=0, le=4)]
Target = Annotated[Seat, Meta(ge=0, le=4), SentAs("seat")]
"""Seat that a command is about, if it isn't the sender's."""
On = Annotated[bool, SentAs("on")]
Level = Annotated[str, Meta(min_length=1, max_length=32)]
Name = Annotated[str, Meta(max_length=400)]
Text = Annotated[str, Meta(max_length=4_000)]
GameKey = Annotated[str, Meta(max_length=64)]
Key = Annotated[str, Meta(min_length=1, max_length=64)]
_Scalar = bool | Annotated[int, Meta(ge=-MOST_INT, le=MOST_INT)] | float | Annotated[str, Meta(max_length=100)] | None
if TYPE_CHECKING:
    Options = dict[str, Plain]
    Edition = Plain
else:
    Edition = Annotated[object, FILLED]
    Options = Annotated[dict[Key, _Scalar | Annotated[dict[Key, _Scalar], Meta(max_length=16)]], Meta(max_length=32)]
"""Chosen options: a value by name, or for the clock an object of values. The room knows the names.

``Edition`` are the component figures of a game that may begin."""

Seed = Annotated[str, FILLED]
"""Seed of 256 bit in hexadecimal, for a game that may begin; empty for none."""
ClubSeed = Annotated[str, FILLED]
"""Secret of the club whose deals all tables share, hexadecimal; empty for none."""
FreshKey = Annotated[str, FILLED]
FreshCode = Annotated[RoomCode, FILLED]


class FromSeat(Frozen, frozen=True):
    """Command that only the player of ``seat`` can give.

    The seat follows from the token of the request."""

    seat: Seat
