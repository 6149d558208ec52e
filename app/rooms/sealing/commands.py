"""Commands: cards: sealed, lifted, planned, revealed."""

from typing import Annotated

from app.rooms.model.ids import AskNumber
from app.rooms.model.values import Frozen, Meta
from app.rooms.schema.command import Ask, FromSeat
from engine.core.seats import Seat

Choice = Annotated[str, Meta(max_length=1_000)]
"""A choice, or a condition."""


class Seal(FromSeat, frozen=True, tag="seal"):
    """Seal this choice, or put it in the place of the sealed one."""

    ask: Ask
    choice: Choice


class MakePlan(FromSeat, frozen=True, tag="plan"):
    """Say during an ask what to seal when I am asked next: the first of these choices that is legal then. None: take
    back what I said."""

    ask: Ask
    choices: Annotated[tuple[Choice, ...], Meta(max_length=16)]
    when: Annotated[
        tuple[Annotated[tuple[Choice, ...], Meta(min_length=2, max_length=17)], ...], Meta(max_length=3)
    ] = ()
    """Instead of them the choices of the first of these whose condition holds then: a condition and its choices
    each."""


class Lift(FromSeat, frozen=True, tag="lift"):
    """Take the sealed choice back."""

    ask: Ask


class SealForBot(Frozen, frozen=True):
    """A bot's choice for the seat it plays."""

    seat: Seat
    ask: AskNumber
    choice: str


class UsePlan(Frozen, frozen=True):
    """The seat that has made a plan is asked."""

    ask: AskNumber
    seat: Seat


class RevealCards(Frozen, frozen=True):
    """The moment of the reveal has come."""

    ask: AskNumber


class Expire(Frozen, frozen=True):
    """The seat's time for the ask has run out."""

    ask: AskNumber
    seat: Seat


SealingCommand = Seal | MakePlan | Lift | SealForBot | UsePlan | RevealCards | Expire
