"""What a resolution did: facts with a clause, an audience and a text; and the steps that led from one state to the
next.

A happening's text is one line, ``X4.1 buys round=3 seat=1 price=23 cards=[red,blue]``."""

from typing import Generic, NamedTuple, TypeVar

from engine.core.plain import Plain, plain
from engine.core.seats import Seat, Viewer

S = TypeVar("S")

Detail = int | str | tuple[int | str, ...]
"""A number, a card's text, or several of these."""


class Happening(NamedTuple):
    """One thing that happened at the table."""

    clause: str
    """The rule clause that caused it (``X4.1``, X being the letter of the game's own rules)."""
    kind: str
    """What happened, one word of the game (``buys``)."""
    round: int
    """The round in which it happened, 1 for the first."""
    seat: Seat | None = None
    """Whose doing it was, if anybody's."""
    details: tuple[tuple[str, Detail], ...] = ()
    """What else is to be said, by name, in the order of the text."""
    audience: tuple[Seat, ...] | None = None
    """The seats that may know it; ``None``: everybody."""

    def detail(self, name: str) -> Detail:
        """The detail of that name. Raises KeyError when there is none."""
        return dict(self.details)[name]

    def is_for(self, viewer: Viewer) -> bool:
        """Whether the viewer may know it."""
        return self.audience is None or viewer in self.audience

    @property
    def text(self) -> str:
        """The canonical one-line text."""
        parts = [self.clause, self.kind, f"round={self.round}"]
        if self.seat is not None:
            parts.append(f"seat={self.seat}")
        parts += [f"{name}={_written(value)}" for name, value in self.details]
        if self.audience is not None:
            parts.append("for=" + _written(tuple(self.audience)))
        return " ".join(parts)


class Step(NamedTuple, Generic[S]):
    """A happening and the state right after it."""

    happening: Happening
    state: S


def _written(value: Detail) -> str:
    if isinstance(value, tuple):
        return "[" + ",".join(str(item) for item in value) + "]"
    return str(value)


def happening_plain(happening: Happening) -> dict[str, Plain]:
    """A happening for programs: its text, and its parts by name."""
    return {
        "text": happening.text,
        "clause": happening.clause,
        "kind": happening.kind,
        "round": happening.round,
        "seat": happening.seat,
        "details": {name: plain(value) for name, value in happening.details},
    }
