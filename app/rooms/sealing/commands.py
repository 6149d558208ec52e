"""Commands about cards: sealing, lifting, plans, reveals."""

from typing import Annotated

from app.rooms.model.ids import AskNumber
from app.rooms.model.values import Frozen, Meta
from app.rooms.schema.command import Ask, FromSeat
from engine.core.seats import Seat

Choice = Annotated[str, Meta(max_length=1_000)]
"""Choice, or a condition."""


class Seal(FromSeat, frozen=True, tag="seal"):
    """Seal this choice, or replace the sealed one by it."""

    ask: Ask
    choice: Choice


class MakePlan(FromSeat, frozen=True, tag="plan"):
    """Plan what to seal when I am asked next.

    It is the first of these choices that is legal then. None: withdraw the plan."""

    ask: Ask
    choices: Annotated[tuple[Choice, ...], Meta(max_length=16)]
    when: Annotated[
        tuple[Annotated[tuple[Choice, ...], Meta(min_length=2, max_length=17)], ...], Meta(max_length=3)
    ] = ()
    """Conditional choices, each a condition and its choices.

    The first whose condition holds replaces the others."""


class Lift(FromSeat, frozen=True, tag="lift"):
    """Take the sealed choice back."""

    ask: Ask


class SealForBot(Frozen, frozen=True):
    """Seal a bot's choice for the seat that it plays."""

    seat: Seat
    ask: AskNumber
    choice: str


class UsePlan(Frozen, frozen=True):
    """Use the plan of a seat that is asked now."""

    ask: AskNumber
    seat: Seat


class RevealCards(Frozen, frozen=True):
    """Reveal the cards: the time has come."""

    ask: AskNumber


class Expire(Frozen, frozen=True):
    """Act on a seat whose time for the ask has run out."""

    ask: AskNumber
    seat: Seat


SealingCommand = Seal | MakePlan | Lift | SealForBot | UsePlan | RevealCards | Expire
