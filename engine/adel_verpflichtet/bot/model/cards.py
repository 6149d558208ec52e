"""Cards as whole numbers, for speed: a number includes the location."""

from typing import TypeAlias

from engine.adel_verpflichtet.choices import Action, Card, Location
from engine.adel_verpflichtet.view_types import SeatView

CardCode: TypeAlias = int
"""Code of an action card at a location.

A cheque is its worth. Other cards are one of these constants, plus a thief's seniority."""

PASS: CardCode = 0
"""No card: the seat has none for its location (A3.4)."""
AUCTION_THIEF: CardCode = 10_000
CASTLE_THIEF: CardCode = 20_000
DETECTIVE: CardCode = 30_000
EXHIBIT: CardCode = 30_001

AUCTION_HOUSE, CASTLE = 0, 1
"""Codes of the locations."""


def place_of(card: CardCode) -> int:
    """Return the location of a card."""
    return CASTLE if card >= CASTLE_THIEF else AUCTION_HOUSE


def encode_card(location: Location, action: Action) -> CardCode:
    """Return the code of an action card at a location."""
    match action.card:
        case Card.CHEQUE:
            return action.value
        case Card.DETECTIVE:
            return DETECTIVE
        case Card.EXHIBIT:
            return EXHIBIT
    return (CASTLE_THIEF if location is Location.CASTLE else AUCTION_THIEF) + action.value


def location_of(seat: SeatView, place: str | None) -> int | None:
    """Return the location of a seat this round; None while it is open.

    ``place`` is the location of the round if nobody chooses one."""
    at = seat.location or place
    return None if at is None else int(at == Location.CASTLE.value)
