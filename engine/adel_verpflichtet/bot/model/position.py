"""Table with all hands open at the beginning of a round, and its playable cards."""

import functools
from collections.abc import Iterator
from typing import NamedTuple

from engine.adel_verpflichtet.bot.model.box import Box
from engine.adel_verpflichtet.bot.model.cards import (
    AUCTION_HOUSE,
    AUCTION_THIEF,
    CASTLE,
    CASTLE_THIEF,
    DETECTIVE,
    EXHIBIT,
    PASS,
    CardCode,
)
from engine.adel_verpflichtet.objects import NONE, Object, Objects

REMEMBERED = 1 << 12
"""Number of cached hands of cards."""

BOTH, CASTLE_ALONE = (AUCTION_HOUSE, CASTLE), (CASTLE,)
"""Locations to which a seat may go."""


class Position(NamedTuple):
    """State of the model before and after a round; one entry per seat in every list.

    Lists are never changed in place, since positions share them."""

    pawns: list[int]
    """Space of each pawn."""
    hands: list[Objects]
    """Each seat's objects, those on show included."""
    cheques: list[int]
    """Each seat's cheques: a bit for each, at the index of its worth."""
    thieves: list[int]
    """Each seat's thieves outside the cells: a bit for each, at its seniority."""
    cells: list[tuple[int, int]]
    """Thieves in the cells and their seats, cell 1 first (A7)."""
    left: int
    """Number of objects that the auction house has."""
    faces: tuple[Object, Object]
    """Objects in the windows.

    NONE if a pile is empty, or after the round, when nobody knows them yet."""


def numbers(bits: int) -> Iterator[int]:
    """Yield the indexes of the bits, the lowest first."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def cards_at(box: Box, position: Position, seat: int, location: int) -> tuple[CardCode, ...]:
    """Return the cards that a seat may play at a location (A3.2-A3.4).

    At the auction house all thieves are equal, so only the lowest is given."""
    if location == AUCTION_HOUSE:
        return _auction_cards(position.cheques[seat], position.thieves[seat])
    return _castle_cards(position.thieves[seat], box.best(position.hands[seat]) != NONE)


@functools.lru_cache(maxsize=REMEMBERED)
def _auction_cards(cheques: int, thieves: int) -> tuple[CardCode, ...]:
    cards = list(numbers(cheques))
    if thieves:
        cards.append(AUCTION_THIEF + (thieves & -thieves).bit_length() - 1)
    return tuple(cards) or (PASS,)


@functools.lru_cache(maxsize=REMEMBERED)
def _castle_cards(thieves: int, can_exhibit: bool) -> tuple[CardCode, ...]:
    return (DETECTIVE, *([EXHIBIT] if can_exhibit else []), *(CASTLE_THIEF + thief for thief in numbers(thieves)))


def locations_of(position: Position, seat: int) -> tuple[int, ...]:
    """Return the locations a seat may go to.

    The auction house needs a card for it (A3.4), and must be open (A4.8)."""
    return BOTH if position.left and (position.cheques[seat] or position.thieves[seat]) else CASTLE_ALONE
