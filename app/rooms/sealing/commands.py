"""Commands: cards: sealed, lifted, said ahead, opened."""

from dataclasses import dataclass

from app.rooms.model.ids import AskNumber
from engine.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Seal:
    """Seal this choice, or put it in the place of the sealed one."""

    seat: Seat
    ask: AskNumber
    choice: str


@dataclass(frozen=True, slots=True)
class SealAhead:
    """Say during an ask what to seal when I am asked next: the first of these choices that is legal then. None: take
    back what I said."""

    seat: Seat
    ask: AskNumber
    choices: tuple[str, ...]
    when: tuple[tuple[str, ...], ...] = ()
    """Instead of them the choices of the first of these whose condition holds then: a condition and its choices
    each."""


@dataclass(frozen=True, slots=True)
class Lift:
    """Take the sealed choice back."""

    seat: Seat
    ask: AskNumber


@dataclass(frozen=True, slots=True)
class SealForBot:
    """A bot's choice for the seat it plays."""

    seat: Seat
    ask: AskNumber
    choice: str


@dataclass(frozen=True, slots=True)
class UseAhead:
    """The seat that said ahead what it would seal is asked."""

    ask: AskNumber
    seat: Seat


@dataclass(frozen=True, slots=True)
class Open:
    """The moment of opening has come."""

    ask: AskNumber


@dataclass(frozen=True, slots=True)
class Expire:
    """The seat's time for the ask has run out."""

    ask: AskNumber
    seat: Seat


SealingOfSeat = Seal | SealAhead | Lift
"""Those that only the player of their ``seat`` can give."""

SealingCommand = SealingOfSeat | SealForBot | UseAhead | Open | Expire
