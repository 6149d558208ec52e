"""Cards as whole numbers: a search handles thousands a second of them. The number tells the place too."""

from typing import TypeAlias

from engine.adel_verpflichtet.choices import Action, Card, Location
from engine.adel_verpflichtet.view_types import SeatView

CardCode: TypeAlias = int
"""An action card laid down somewhere: a cheque by its worth, all else by one of these and a thief's seniority."""

PASS: CardCode = 0
"""No card: the seat has none for where it is (A3.4)."""
AUCTION_THIEF: CardCode = 10_000
CASTLE_THIEF: CardCode = 20_000
DETECTIVE: CardCode = 30_000
EXHIBIT: CardCode = 30_001

AUCTION_HOUSE, CASTLE = 0, 1
"""The locations."""


def place_of(card: CardCode) -> int:
    """The location a card lies at."""
    return CASTLE if card >= CASTLE_THIEF else AUCTION_HOUSE


def coded(location: Location, action: Action) -> CardCode:
    """The number of an action card at a location."""
    match action.card:
        case Card.CHEQUE:
            return action.value
        case Card.DETECTIVE:
            return DETECTIVE
        case Card.EXHIBIT:
            return EXHIBIT
    return (CASTLE_THIEF if location is Location.CASTLE else AUCTION_THIEF) + action.value


def where(seat: SeatView, place: str | None) -> int | None:
    """The location a seat is at this round, ``place`` being where the round is held by itself; None if it is open."""
    at = seat.location or place
    return None if at is None else int(at == Location.CASTLE.value)
