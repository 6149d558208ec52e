"""Legal bids (E5.2, E5.4): test, list, and hints for an incomplete bid.

All bids of a holding are ordered: fewer gems first, among equally many the lower value first. A raise ranks above the
standing bid. Bids are counted and found by their rank, never by listing all of them."""

import functools
from collections.abc import Iterator
from typing import NamedTuple

from engine.edel_stein_reich.gems import (
    COLOURS,
    NO_GEMS,
    ONE_EACH,
    Colour,
    Gems,
    common,
    holds,
    kinds,
    minus,
    plus,
    size,
)

FEW = 63
"""Number of bids up to which all are listed."""

LOWEST, SPREAD = 24, 24
"""Sizes of a sample of bids: the lowest ones, and others spread over the rest."""


class BidFault(NamedTuple):
    """Reason why gems are no bid yet, and the least corrections."""

    is_bid: bool
    """True if nothing is lacking; then all other fields are empty."""
    over: Gems
    """Gems of which the holding has fewer than that."""
    fewer: int
    """Number of gems to take away (E5.7: a single one is wanted)."""
    more: int
    """Number of further gems of any colour that make a bid.

    0 if none are needed, or if the holding has too few."""
    gems: Gems
    """Alternative addition: as many gems as the standing bid, of higher value.

    These are the cheapest ones; empty if there are none."""
    upgrade: tuple[Colour, Colour] | None
    """Or a gem of the second colour in place of one of the first."""


NOTHING_LACKS = BidFault(True, NO_GEMS, 0, 0, NO_GEMS, None)

_NO_BID = NOTHING_LACKS._replace(is_bid=False)


def is_raise(gems: Gems, standing: Gems) -> bool:
    """Return whether a bid beats the standing one.

    It does with more gems, or with equally many of higher value (E5.4)."""
    return (size(gems), gems) > (size(standing), standing)


def is_bid(holding: Gems, standing: Gems | None, single: bool, gems: Gems) -> bool:
    """Return whether the holding's owner may bid these gems.

    ``single``: exactly one gem is wanted (E5.7)."""
    if min(gems) < 0 or not holds(holding, gems):
        return False
    if single:
        return size(gems) == 1
    return is_raise(gems, standing or NO_GEMS)


def can_bid(holding: Gems, standing: Gems | None = None) -> bool:
    """Return whether the holding allows any bid over the standing one."""
    return is_raise(holding, standing or NO_GEMS)


@functools.lru_cache(maxsize=1 << 12)
def count(holding: Gems, standing: Gems | None, single: bool) -> int:
    """Return the number of legal bids."""
    if single:
        return len(kinds(holding))
    return _ways_of_any_size(holding) - _rank_behind(holding, standing or NO_GEMS)


@functools.lru_cache(maxsize=1 << 10)
def list_bids(holding: Gems, standing: Gems | None, single: bool) -> tuple[Gems, ...]:
    """Return all bids in order, or a sample if they are many.

    A sample has the lowest, the highest and some spread over the others."""
    if single:
        return tuple(ONE_EACH[colour.place] for colour in reversed(kinds(holding)))
    first, end = _rank_behind(holding, standing or NO_GEMS), _ways_of_any_size(holding)
    return tuple(_find_part(holding, rank) for rank in _ranks(first, end))


def lack(holding: Gems, standing: Gems | None, single: bool, gems: Gems) -> BidFault:
    """Return the changes that would make these gems a legal bid of the holding."""
    over = minus(gems, common(gems, holding))
    spare = minus(holding, common(gems, holding))
    number, wanted = size(gems), size(standing or NO_GEMS)
    if any(over):
        return _NO_BID._replace(over=over)
    if single:
        is_one = number == 1
        return BidFault(is_one, NO_GEMS, max(0, number - 1), int(number == 0 and any(spare)), NO_GEMS, None)
    if is_raise(gems, standing or NO_GEMS):
        return NOTHING_LACKS
    more = wanted + 1 - number
    return _NO_BID._replace(
        more=more if more <= size(spare) else 0,
        gems=_cheapest_equal(spare, minus(standing or NO_GEMS, gems)) if number < wanted else NO_GEMS,
        upgrade=_upgrade(spare, standing, gems) if standing and number == wanted else None,
    )


def _cheapest_equal(spare: Gems, missing: Gems) -> Gems:
    """Return the lowest gems of ``spare`` that outvalue equally many missing ones."""
    number = size(missing)
    rank = _not_above(spare, number, missing)
    return _find_part_of_size(spare, number, rank) if rank < _ways(spare, number) else NO_GEMS


def _upgrade(spare: Gems, standing: Gems, gems: Gems) -> tuple[Colour, Colour] | None:
    swaps = {
        plus(minus(gems, ONE_EACH[out.place]), ONE_EACH[into.place]): (out, into)
        for out in kinds(gems)
        for into in kinds(spare)
    }
    return min(((better, swap) for better, swap in swaps.items() if better > standing), default=(NO_GEMS, None))[1]


def _ranks(first: int, end: int) -> Iterator[int]:
    if end - first <= FEW:
        yield from range(first, end)
        return
    rest = first + LOWEST
    yield from range(first, rest)
    for place in range(1, SPREAD + 1):
        yield rest + (end - 1 - rest) * place // SPREAD


def _ways_of_any_size(holding: Gems) -> int:
    """Return the number of parts of the holding, including the empty one."""
    return (holding[0] + 1) * (holding[1] + 1) * (holding[2] + 1) * (holding[3] + 1)


def _rank_behind(holding: Gems, standing: Gems) -> int:
    """Return the rank of the holding's first part that beats the standing bid.

    The standing bid may have gems that the holding lacks."""
    number = size(standing)
    return sum(_ways(holding, smaller) for smaller in range(number)) + _not_above(holding, number, standing)


def _find_part(holding: Gems, rank: int) -> Gems:
    """Return the part of the holding with this rank."""
    number = 0
    while rank >= (here := _ways(holding, number)):
        rank -= here
        number += 1
    return _find_part_of_size(holding, number, rank)


@functools.lru_cache(maxsize=1 << 14)
def _ways(holding: tuple[int, ...], number: int) -> int:
    """Return the number of parts with that many gems."""
    if number < 0:
        return 0
    if not holding:
        return int(number == 0)
    return sum(_ways(holding[1:], number - first) for first in range(min(holding[0], number) + 1))


def _not_above(holding: tuple[int, ...], number: int, limit: tuple[int, ...]) -> int:
    """Return the number of parts of that size and no higher value than the limit."""
    ways = 0
    for place, (held, most) in enumerate(zip(holding, limit, strict=True)):
        lower = range(min(held + 1, max(0, most)))
        ways += sum(_ways(holding[place + 1 :], number - here) for here in lower)
        if not 0 <= most <= held:
            return ways
        number -= most
    return ways + int(number == 0)


def _find_part_of_size(holding: Gems, number: int, rank: int) -> Gems:
    """Return the part with that many gems and this rank among them."""
    part = []
    for place in range(len(COLOURS)):
        here = 0
        while rank >= (ways := _ways(holding[place + 1 :], number - here)):
            rank -= ways
            here += 1
        part.append(here)
        number -= here
    return Gems(*part)
