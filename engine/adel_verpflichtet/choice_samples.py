"""Lists of exhibitions and thefts: all while they are few, else a fair sample.

The sample is the same every time. The sample of exhibitions covers each unbroken run of the hand. For every size from
three it has one exhibition as valuable as that size allows, which holds the run's oldest object. The sample of thefts
has every object at least once. Both hold further choices, spread evenly over all."""

import functools
import math
from collections.abc import Iterator, Sequence
from itertools import accumulate, combinations, product
from operator import or_

from engine.adel_verpflichtet.choices import Pick, Verb
from engine.adel_verpflichtet.edition import Edition
from engine.adel_verpflichtet.objects import NONE, Objects, each, oldest, remove, size, youngest
from engine.adel_verpflichtet.rules.exhibition import SMALLEST

FEW = 48
"""Most choices that are listed without sampling."""

OTHERS = 16
"""Approximate number of choices in a sample besides the required ones."""

Ids = tuple[str, ...]

Run = tuple[Objects, ...]
"""Objects of neighbouring letters, letter by letter, none of them empty."""


@functools.lru_cache(maxsize=64)
def exhibitions(edition: Edition, hand: Objects) -> tuple[Pick, ...]:
    """Return the exhibitions to list for a hand (A5.1)."""
    by_letter = [hand & series for series in edition.series_objects]
    runs = _letter_runs(by_letter)
    if lists_all_exhibitions(edition, hand):
        shown = [ids for run in runs for ids in _all_exhibitions(edition, run)]
    else:
        shown = [edition.ids(objects) for run in _unbroken(by_letter) for objects in _valuable(run)]
        shown += [ids for run in runs for ids in _spread_exhibitions(edition, run, 1 + OTHERS // len(runs))]
        shown = list(dict.fromkeys(shown))
    return tuple([Pick(Verb.SHOW, ids) for ids in shown])


def lists_all_exhibitions(edition: Edition, hand: Objects) -> bool:
    """Return whether the hand holds few exhibitions."""
    return _count(tuple([(hand & series).bit_count() for series in edition.series_objects])) <= FEW


def thefts(edition: Edition, shown: Sequence[Objects]) -> tuple[Pick, ...]:
    """Return the combinations to list of one object from each exhibition (A6.4)."""
    if lists_all_thefts(shown):
        taken = [sum(combination) for combination in product(*map(each, shown))]
    else:
        first = sum(map(oldest, shown))
        swapped = (remove(first, oldest(here)) | other for here in shown for other in each(here))
        taken = list(dict.fromkeys([*swapped, *_spread_thefts(shown, OTHERS)]))
    return tuple(Pick(Verb.STEAL, edition.ids(objects)) for objects in taken)


def lists_all_thefts(shown: Sequence[Objects]) -> bool:
    """Return whether there are few combinations."""
    return math.prod(map(size, shown)) <= FEW


def _letter_runs(by_letter: Sequence[int]) -> list[tuple[int, ...]]:
    """Return every run of non-empty letters: A, AB, ABC, B, BC ..."""
    runs = []
    for first in range(len(by_letter)):
        for last in range(first, len(by_letter)):
            if not by_letter[last]:
                break
            runs.append(tuple(by_letter[first : last + 1]))
    return runs


def _unbroken(by_letter: Sequence[Objects]) -> list[Run]:
    """Return the runs of letters that cannot be extended."""
    is_next = [False, *map(bool, by_letter), False]
    firsts = [place for place in range(len(by_letter)) if is_next[place + 1] and not is_next[place]]
    lasts = [place for place in range(len(by_letter)) if is_next[place + 1] and not is_next[place + 2]]
    return [tuple(by_letter[first : last + 1]) for first, last in zip(firsts, lasts, strict=True)]


@functools.lru_cache(maxsize=1 << 12)
def _count(sizes: tuple[int, ...]) -> int:
    """Return the number of exhibitions of so many objects of each letter."""
    return sum(_count_of_run(run) for run in _letter_runs(sizes))


def _count_of_run(sizes: Sequence[int]) -> int:
    sets = math.prod((1 << number) - 1 for number in sizes)
    match sizes:
        case [one]:
            return sets - one - one * (one - 1) // 2
        case [one, other]:
            return sets - one * other
    return sets


def _all_exhibitions(edition: Edition, run: Run) -> list[Ids]:
    """Return all exhibitions of exactly these letters."""
    shown: list[Ids] = [()]
    for objects in run:
        here = _subsets(edition, objects)
        shown = [left + right for left in shown for right in here]
    return [ids for ids in shown if len(ids) >= SMALLEST]


@functools.lru_cache(maxsize=1 << 12)
def _subsets(edition: Edition, objects: Objects) -> tuple[Ids, ...]:
    """Return all non-empty subsets of a series, as ids in canonical order."""
    ids = edition.ids(objects)
    return tuple(subset for number in range(1, len(ids) + 1) for subset in combinations(ids, number))


def _valuable(run: Run) -> list[Objects]:
    """Return for every size an exhibition with the run's oldest object.

    All its other objects are the youngest. Up to the run's number of letters, it has one object of each of as many
    neighbouring letters. Larger ones have all letters."""
    whole = sum(run)
    first = oldest(whole)
    place = next(place for place, objects in enumerate(run) if objects & first)
    begins = [(number, min(place, len(run) - number)) for number in range(SMALLEST, len(run))]
    fewer = [_one_of_each(run[begin : begin + number], first) for number, begin in begins]
    all_letters = _one_of_each(run, first)
    others = [*each(remove(whole, all_letters))]
    more = [objects for objects in accumulate([all_letters, *reversed(others)], or_) if size(objects) >= SMALLEST]
    return fewer + more


def _one_of_each(run: Run, first: Objects) -> Objects:
    """Return ``first`` and the youngest object of every other letter."""
    return first | sum(youngest(objects) for objects in run if not objects & first)


def _spread_exhibitions(edition: Edition, run: Run, number: int) -> Iterator[Ids]:
    """Yield up to ``number`` exhibitions of exactly these letters, evenly spread."""
    subsets = [_subsets(edition, objects) for objects in run]
    total = math.prod(map(len, subsets))
    for place in range(number):
        index = (2 * place + 1) * total // (2 * number)
        ids: Ids = ()
        for here in subsets:
            index, which = divmod(index, len(here))
            ids += here[which]
        if len(ids) >= SMALLEST:
            yield ids


def _spread_thefts(shown: Sequence[Objects], number: int) -> Iterator[Objects]:
    """Yield ``number`` combinations, evenly spread over all of them."""
    things = [list(each(here)) for here in shown]
    total = math.prod(map(len, things))
    for place in range(number):
        index = place * total // number
        taken = NONE
        for here in things:
            index, which = divmod(index, len(here))
            taken |= here[which]
        yield taken
