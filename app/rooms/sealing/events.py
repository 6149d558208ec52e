"""Events about cards: sealing, lifting, plans, reveals."""

from typing import Annotated

from app.rooms.model.ids import AskNumber, Digest, Millis
from app.rooms.model.options import MAX_GRACE_S
from app.rooms.model.play import DigestOf, Sealer
from app.rooms.schema.bounds import each, is_choice, is_count
from app.rooms.schema.event import event
from engine.core.seats import Seat

MOST_PLANNED = 16
"""Most choices of a plan, for each condition and without any."""

MOST_CONDITIONS = 3
"""Most conditions of a plan."""


def is_within_grace(opens_at: Millis, at: Millis) -> bool:
    """Return whether the longest grace pause reaches that moment."""
    return at <= opens_at <= at + 1000 * MAX_GRACE_S


@event(record="", finished="ask seat choice by", is_of_now=True)
class ChoiceSealed:
    """A seat sealed a choice, or replaced its sealed one. Secret until the reveal."""

    ask: AskNumber
    seat: Seat
    choice: Annotated[str, is_choice]
    by: Sealer = "seat"


@event(record="", finished="ask opens_at", is_of_now=True)
class AllSealed:
    """Everybody has sealed.

    The cards are revealed at ``opens_at`` unless one is lifted then."""

    ask: AskNumber
    opens_at: Annotated[Millis, is_within_grace]


@event(record="", finished="ask", is_of_now=True)
class RevealHeld:
    """The time of the reveal came while a card was lifted: the table goes on waiting."""

    ask: AskNumber


@event(record="ask", finished="ask digest made_of")
class Revealed:
    """All choices of the ask were revealed and resolved."""

    ask: AskNumber
    digest: Digest
    """Digest of the game state after the resolution.

    A fold with another digest is wrong."""
    made_of: DigestOf = "dump"


@event(record="number")
class GameFinished:
    """The game ended and its seed is public."""

    number: Annotated[int, is_count]


@event(record="ask seat", is_of_now=True)
class RanOut:
    """A seat's time for the ask is over (gentle clock).

    The others may hand it to a stand-in."""

    ask: AskNumber
    seat: Seat


@event(record="", finished="ask seat", for_seat=True)
class ChoiceLifted:
    """The seat took its choice back. Secret: others never learn of it."""

    ask: AskNumber
    seat: Seat


@event(record="", finished="ask seat choices when", for_seat=True)
class PlanMade:
    """The seat planned during an ask what it seals when it is asked next. Secret.

    It is the first of these choices that is legal then. Without choices and conditions the plan is withdrawn."""

    ask: AskNumber
    seat: Seat
    choices: Annotated[tuple[str, ...], each(is_choice, MOST_PLANNED)]
    when: Annotated[tuple[tuple[str, ...], ...], each(each(is_choice, 1 + MOST_PLANNED, least=2), MOST_CONDITIONS)] = ()
    """Conditional choices: a condition on later reveals, then its choices.

    The first condition that holds counts."""


@event(record="", finished="ask seat", for_seat=True)
class PlanDropped:
    """No planned choice is legal at this ask: the seat has to choose. Secret."""

    ask: AskNumber
    seat: Seat


SealingEvent = (
    ChoiceSealed | AllSealed | RevealHeld | Revealed | GameFinished | RanOut | ChoiceLifted | PlanMade | PlanDropped
)
