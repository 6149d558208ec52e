"""Recipe "A command", followed with a wave of the hand, a new subject of its own."""

from tests.recipes.tree import Tree


def add_command(tree: Tree) -> None:
    """Add the subject's module, its place among the others, and its protocol."""
    tree.write("app/rooms/waving.py", WAVING)
    tree.insert_after(
        "app/rooms/subjects.py", "from app.rooms.votes import VOTES\n", "from app.rooms.waving import WAVING\n"
    )
    tree.replace("app/rooms/subjects.py", "    DEALS,\n", "    DEALS,\n    WAVING,\n")
    for module, kind in (("commands", "Command"), ("events", "Event")):
        lines = f"from app.rooms.waving import *\nfrom app.rooms.waving import Wave{kind}\n"
        tree.insert_after(f"app/rooms/{module}.py", f"from app.rooms.votes import Vote{kind}\n", lines)
        tree.insert_after(f"app/rooms/{module}.py", f"    | Reminder{kind}\n", f"    | Wave{kind}\n")
    said = "| `lift` | `ask` | an asked seat that has sealed | take the sealed choice back. Nobody is told |\n"
    tree.insert_after(
        "docs/protocol.md", said, "| `wave` | `hand` | a seat, during a game | wave with `left` or `right` |\n"
    )
    tree.insert_after("docs/protocol.md", "| `SeatLeft` | `seat` |\n", "| `Waved` | `seat`, `hand` |\n")


WAVING = '''"""Waving over the table."""

from typing import Annotated

from app.rooms.model.ids import Millis
from app.rooms.model.refusals import Refusal, no_game, refuse
from app.rooms.model.room import Room
from app.rooms.model.values import Meta
from app.rooms.schema.bounds import is_word
from app.rooms.schema.command import FromSeat
from app.rooms.schema.event import event
from app.rooms.schema.subject import Subject
from engine.core.seats import Seat

__all__ = ["Wave", "WaveCommand", "WaveEvent", "Waved"]

HANDS = ("left", "right")


class Wave(FromSeat, frozen=True, tag="wave"):
    """Wave with one hand."""

    hand: Annotated[str, Meta(max_length=8)]


WaveCommand = Wave


@event(record="seat hand")
class Waved:
    """The player waved with that hand."""

    seat: Seat
    hand: Annotated[str, is_word]


WaveEvent = Waved


def decide(room: Room, command: WaveCommand, now: Millis) -> tuple[WaveEvent, ...] | Refusal:
    """Waving is for games."""
    if command.hand not in HANDS:
        return refuse("bad_field")
    return (Waved(command.seat, command.hand),) if room.phase == "playing" else no_game(room.phase)


def fold(room: Room, event: WaveEvent, at: Millis) -> Room:
    """Nothing stays of it but that it was."""
    return room


WAVING = Subject(commands=(WaveCommand,), events=(WaveEvent,), decide=decide, fold=fold)
'''
