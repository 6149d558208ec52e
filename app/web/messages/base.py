"""What every message from outside is made of: strict fields with their bounds, and the base of all commands."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from app.rooms.model.ids import Digest
from engine.core.plain import digest

MOST_INT = 2**53 - 1
"""The largest number every JSON reader keeps exactly."""

Id = Annotated[str, Field(pattern=r"^[\x21-\x7e]{1,64}$")]
"""A client's id of a command: 1 to 64 printable ASCII characters without spaces."""

Number = Annotated[int, Field(ge=0, le=MOST_INT)]
SeatNumber = Annotated[int, Field(ge=0, le=4)]
Level = Annotated[str, Field(min_length=1, max_length=32)]
Text = Annotated[str, Field(max_length=2_000)]
Name = Annotated[str, Field(max_length=200)]
Key = Annotated[str, Field(min_length=1, max_length=64)]
Scalar = bool | Annotated[int, Field(ge=-MOST_INT, le=MOST_INT)] | float | Annotated[str, Field(max_length=100)] | None
Options = Annotated[dict[Key, Scalar | Annotated[dict[Key, Scalar], Field(max_length=16)]], Field(max_length=32)]
"""What the host chose: a value by name, or for the clock an object of values. The room knows which there are."""


class Message(BaseModel):
    """What every message is."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class CommandMessage(Message):
    """What every command may carry."""

    id: Id | None = None

    @property
    def body(self) -> Digest:
        """SHA-256 over the message without its id: the same id with another body is refused."""
        return Digest(digest(self.model_dump(exclude={"id"})))
