"""What commands are made of. A command is its message: what a client sends of it is read off its fields.

A command with a ``tag`` can be sent; the tag is its name in the protocol. Its fields have their bounds here, as
``Annotated`` types. A field marked with ``FILLED`` is never sent: the server fills it in."""

from typing import TYPE_CHECKING, Annotated, NamedTuple

from app.rooms.model.ids import AskNumber, RoomCode
from app.rooms.model.values import Frozen, Meta
from engine.core.plain import Plain
from engine.core.seats import Seat

MOST_INT = 2**53 - 1
"""The largest number every JSON reader keeps exactly."""


class SentAs(NamedTuple):
    """The name a field has in messages, where it is another one."""

    name: str


FILLED = "filled"
"""Marks a field that the server fills in: a secret, a seed, the component figures."""

Number = Annotated[int, Meta(ge=0, le=MOST_INT)]
Ask = Annotated[AskNumber, Meta(ge=0, le=MOST_INT)]
SeatNumber = Annotated[Seat, Meta(ge=0, le=4)]
Target = Annotated[Seat, Meta(ge=0, le=4), SentAs("seat")]
"""The seat that a command is about, where it isn't the asker's."""
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
"""What the host chose: a value by name, or for the clock an object of values. The room knows which there are.
``Edition`` are the component figures of a game that may begin."""

Seed = Annotated[str, FILLED]
"""256 bit in hexadecimal, for a game that may begin; empty where none can."""
FreshKey = Annotated[str, FILLED]
FreshCode = Annotated[RoomCode, FILLED]


class FromSeat(Frozen, frozen=True):
    """A command that only the player of ``seat`` can give. The seat follows from the token that was shown."""

    seat: Seat
