"""What every message from outside is made of: strict fields with their bounds, and the base of all commands."""

from collections.abc import Callable
from typing import Annotated, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from app.rooms.commands import Command
from app.rooms.model.ids import Digest
from app.web.keys import new_seed
from engine.core.errors import BadEdition
from engine.core.plain import Plain, digest
from engine.core.seats import Seat

MOST_INT = 2**53 - 1
"""The largest number every JSON reader keeps exactly."""

Id = Annotated[str, Field(pattern=r"^[\x21-\x7e]{1,64}$")]
"""A client's id of a command: 1 to 64 printable ASCII characters without spaces."""

NewToken = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{32,64}$")]
"""What a client draws by chance, once, before it asks for a seat: the seat's token follows from it."""

Number = Annotated[int, Field(ge=0, le=MOST_INT)]
SeatNumber = Annotated[int, Field(ge=0, le=4)]
Level = Annotated[str, Field(min_length=1, max_length=32)]
Text = Annotated[str, Field(max_length=4_000)]
Name = Annotated[str, Field(max_length=400)]
Key = Annotated[str, Field(min_length=1, max_length=64)]
Scalar = bool | Annotated[int, Field(ge=-MOST_INT, le=MOST_INT)] | float | Annotated[str, Field(max_length=100)] | None
Options = Annotated[dict[Key, Scalar | Annotated[dict[Key, Scalar], Field(max_length=16)]], Field(max_length=32)]
"""What the host chose: a value by name, or for the clock an object of values. The room knows which there are."""


class Message(BaseModel):
    """What every message is."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Given(NamedTuple):
    """What a command is made with besides its message."""

    edition: Callable[[], Plain]
    """The component figures with which a game would begin now. Raises BadEdition."""
    asker: Digest
    """The digest of what the asker showed."""

    def next_deal(self) -> tuple[str, Plain]:
        """The seed and the edition of a game that may begin by the way; no seed where none can begin now."""
        try:
            return new_seed(), self.edition()
        except BadEdition:
            return "", None


Maker = Callable[[Seat], Command]
"""The command, once the asker's seat is known. It may be made several times: what is random in it was drawn before."""


class CommandMessage(Message):
    """What every command may carry."""

    id: Id | None = None

    @property
    def body(self) -> Digest | None:
        """SHA-256 over the message without its id: the same id with another body is refused. None without an id."""
        return Digest(digest(self.model_dump(exclude={"id"}))) if self.id is not None else None

    def maker(self, given: Given) -> Maker:
        """What makes the command. Everything random or secret in it is drawn here, once, before the room decides.

        Raises BadEdition where a game is to begin, ValueError for a message of which no room hears."""
        raise ValueError(f"no command of a room: {type(self).__name__}")


def plain_options(options: Options) -> dict[str, Plain]:
    """The options of a message as the room reads them."""
    return {name: dict(value) if isinstance(value, dict) else value for name, value in options.items()}
