"""Commands as clients send them, derived from the room's commands.

There is a message for each command with a name in the protocol. The server fills in the rest in one place: the
player's seat, seeds, keys, the figures of an edition."""

import hashlib
from collections.abc import Callable
from typing import Annotated, Any, ClassVar, cast

import msgspec
from msgspec import Meta, Struct, structs

from app.rooms.commands import Command
from app.rooms.model.ids import Digest
from app.rooms.schema.command import FILLED, FromSeat, SentAs
from app.rooms.subjects import SUBJECTS
from app.web.keys import new_key, new_room_code, new_seed
from engine.core.errors import BadEditionError
from engine.core.plain import canonical
from engine.core.seats import Seat

Id = Annotated[str, Meta(pattern=r"^[\x21-\x7e]{1,64}$(?!\n)")]
"""A client's id of a command: 1 to 64 printable ASCII characters without spaces."""


class Message(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A message of a client. Its fields are those of the command that it asks for."""

    asks_for: ClassVar[type[Struct] | None] = None
    """Class of the command; None for a message that reaches no room."""
    id: Id | None = None

    @property
    def body(self) -> Digest | None:
        """SHA-256 over the message without its id; None without an id.

        The same id with another body is refused."""
        if self.id is None:
            return None
        plain = msgspec.to_builtins(self)
        del plain["id"]
        return Digest(hashlib.sha256(canonical(plain)).hexdigest())


class Ping(Message, frozen=True, tag="ping", tag_field="do"):
    """Ask whether the server is reachable."""


class Look(Message, frozen=True, tag="look", tag_field="do"):
    """Report that the page is visible."""


class LookAway(Message, frozen=True, tag="look_away", tag_field="do"):
    """Report that the page is hidden."""


_FRESH: dict[str, Callable[[], str]] = {
    "key": new_key,
    "code": new_room_code,
    "watch_key": new_key,
    "seed": new_seed,
}
"""Random values that the server makes, by the name of the field."""


def message_type(command: type[Struct], *, known: frozenset[str] = frozenset()) -> type[Message]:
    """Derive the message that asks for a command.

    ``known``: filled fields that the message contains nevertheless."""
    fields: list[tuple[str, Any, Any]] = []
    names: dict[str, str] = {}
    for field in structs.fields(command):
        marks = getattr(field.type, "__metadata__", ())
        is_asker = field.name == "seat" and issubclass(command, FromSeat)
        if is_asker or (FILLED in marks and field.name not in known):
            continue
        fields.append((field.name, field.type, field.default))
        names |= [(field.name, mark.name) for mark in marks if isinstance(mark, SentAs)]
    made = msgspec.defstruct(
        f"{command.__name__}Message",
        fields,
        bases=(Message,),
        namespace={"asks_for": command, "__doc__": command.__doc__},
        tag=command.__struct_config__.tag,
        tag_field="do",
        rename=names,
        frozen=True,
        kw_only=True,
        forbid_unknown_fields=True,
    )
    return cast("type[Message]", made)


_COMMANDS: list[type[Struct]] = [command for subject in SUBJECTS for command in subject.commands]

MESSAGES = {command: message_type(command) for command in _COMMANDS if command.__struct_config__.tag is not None}
"""The message of each command that clients send."""


def message(command: type[Struct], **fields: Any) -> Message:
    """Make the message that asks for a command."""
    return MESSAGES[command](**fields)


def fill(message: Message, **given: object) -> Callable[[Seat], Command]:
    """Return a function that makes the command for the caller's seat.

    Everything random is drawn here, once, before the room decides. ``given``: what else the server fills in, by the
    name of the field; a function is called. The room's host itself fills in who is present. Raises ValueError for a
    message that reaches no room, and BadEditionError if a game begins and ``edition`` raises it."""
    command = message.asks_for
    if command is None:
        raise ValueError(f"no command of a room: {type(message).__name__}")
    fields = {name: getattr(message, name) for name in message.__struct_fields__ if name != "id"}
    sources = _FRESH | given
    asked = [name for name in command.__struct_fields__ if name in sources and name not in fields]
    try:
        fields |= {name: _value(sources[name]) for name in asked}
    except BadEditionError:
        if any(field.required for field in structs.fields(command) if field.name == "seed"):
            raise
        # without figures the command cannot begin a game on the side
        fields |= {name: _value(sources[name]) for name in asked if name not in ("seed", "edition")}
    if issubclass(command, FromSeat):
        return lambda seat: cast(Command, command(seat=seat, **fields))
    return lambda _: cast(Command, command(**fields))


def _value(source: object) -> object:
    return source() if callable(source) else source
