"""Component figures and rules of a table, read from a view.

Sets of objects are whole numbers, as in ``engine.adel_verpflichtet.objects``: the lowest bit is the oldest."""

import functools
import math
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from engine.adel_verpflichtet.objects import NONE, Object, Objects, each, size
from engine.adel_verpflichtet.state import Rules
from engine.adel_verpflichtet.view_types import ObjectView, SeriesView, TableView, TrackView

SMALLEST = 3
"""Objects of the smallest exhibition (A5.1)."""

Worth: TypeAlias = int
"""Comparable value of an exhibition; 0 for none.

It is the size times 64, plus up to 63 for the age of its oldest object."""

REMEMBERED = 1 << 16
"""Number of cached answers to each question: tables ask the same ones repeatedly."""


class Box:
    """Components of one edition, with caches; use ``box_of`` to get it."""

    def __init__(self, series: tuple[SeriesView, ...], track: TrackView, rules: str = Rules.OF_2000) -> None:
        by_age = sorted((year, shown.letter) for shown in series for year in shown.years)
        self.bits = {f"{letter}{year}": 1 << place for place, (year, letter) in enumerate(by_age)}
        """Bit of each object by its id."""
        self.all: Objects = (1 << len(by_age)) - 1
        self.series = tuple(
            sum(self.bits[f"{shown.letter}{year}"] for year in shown.years)
            for shown in sorted(series, key=lambda shown: shown.letter)
        )
        self.banquet = track.banquet_space
        """First space of the banquet table (A1.5)."""
        self.stops = rules == Rules.OF_1990
        """True if the game ends at once when a pawn reaches the banquet table (A11.1)."""
        castles = {space: (castle.best, castle.second) for castle in track.castles for space in castle.spaces}
        last = max(castles)
        self.pairs = tuple(castles[min(space, last)] for space in range(self.banquet + 1))
        """Pair of figures that counts while the leader stands on each space (A6.3)."""
        remembered = functools.lru_cache(maxsize=REMEMBERED)
        self.best: Callable[[Objects], Objects] = remembered(self._best)
        """Most valuable exhibition of a hand (A5.3); NONE if it has no valid one."""
        self.worth_of: Callable[[Objects], Worth] = remembered(self._worth_of)
        """Worth of a hand's most valuable exhibition."""
        self.longest: Callable[[Objects], int] = remembered(self._longest)
        """Number of objects in the largest unbroken run of letters, of any size."""
        self.loot: Callable[[Objects, Objects, Objects], Object] = remembered(self._loot)
        """Object a thief takes, by thief's hand, exhibition and owner's hand.

        The owner's hand includes the exhibition. It is the object that makes the most difference to both collections.
        """
        self.prefer: Callable[[Objects, Object, Object], Object] = remembered(self._prefer)
        """Object on sale, of two, that makes the better exhibition with a hand.

        Of equal ones the younger."""

    def set_of(self, objects: Iterable[ObjectView]) -> Objects:
        """Return these objects as a set."""
        return sum(self.bits[thing.id] for thing in objects)

    def has_stopped(self, pawns: Sequence[int]) -> bool:
        """Return whether a pawn has reached the banquet table and ended the game at once."""
        return self.stops and max(pawns) >= self.banquet

    def _runs(self, hand: Objects) -> list[Objects]:
        runs, run = [], NONE
        for letter in self.series:
            here = letter & hand
            if here:
                run |= here
            elif run:
                runs.append(run)
                run = NONE
        runs.append(run)
        return runs

    def _best(self, hand: Objects) -> Objects:
        best, most = NONE, 0
        for run in self._runs(hand):
            if run.bit_count() >= SMALLEST and (value := worth(run)) > most:
                best, most = run, value
        return best

    def _worth_of(self, hand: Objects) -> Worth:
        return worth(self.best(hand))

    def _longest(self, hand: Objects) -> int:
        return max(map(size, self._runs(hand)))

    def _loot(self, hand: Objects, shown: Objects, owner: Objects) -> Object:
        worth_of = self.worth_of
        loot, most = NONE, -math.inf
        for thing in each(shown):
            mine, theirs = worth_of(hand | thing), worth_of(owner ^ thing)
            gain = (mine >> 6) * 2 - (theirs >> 6) + ((mine & 63) - (theirs & 63)) / 100
            if gain > most:
                loot, most = thing, gain
        return loot

    def _prefer(self, hand: Objects, one: Object, other: Object) -> Object:
        first, second = self.worth_of(hand | one), self.worth_of(hand | other)
        return max((first, one), (second, other))[1] if first != second else max(one, other)


def worth(exhibition: Objects) -> Worth:
    """Return the value of an exhibition (A5.3).

    The larger is better, then that with the older oldest object."""
    return (exhibition.bit_count() << 6) + 63 - (exhibition & -exhibition).bit_length() if exhibition else 0


@functools.lru_cache(maxsize=8)
def _box(series: tuple[SeriesView, ...], track: TrackView, rules: str) -> Box:
    return Box(series, track, rules)


def box_of(view: TableView) -> Box:
    """Return the box of a view; all tables of an edition and rules share one."""
    return _box(view.series, view.track, view.rules)
