"""Fields of commands that the server fills in: no message has them.

No client chooses a seed, a key or the seat that it acts for."""

from collections.abc import Iterator
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import orjson
import pytest
from msgspec import Struct

from app.rooms.commands import Begin, MakeReturnLink, SetVoiceLink, TakeSeat
from app.rooms.model.ids import Digest
from app.rooms.schema.command import FILLED, FromSeat
from app.rooms.subjects import SUBJECTS
from app.web.messages.commands import MESSAGES, Message, fill, message_type
from app.web.messages.parse import InvalidMessage, read, read_command
from engine.core.seats import Seat
from tests.web.messages.test_commands import GOOD

COMMANDS: list[type[Struct]] = [command for subject in SUBJECTS for command in subject.commands]


def parts(hint: object) -> Iterator[object]:
    """Yield a type, its annotations and all types it consists of."""
    yield hint
    for inner in get_args(hint):
        yield from parts(inner)


def bare(hint: object) -> object:
    """Return a type without its annotations."""
    return bare(get_args(hint)[0]) if get_origin(hint) is Annotated else hint


def hints(command: type[Struct]) -> dict[str, Any]:
    """Return the declared types of a command's fields, with their annotations."""
    return get_type_hints(command, include_extras=True)


MARKED = {(name, bare(hint)) for command in COMMANDS for name, hint in hints(command).items() if FILLED in parts(hint)}
"""Fields that are marked in some command, by name and type.

The server fills them in in every command, marked or not."""


def find_server_fields(command: type[Struct]) -> set[str]:
    """Return the fields of a command that the server fills in.

    They are the sender's seat, marked fields, and digests of secrets."""
    asker = {"seat"} if issubclass(command, FromSeat) else set()
    fields = hints(command).items()
    return asker | {name for name, hint in fields if (name, bare(hint)) in MARKED or {FILLED, Digest} & {*parts(hint)}}


def chosen(message: type[Message]) -> set[str]:
    """Return the fields of a message that the server should fill in."""
    command = message.asks_for
    return set() if command is None else find_server_fields(command) & {*message.__struct_fields__}


def test_there_are_fields_that_the_server_fills_in() -> None:
    names = {name for command in COMMANDS for name in find_server_fields(command)}
    assert names > {
        "seat",
        "seed",
        "edition",
        "key",
        "code",
        "watch_key",
        "asker",
        "until",
        "heirs",
        "present",
        "holder",
    }
    assert "link" in find_server_fields(MakeReturnLink)
    assert "link" not in find_server_fields(SetVoiceLink)


@pytest.mark.parametrize("command", MESSAGES)
def test_no_message_chooses_what_the_server_fills_in(command: type[Struct]) -> None:
    assert chosen(MESSAGES[command]) == set()


@pytest.mark.parametrize("command", MESSAGES)
def test_message_with_field_filled_by_server_is_refused_by_name(command: type[Struct]) -> None:
    do = str(MESSAGES[command].__struct_config__.tag)
    for name in find_server_fields(command) - {*MESSAGES[command].__struct_encode_fields__}:
        answer = read_command(orjson.dumps({"do": do, **GOOD[do], name: 1}))
        assert isinstance(answer, InvalidMessage)
        assert answer.refusal.say == f"That message has no field {name}."


@pytest.mark.parametrize("command", [command for command in MESSAGES if issubclass(command, FromSeat)])
def test_seat_named_in_message_is_not_asking_seat(command: type[Struct]) -> None:
    do = str(MESSAGES[command].__struct_config__.tag)
    message = read_command(orjson.dumps({"do": do, **GOOD[do]}))
    assert isinstance(message, Message)
    made: Any = fill(message, edition=None, asker="", link="", until=0, call="")(Seat(4))
    assert made.seat == 4


class Unmarked(FromSeat, frozen=True, tag="unmarked"):
    """Mutant whose seed is like another command's, but unmarked."""

    seed: str


class Hidden(FromSeat, frozen=True, tag="hidden"):
    """Mutant whose mark stands within a type."""

    link: Annotated[Digest, FILLED] | None = None


class Held(FromSeat, frozen=True, tag="held"):
    """Mutant that lets a client choose the device."""

    holder: Digest


@pytest.mark.parametrize(
    ("message", "wrong"),
    [
        (message_type(Unmarked), {"seed"}),
        (message_type(Hidden), {"link"}),
        (message_type(Held), {"holder"}),
        (message_type(Begin, known=frozenset({"seed"})), {"seed"}),
    ],
)
def test_a_message_that_chooses_it_is_found_out(message: type[Message], wrong: set[str]) -> None:
    assert chosen(message) == wrong


def test_command_without_protocol_name_cannot_be_sent() -> None:
    assert TakeSeat not in MESSAGES
    assert isinstance(read_command(b'{"do":"TakeSeat","name":"Eve","holder":"","key":null}'), InvalidMessage)
    message = message_type(Begin, known=frozenset({"seed"}))
    assert isinstance(read(message, {"do": "begin", "seed": "chosen"}), message), "the lesson's own, which nobody sends"
    assert isinstance(read_command(b'{"do":"begin","seed":"chosen"}'), InvalidMessage)
