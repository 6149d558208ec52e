"""Coach: one sentence at a time for newcomers, and the matching part of the page.

Each game brings a lesson: lines for each phase of a round, with later ones for when the phase comes up again. The
player's device remembers the lines it has shown and takes the next. Lines come only from the viewer's own view and
from the reveals, so they reveal no more than the table does."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Generic, TypeVar

from app.rooms.views.view_types import RoomView
from app.web.text.languages import mark
from app.web.text.sentences import Part, Speech, parts_of

E = TypeVar("E")

ROUNDS = 3
"""Number of rounds or turns after which the coach folds away."""

SEAL = ".seal-button"
SEATS = ".guests .seat:not(.is-you)"
"""Other players."""
SEALS = ".guests .seat"
"""State of each player."""
CHOICES = "#prompt .choice"
"""Choices of the prompt, or the pieces and places that represent them."""
PLAYED = "[popovertarget=last_round], #last_round"
INVITES = ".coach-tools > a"
"""Coach's button to a table with friends."""

SEALING = "sealing"
"""Phase between picking a card and sealing it; only the page knows it."""

PRESS_SEAL = mark("Press Seal: your choice stays secret until everyone has sealed.")


def piece(id: str) -> str:
    """Return the selector of the piece with that id."""
    return f"#it-{id}"


def player(number: int) -> str:
    """Return the selector of that player."""
    return f"#seat-{number}"


def place(id: str) -> str:
    """Return the selector of the place with that id."""
    return f"#at-{id}"


def nothing(_seat_view: object) -> tuple[str, ...]:
    """Point at nothing."""
    return ()


@dataclass(frozen=True, slots=True)
class Line(Generic[E]):
    """Sentence of a lesson."""

    round: int
    """First round in which it may be said."""
    says: str
    spots: Callable[[E], Iterable[str]]
    """Function from the seat's view to the selectors it points at."""
    is_late: bool = False
    """True if it is said even after the coach has folded away by itself."""
    is_last: bool = False
    """True if it says that the player knows the game now."""


@dataclass(frozen=True, slots=True)
class Tip:
    """Sentence that may be said now."""

    key: str
    """Key under which a device remembers that it was said."""
    phase: str
    """Phase of the sentence; one sentence per phase is said at a time."""
    says: tuple[Part, ...]
    spots: tuple[str, ...] = ()
    """Selectors of the elements it is about."""
    is_late: bool = False
    is_last: bool = False


Said = tuple[str, Iterable[str]]
"""Hint in the reader's language, empty for none, and the selectors it points at."""


@dataclass(frozen=True, slots=True)
class Hint:
    """Hint before the present choice."""

    says: tuple[Part, ...]
    spots: tuple[str, ...]
    """Selectors of the elements it is about."""


@dataclass(frozen=True, slots=True)
class Coach:
    """Sentences that the coach may say now."""

    tips: tuple[Tip, ...]
    """Sentences of the lesson, in order."""
    hints: tuple[Hint, ...]
    """Hints, the most useful first; none without an ask."""
    is_over: bool
    """True if the lesson has come to its end."""


def tips(
    lines: Mapping[str, Sequence[Line[E]]], phases: Iterable[tuple[str, int]], seat_view: E, speech: Speech
) -> tuple[Tip, ...]:
    """Return the lines for these phases, each phase with its round.

    Lines about something that is not on the table are left out."""
    _ = speech.words.gettext
    return tuple(
        Tip(f"{phase}-{number}", phase, parts_of(_(line.says)), spots, line.is_late, line.is_last)
        for phase, round in phases
        for number, line in enumerate(lines[phase])
        if line.round <= round and ((spots := tuple(line.spots(seat_view))) or line.spots is nothing)
    )


MOST_HINTS = 4
"""Maximum number of hints before a choice."""


def hints(said: Iterable[Said]) -> tuple[Hint, ...]:
    """Return the first hints that are not empty."""
    return tuple(islice((Hint(parts_of(hint), tuple(spots)) for hint, spots in said if hint), MOST_HINTS))


def is_lesson(view: RoomView) -> bool:
    """Return whether one person learns alone against bots."""
    return bool(view.room.options["coach"]) and [part.seat for part in view.seats if part.bot is None] == [view.you]
