"""What a resolution did: facts with a clause, an audience and a text; and the steps that led from one state to the
next.

A happening's text is one line, ``X4.1 buys round=3 seat=1 price=23 cards=[red,blue]``, and parses back to itself."""

import re
from typing import Generic, NamedTuple, TypeVar

from engine.core.errors import BadText
from engine.core.plain import Plain, plain
from engine.core.seats import Seat, Viewer

S = TypeVar("S")

Detail = int | str | tuple[int | str, ...]
"""A number, a card's text, or several of these."""

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|-?[0-9]{1,18}")


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


def parse_happening(text: str) -> Happening:
    """The happening that prints as ``text``. Raises BadText."""
    head = text.split(" ")
    if len(head) < 3 or not head[2].startswith("round="):
        raise BadText(f"no happening: {text!r}")
    seat: Seat | None = None
    audience: tuple[Seat, ...] | None = None
    details: list[tuple[str, Detail]] = []
    for part in head[3:]:
        name, equals, written = part.partition("=")
        if not equals:
            raise BadText(f"no detail: {part!r}")
        value = _read(written)
        if name == "seat" and isinstance(value, int):
            seat = Seat(value)
        elif name == "for" and isinstance(value, tuple):
            audience = _seats(value, text)
        else:
            details.append((name, value))
    number = _read(head[2].removeprefix("round="))
    if not isinstance(number, int):
        raise BadText(f"no round: {text!r}")
    happening = Happening(head[0], head[1], number, seat, tuple(details), audience)
    if happening.text != text:
        raise BadText(f"not the canonical text of a happening: {text!r}")
    return happening


def _seats(value: tuple[int | str, ...], text: str) -> tuple[Seat, ...]:
    if not all(isinstance(number, int) for number in value):
        raise BadText(f"no seats: {text!r}")
    return tuple(Seat(int(number)) for number in value)


def _written(value: Detail) -> str:
    if isinstance(value, tuple):
        return "[" + ",".join(str(item) for item in value) + "]"
    return str(value)


def _read(written: str) -> Detail:
    if written.startswith("[") and written.endswith("]"):
        inner = written[1:-1]
        return tuple(_read_word(word) for word in inner.split(",")) if inner else ()
    return _read_word(written)


def _read_word(word: str) -> int | str:
    if not _WORD.fullmatch(word):
        raise BadText(f"no number or word: {word!r}")
    return int(word) if word.lstrip("-").isdigit() else word


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
