"""The recipe "A command", followed with a wave of the hand, a new subject of its own."""

from tests.recipes.tree import Tree

SUBJECT = "app/rooms/waving"


def add_command(tree: Tree) -> None:
    """The subject's files, its place among the others, its message, what the record tells, the protocol."""
    for name, text in FILES.items():
        tree.write(f"{SUBJECT}/{name}.py", text)
    tree.after("app/rooms/subjects.py", "from app.rooms.votes import VOTES\n", "from app.rooms.waving import WAVING\n")
    tree.replace("app/rooms/subjects.py", "TALK, REMINDERS)", "TALK, REMINDERS, WAVING)")
    for module, names in (("commands", "WaveCommand, WaveOfSeat"), ("facts", "WaveFact, WaveForAll")):
        after = {"commands": "VoteCommand, VoteOfSeat\n", "facts": "VoteFact, VoteForAll\n"}[module]
        lines = f"from app.rooms.waving.{module} import *\nfrom app.rooms.waving.{module} import {names}\n"
        tree.after(f"app/rooms/{module}.py", after, lines)
    tree.after("app/rooms/commands.py", "    | ReminderOfSeat\n", "    | WaveOfSeat\n")
    tree.after("app/rooms/commands.py", "    | ReminderCommand\n", "    | WaveCommand\n")
    tree.after("app/rooms/facts.py", "    | ReminderFact\n", "    | WaveFact\n")
    tree.after("app/rooms/facts.py", "    | TalkForAll\n", "    | WaveForAll\n")
    tree.write("app/web/messages/waving.py", MESSAGE)
    tree.after("app/web/messages/parse.py", "    | LookMessage", "\n    | WaveMessage")
    imported = "from app.web.messages.votes import VoteMessage\n"
    tree.after("app/web/messages/parse.py", imported, "from app.web.messages.waving import WaveMessage\n")
    tree.after(
        "app/records/export.py", '    f.TimeGiven: ("seat", "span", "by"),\n', '    f.Waved: ("seat", "hand"),\n'
    )
    tree.after("app/records/bounds.py", '    (f.VoteCast, "motion"): _is_word,\n', '    (f.Waved, "hand"): _is_word,\n')
    said = "| `lift` | `ask` | an asked seat that has sealed | take the sealed choice back. Nobody is told |\n"
    tree.after("docs/protocol.md", said, "| `wave` | `hand` | a seat, during a game | wave with `left` or `right` |\n")
    tree.after("docs/protocol.md", "| `SeatLeft` | `seat` |\n", "| `Waved` | `seat`, `hand` |\n")


FILES = {
    "__init__": '''"""Waving over the table."""

from typing import get_args

from app.rooms.schema.subject import Subject
from app.rooms.waving import commands, decide, facts, fold

WAVING = Subject(
    commands=(commands.WaveCommand,),
    of_seats=(commands.WaveOfSeat,),
    for_all=(facts.WaveForAll,),
    for_seat=(),
    decide=decide.decide,
    fold=fold.fold,
)
''',
    "commands": '''"""Commands: waving over the table."""

from dataclasses import dataclass

from engine.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Wave:
    """Wave with one hand."""

    seat: Seat
    hand: str


WaveOfSeat = Wave
WaveCommand = WaveOfSeat
''',
    "facts": '''"""Facts: waving over the table."""

from dataclasses import dataclass

from engine.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Waved:
    """The player waved with that hand."""

    seat: Seat
    hand: str


WaveForAll = Waved
WaveFact = WaveForAll
''',
    "decide": '''"""Decisions about waving."""

from app.rooms.model.ids import Millis
from app.rooms.model.refusals import Refusal, no_game, refuse
from app.rooms.model.room import Room
from app.rooms.waving.commands import WaveCommand
from app.rooms.waving.facts import WaveFact, Waved

HANDS = ("left", "right")


def decide(room: Room, command: WaveCommand, now: Millis) -> tuple[WaveFact, ...] | Refusal:
    """Waving is for games."""
    if command.hand not in HANDS:
        return refuse("bad_field")
    return (Waved(command.seat, command.hand),) if room.phase == "playing" else no_game(room.phase)
''',
    "fold": '''"""The fold of waving."""

from app.rooms.model.ids import Millis
from app.rooms.model.room import Room
from app.rooms.waving.facts import WaveFact


def fold(room: Room, fact: WaveFact, at: Millis) -> Room:
    """Nothing stays of it but that it was."""
    return room
''',
}

MESSAGE = '''"""Messages about waving."""

from typing import Annotated, Literal

from pydantic import Field

from app.rooms.waving.commands import Wave
from app.web.messages.base import CommandMessage, Given, Maker


class WaveMessage(CommandMessage):
    """Wave with one hand."""

    do: Literal["wave"]
    hand: Annotated[str, Field(max_length=8)]

    def maker(self, given: Given) -> Maker:
        """As in CommandMessage."""
        return lambda seat: Wave(seat, self.hand)
'''
