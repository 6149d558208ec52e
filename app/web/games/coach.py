"""The coach: a few sentences beside a prompt, for newcomers. Each game says its own, from the viewer's view alone, so
that it can tell nobody more than the table does."""

from collections.abc import Iterable
from dataclasses import dataclass

from app.rooms.view_types import RoomView
from app.web.text.sentences import Part, Speech, parts_of

MOST_HINTS = 3


@dataclass(frozen=True, slots=True)
class Letter:
    """What a lesson says besides: the welcome, or what comes after the first round."""

    title: str
    lines: tuple[str, ...]
    is_steps: bool
    """Whether the lines are steps, to be numbered."""


@dataclass(frozen=True, slots=True)
class Coach:
    """What the coach says now."""

    about: tuple[Part, ...]
    """What the table is at, in one sentence."""
    hints: tuple[tuple[Part, ...], ...]
    """What to look at before choosing: two or three where something is asked, none otherwise."""
    clause: str
    """The rule behind it."""
    letter: Letter | None = None


def coach(clause: str, about: str, hints: Iterable[str] = ()) -> Coach:
    """The coach's words; of the hints the first that say something."""
    said = [parts_of(hint) for hint in hints if hint]
    return Coach(parts_of(about), tuple(said[:MOST_HINTS]), clause)


def is_lesson(view: RoomView) -> bool:
    """Whether somebody learns here alone against bots, with the coach."""
    return bool(view.room.options["coach"]) and [part.seat for part in view.seats if part.bot is None] == [view.you]


def welcome(speech: Speech, board: str, hand: str) -> Letter:
    """The first card of a lesson: the table in four steps."""
    _ = speech.words.gettext
    lines = (
        _("The seats: you and two bots, each with a colour, a crest and a letter."),
        board,
        hand,
        _("Sealing: pick a card and press Seal. Once everyone has, all cards are revealed together."),
    )
    return Letter(_("Welcome to the table"), lines, is_steps=True)


def played(speech: Speech, said: str) -> Letter:
    """What a lesson says after its first round."""
    _ = speech.words.gettext
    lines = (
        said,
        _("Wondering why? Tap a small number like the one below to read the rule."),
        _("Play on as long as you like. To play with friends, go Home, press Play with friends and send the link."),
    )
    return Letter(_("Well played"), lines, is_steps=False)
