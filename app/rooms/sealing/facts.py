"""Facts: cards: sealed, lifted, said ahead, opened.

What is said of names and fields in ``app.rooms.facts`` holds here."""

from dataclasses import dataclass

from app.rooms.model.ids import AskNumber, Digest, Millis
from app.rooms.model.play import DigestOf, Sealer
from engine.core.seats import Seat


@dataclass(frozen=True, slots=True)
class ChoiceSealed:
    """A seat's choice lies sealed, or a new one in its place. Secret until the reveal."""

    ask: AskNumber
    seat: Seat
    choice: str
    by: Sealer = "seat"


@dataclass(frozen=True, slots=True)
class AllSealed:
    """Everybody has sealed; the cards are opened at ``opens_at`` unless one is lifted then."""

    ask: AskNumber
    opens_at: Millis


@dataclass(frozen=True, slots=True)
class OpeningHeld:
    """The moment of opening came while a card was lifted: the table goes on waiting."""

    ask: AskNumber


@dataclass(frozen=True, slots=True)
class Revealed:
    """All choices of the ask were opened and resolved."""

    ask: AskNumber
    digest: Digest
    """The game state's digest after the resolution: a fold that comes to another one has gone wrong."""
    made_of: DigestOf = "dump"


@dataclass(frozen=True, slots=True)
class GameFinished:
    """The game ended and its seed is public."""

    number: int


@dataclass(frozen=True, slots=True)
class RanOut:
    """A seat's time for the ask is over (gentle clock): the others may hand it to a stand-in."""

    ask: AskNumber
    seat: Seat


@dataclass(frozen=True, slots=True)
class ChoiceLifted:
    """The seat took its choice back. Secret: others are never told of it."""

    ask: AskNumber
    seat: Seat


@dataclass(frozen=True, slots=True)
class AheadSealed:
    """The seat said during an ask what it will seal when it is asked next: the first of these choices that is legal
    then. None of them, and no condition: it takes back what it said. Secret."""

    ask: AskNumber
    seat: Seat
    choices: tuple[str, ...]
    when: tuple[tuple[str, ...], ...] = ()
    """A condition on what is opened until then, and its choices, each: the first that holds counts instead."""


@dataclass(frozen=True, slots=True)
class AheadDropped:
    """Nothing the seat said ahead is legal at this ask: it has to choose now. Secret."""

    ask: AskNumber
    seat: Seat


SealingForAll = ChoiceSealed | AllSealed | OpeningHeld | Revealed | GameFinished | RanOut
"""Those that everybody may know."""

SealingForSeat = ChoiceLifted | AheadSealed | AheadDropped
"""Those that only their ``seat`` may know."""

SealingFact = SealingForAll | SealingForSeat
