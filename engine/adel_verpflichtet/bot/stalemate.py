"""Rounds in which nothing moves: all play thieves, or all detectives, and each waits for the others to do something
else. Who expects of them what is usually played would wait for ever."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.adel_verpflichtet.bot import deeds as kinds
from engine.core.game import Deed

PATIENCE = 3
"""After so many rounds without a move the others are as likely to do the same again as what is usually played."""


class Stalemate(NamedTuple):
    """What the table is stuck in."""

    share: float
    """How often a seat is expected to do the same again; 0 where something has moved in the last round."""
    last: Mapping[int, str]
    """What each seat did in the last round."""


NONE = Stalemate(0.0, {})


def stalemate_of(deeds: Sequence[Deed], number: int) -> Stalemate:
    """What the table is stuck in when that round begins, after these deeds."""
    by_round: dict[int, dict[int, str]] = {}
    for deed in reversed(deeds):
        if deed.what in (kinds.CASTLE, kinds.AUCTION_HOUSE) or deed.round >= number:
            continue
        if deed.round not in by_round and by_round and _has_moved(by_round[min(by_round)]):
            break
        by_round.setdefault(deed.round, {})[deed.seat] = deed.what
    stuck = 0
    while number - 1 - stuck in by_round and not _has_moved(by_round[number - 1 - stuck]):
        stuck += 1
    return Stalemate(stuck / (stuck + PATIENCE), by_round[number - 1]) if stuck else NONE


def _has_moved(done: Mapping[int, str]) -> bool:
    """Whether anything was shown, bought or caught."""
    what = set(done.values())
    return bool(what & {kinds.EXHIBITS, kinds.BIDS}) or {kinds.BURGLES, kinds.DETECTS} <= what
