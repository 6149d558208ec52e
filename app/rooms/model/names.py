"""Players' names: their checks and their changes."""

from app.rooms.model.refusals import Refusal, refuse
from app.rooms.model.text.characters import Fault, fault_of_length, read_text
from app.rooms.model.values import Frozen

MAX_GRAPHEMES = 24
MAX_BYTES = 240
MAX_TYPED = 400
"""Most typed characters that are read, with spaces and invisible ones."""

SENTENCES: dict[Fault, str] = {
    Fault.EMPTY: "Type a name.",
    Fault.UNSEEN: "Nobody could see that name. Use letters, digits or emoji.",
    Fault.LONG: "That name is too long. Use a name of 1 to 24 letters.",
    Fault.HEAVY: "That name is made of too many parts. Use a shorter one.",
    Fault.CONTROL: "There are control characters in that name. Type it by hand instead of pasting it.",
    Fault.TURNED: "Something in that name turns the writing around. Type it by hand instead of pasting it.",
    Fault.HIDDEN: "Something in that name can't be seen. Type it by hand instead of pasting it.",
    Fault.STACKED: "Too many accents stand on one letter of that name. Use fewer.",
    Fault.UNKNOWN: "One character in that name can't be shown on every device. Leave it out.",
}
"""Sentences for players who type such a name."""


def read_name(text: str) -> str | Refusal:
    """Return the name as displayed, or the refusal.

    It has 1 to 24 visible characters and at most 240 bytes."""
    shown = read_text(text, is_name=True) if len(text) <= MAX_TYPED else Fault.LONG
    fault = shown if isinstance(shown, Fault) else fault_of_length(shown, MAX_GRAPHEMES, MAX_BYTES)
    return refuse("bad_field", SENTENCES[fault]) if fault is not None else str(shown)


def name(text: str) -> str | None:
    """Return the name as displayed; None if it is invalid."""
    shown = read_name(text)
    return None if isinstance(shown, Refusal) else shown


class NameChange(Frozen, frozen=True, gc=False):
    """Change of a player's name."""

    before: str
    now: str
    games: int
    """Number of games that had begun by then. Their results have the old name."""
