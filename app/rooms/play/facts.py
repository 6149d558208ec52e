"""The facts of a room's games. The rest of a room's facts are in ``facts``, which names these too.

What is said there of names and fields holds here."""

from dataclasses import dataclass
from typing import Literal

from app.rooms.model.ids import AskNumber, Digest, Millis
from engine.core.options import Value
from engine.core.plain import Plain
from engine.core.seats import Seat

Sealer = Literal["seat", "bot", "clock", "ahead"]
"""Who made a choice: the seat's player, now or ahead of the ask, a bot in its place, or the clock at zero."""


@dataclass(frozen=True, slots=True)
class GameBegun:
    """A game began. The seed is a secret until the game has finished; its commitment is public."""

    number: int
    """1 for the first game of the room."""
    game: str
    players: tuple[Seat, ...]
    """The room's seats that play, in seat order: the game's seat n is the n-th of them."""
    options: dict[str, Value]
    edition: Plain
    seed: str
    """256 bit, hexadecimal: all chance of the game is derived from it."""
    commitment: Digest
    """SHA-256 of the seed's bytes."""


@dataclass(frozen=True, slots=True)
class ChoiceSealed:
    """A seat's choice lies sealed, or a new one in its place. Secret until the reveal."""

    ask: AskNumber
    seat: Seat
    choice: str
    by: Sealer = "seat"


@dataclass(frozen=True, slots=True)
class ChoiceLifted:
    """The seat took its choice back. Secret: others are never told of it."""

    ask: AskNumber
    seat: Seat


@dataclass(frozen=True, slots=True)
class AheadSealed:
    """The seat said during an ask what it will seal when it is asked next: the first of these choices that is legal
    then. None of them: it takes back what it said. Secret."""

    ask: AskNumber
    seat: Seat
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AheadDropped:
    """Nothing the seat said ahead is legal at this ask: it has to choose now. Secret."""

    ask: AskNumber
    seat: Seat


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
class Nudged:
    """A seat that the table waits for was nudged."""

    ask: AskNumber
    seat: Seat
    by: Seat


@dataclass(frozen=True, slots=True)
class Paused:
    """The table rests: no choice is taken, no clock runs."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Resumed:
    """The table goes on; the time of the pause is given back."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class OutageCredited:
    """The server was away: every running time moves by ``span``."""

    span: Millis
