"""A table with all hands open, as it is at the beginning of a round, and the cards that can be played there."""

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
"""How many hands of cards are remembered."""

BOTH, CASTLE_ALONE = (AUCTION_HOUSE, CASTLE), (CASTLE,)
"""The locations to which somebody may go."""


class Position(NamedTuple):
    """What a round is played from, and what it leaves; an entry per seat in every list. Lists are not changed in
    place, since positions share them."""

    pawns: list[int]
    """The space of each pawn."""
    hands: list[Objects]
    """Each seat's objects, those on show included."""
    cheques: list[int]
    """Each seat's cheques: a bit for each, at the place of its worth."""
    thieves: list[int]
    """Each seat's thieves outside the cells: a bit for each, at the place of its seniority."""
    cells: list[tuple[int, int]]
    """The thieves in the cells and whose they are, cell 1 first (A7)."""
    left: int
    """How many objects the auction house has."""
    faces: tuple[Object, Object]
    """The objects in the windows; NONE where a pile is empty, or after the round where nobody knows them yet."""


def numbers(bits: int) -> Iterator[int]:
    """The places of the bits, the lowest first."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def cards_at(box: Box, position: Position, seat: int, location: int) -> tuple[CardCode, ...]:
    """What a seat may play at a location (A3.2-A3.4). Which thief goes to the auction house makes no difference there:
    it is the lowest."""
    if location == AUCTION_HOUSE:
        return _at_auction(position.cheques[seat], position.thieves[seat])
    return _at_castle(position.thieves[seat], box.best(position.hands[seat]) != NONE)


@functools.lru_cache(maxsize=REMEMBERED)
def _at_auction(cheques: int, thieves: int) -> tuple[CardCode, ...]:
    cards = list(numbers(cheques))
    if thieves:
        cards.append(AUCTION_THIEF + (thieves & -thieves).bit_length() - 1)
    return tuple(cards) or (PASS,)


@functools.lru_cache(maxsize=REMEMBERED)
def _at_castle(thieves: int, can_exhibit: bool) -> tuple[CardCode, ...]:
    return (DETECTIVE, *([EXHIBIT] if can_exhibit else []), *(CASTLE_THIEF + thief for thief in numbers(thieves)))


def locations_of(position: Position, seat: int) -> tuple[int, ...]:
    """Where a seat may go: to the auction house only with a card for it (A3.4), and while it is open (A4.8)."""
    return BOTH if position.left and (position.cheques[seat] or position.thieves[seat]) else CASTLE_ALONE
