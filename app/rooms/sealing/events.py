"""Events: cards: sealed, lifted, planned, revealed."""

from typing import Annotated

from app.rooms.model.ids import AskNumber, Digest, Millis
from app.rooms.model.options import MAX_GRACE_S
from app.rooms.model.play import DigestOf, Sealer
from app.rooms.schema.bounds import each, is_choice, is_count
from app.rooms.schema.event import event
from engine.core.seats import Seat

MOST_PLANNED = 16
"""Choices that can be planned, for each condition and without any."""

MOST_CONDITIONS = 3
"""What is planned can be made to depend on so many."""


def is_within_grace(opens_at: Millis, at: Millis) -> bool:
    """A moment that the longest grace pause reaches."""
    return at <= opens_at <= at + 1000 * MAX_GRACE_S


@event(record="", finished="ask seat choice by", is_of_now=True)
class ChoiceSealed:
    """A seat's choice lies sealed, or a new one in its place. Secret until the reveal."""

    ask: AskNumber
    seat: Seat
    choice: Annotated[str, is_choice]
    by: Sealer = "seat"


@event(record="", finished="ask opens_at", is_of_now=True)
class AllSealed:
    """Everybody has sealed; the cards are revealed at ``opens_at`` unless one is lifted then."""

    ask: AskNumber
    opens_at: Annotated[Millis, is_within_grace]


@event(record="", finished="ask", is_of_now=True)
class RevealHeld:
    """The moment of the reveal came while a card was lifted: the table goes on waiting."""

    ask: AskNumber


@event(record="ask", finished="ask digest made_of")
class Revealed:
    """All choices of the ask were revealed and resolved."""

    ask: AskNumber
    digest: Digest
    """The game state's digest after the resolution: a fold that comes to another one has gone wrong."""
    made_of: DigestOf = "dump"


@event(record="number")
class GameFinished:
    """The game ended and its seed is public."""

    number: Annotated[int, is_count]


@event(record="ask seat", is_of_now=True)
class RanOut:
    """A seat's time for the ask is over (gentle clock): the others may hand it to a stand-in."""

    ask: AskNumber
    seat: Seat


@event(record="", finished="ask seat", for_seat=True)
class ChoiceLifted:
    """The seat took its choice back. Secret: others are never told of it."""

    ask: AskNumber
    seat: Seat


@event(record="", finished="ask seat choices when", for_seat=True)
class PlanMade:
    """The seat said during an ask what it will seal when it is asked next: the first of these choices that is legal
    then. None of them, and no condition: it takes back what it said. Secret."""

    ask: AskNumber
    seat: Seat
    choices: Annotated[tuple[str, ...], each(is_choice, MOST_PLANNED)]
    when: Annotated[tuple[tuple[str, ...], ...], each(each(is_choice, 1 + MOST_PLANNED, least=2), MOST_CONDITIONS)] = ()
    """A condition on what is revealed until then, and its choices, each: the first that holds counts instead."""


@event(record="", finished="ask seat", for_seat=True)
class PlanDropped:
    """Nothing the seat planned is legal at this ask: it has to choose now. Secret."""

    ask: AskNumber
    seat: Seat


SealingEvent = (
    ChoiceSealed | AllSealed | RevealHeld | Revealed | GameFinished | RanOut | ChoiceLifted | PlanMade | PlanDropped
)
