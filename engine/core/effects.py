"""Effects: what a resolution did, and the steps from one state to the next.

An effect has a clause, an audience and a text of one line: ``X4.1 buys round=3 seat=1 price=23 cards=[red,blue]``."""

from typing import Generic, NamedTuple, TypeVar

from engine.core.plain import Plain, to_plain
from engine.core.seats import Seat, Viewer

S = TypeVar("S")

Detail = int | str | tuple[int | str, ...]
"""Number, a card's text, or several of these."""


class Effect(NamedTuple):
    """Effect: one thing that happened at the table."""

    clause: str
    """Rule clause that caused it (``X4.1``; X is the letter of the game's rules)."""
    kind: str
    """Sort of effect, one word of the game (``buys``)."""
    round: int
    """Round in which it happened, 1 for the first."""
    seat: Seat | None = None
    """Seat that did it, if any."""
    details: tuple[tuple[str, Detail], ...] = ()
    """Further details by name, in the order of the text."""
    audience: tuple[Seat, ...] | None = None
    """Seats that may know it; ``None`` for everybody."""

    def detail(self, name: str) -> Detail:
        """Return the detail of that name. Raises KeyError if there is none."""
        return dict(self.details)[name]

    def is_for(self, viewer: Viewer) -> bool:
        """Return whether the viewer may know it."""
        return self.audience is None or viewer in self.audience

    @property
    def text(self) -> str:
        """Canonical text of one line."""
        parts = [self.clause, self.kind, f"round={self.round}"]
        if self.seat is not None:
            parts.append(f"seat={self.seat}")
        parts += [f"{name}={_format_detail(value)}" for name, value in self.details]
        if self.audience is not None:
            parts.append("for=" + _format_detail(tuple(self.audience)))
        return " ".join(parts)


class Step(NamedTuple, Generic[S]):
    """Effect and the state right after it."""

    effect: Effect
    state: S


def _format_detail(value: Detail) -> str:
    if isinstance(value, tuple):
        return "[" + ",".join(str(item) for item in value) + "]"
    return str(value)


def effect_plain(effect: Effect) -> dict[str, Plain]:
    """Return an effect for programs: its text, and its parts by name."""
    return {
        "text": effect.text,
        "clause": effect.clause,
        "kind": effect.kind,
        "round": effect.round,
        "seat": effect.seat,
        "details": {name: to_plain(value) for name, value in effect.details},
    }
