"""The coach: one sentence at a time for newcomers, and the part of the page that it speaks of.

Each game brings a lesson: lines for each phase of a round, the later ones for when it comes up again. What a player has
heard is kept by the player's device, which also takes the next line. All of it is made from the viewer's own view and
from what was revealed, so that it can tell nobody more than the table does."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Generic, TypeVar

from app.rooms.views.view_types import RoomView
from app.web.text.languages import noted
from app.web.text.sentences import Part, Speech, parts_of

E = TypeVar("E")

ROUNDS = 3
"""After so many rounds or turns the coach folds away."""

SEAL = ".seal-button"
SEATS = ".guests .seat:not(.is-you)"
"""The others."""
SEALS = ".guests .seat"
"""How everybody is doing."""
CHOICES = "#prompt .choice"
"""What can be chosen: where a piece or a place of the picture stands for it, that one."""
PLAYED = "[popovertarget=last_round], #last_round"
INVITES = ".coach-tools > a"
"""The coach's own button to a table with friends."""

SEALING = "sealing"
"""The phase between a card that is picked and its seal: it comes up on the page alone."""

PRESS_SEAL = noted("Press Seal: your choice stays secret until everyone has sealed.")


def piece(id: str) -> str:
    """Points at the piece with that id."""
    return f"#it-{id}"


def player(number: int) -> str:
    """Points at that player."""
    return f"#seat-{number}"


def place(id: str) -> str:
    """Points at the place with that id."""
    return f"#at-{id}"


def nothing(_seat_view: object) -> tuple[str, ...]:
    """Points nowhere."""
    return ()


@dataclass(frozen=True, slots=True)
class Line(Generic[E]):
    """A sentence of a lesson."""

    round: int
    """From which round on it may be said."""
    says: str
    spots: Callable[[E], Iterable[str]]
    """Where it points, by what the viewer sees."""
    is_late: bool = False
    """Whether it is said although the coach has folded away by itself."""
    is_last: bool = False
    """Whether it tells that one knows the game now."""


@dataclass(frozen=True, slots=True)
class Tip:
    """A sentence that may be said now."""

    key: str
    """Its name, by which a device knows that it was said."""
    phase: str
    """Of each phase one sentence is said at a time."""
    says: tuple[Part, ...]
    spots: tuple[str, ...] = ()
    """Selectors of what it speaks of."""
    is_late: bool = False
    is_last: bool = False


Said = tuple[str, Iterable[str]]
"""A hint in the reader's words, empty where there is none, and where it points."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What to look at before the present choice."""

    says: tuple[Part, ...]
    spots: tuple[str, ...]
    """Selectors of what it speaks of."""


@dataclass(frozen=True, slots=True)
class Coach:
    """What the coach may say now."""

    tips: tuple[Tip, ...]
    """The lesson's, in the order in which they are said."""
    hints: tuple[Hint, ...]
    """The most useful first; none where nothing is asked."""
    is_over: bool
    """Whether the lesson has come to its end."""


def tips(
    lines: Mapping[str, Sequence[Line[E]]], phases: Iterable[tuple[str, int]], seat_view: E, speech: Speech
) -> tuple[Tip, ...]:
    """The lines that may be said of these phases, each with the round it came up in; none that would speak of what
    there is not."""
    _ = speech.words.gettext
    return tuple(
        Tip(f"{phase}-{number}", phase, parts_of(_(line.says)), spots, line.is_late, line.is_last)
        for phase, round in phases
        for number, line in enumerate(lines[phase])
        if line.round <= round and ((spots := tuple(line.spots(seat_view))) or line.spots is nothing)
    )


MOST_HINTS = 4
"""More are not read before a choice."""


def hints(said: Iterable[Said]) -> tuple[Hint, ...]:
    """Of these hints the first that say something."""
    return tuple(islice((Hint(parts_of(hint), tuple(spots)) for hint, spots in said if hint), MOST_HINTS))


def is_lesson(view: RoomView) -> bool:
    """Whether somebody learns here alone against bots."""
    return bool(view.room.options["coach"]) and [part.seat for part in view.seats if part.bot is None] == [view.you]
