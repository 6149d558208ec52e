"""Commands: cards: sealed, lifted, said ahead, opened."""

from app.rooms.model.ids import AskNumber
from app.rooms.model.values import Frozen
from engine.core.seats import Seat


class Seal(Frozen, frozen=True):
    """Seal this choice, or put it in the place of the sealed one."""

    seat: Seat
    ask: AskNumber
    choice: str


class SealAhead(Frozen, frozen=True):
    """Say during an ask what to seal when I am asked next: the first of these choices that is legal then. None: take
    back what I said."""

    seat: Seat
    ask: AskNumber
    choices: tuple[str, ...]
    when: tuple[tuple[str, ...], ...] = ()
    """Instead of them the choices of the first of these whose condition holds then: a condition and its choices
    each."""


class Lift(Frozen, frozen=True):
    """Take the sealed choice back."""

    seat: Seat
    ask: AskNumber


class SealForBot(Frozen, frozen=True):
    """A bot's choice for the seat it plays."""

    seat: Seat
    ask: AskNumber
    choice: str


class UseAhead(Frozen, frozen=True):
    """The seat that said ahead what it would seal is asked."""

    ask: AskNumber
    seat: Seat


class Open(Frozen, frozen=True):
    """The moment of opening has come."""

    ask: AskNumber


class Expire(Frozen, frozen=True):
    """The seat's time for the ask has run out."""

    ask: AskNumber
    seat: Seat


SealingOfSeat = Seal | SealAhead | Lift
"""Those that only the player of their ``seat`` can give."""

SealingCommand = SealingOfSeat | SealForBot | UseAhead | Open | Expire
