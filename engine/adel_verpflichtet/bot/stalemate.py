"""Stalemates: rounds in which nothing moves.

All play thieves, or all detectives, and each waits for the others to change. A bot that expects usual play would wait
for ever."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.adel_verpflichtet.bot import past_actions as kinds
from engine.core.game import PastAction

PATIENCE = 3
"""Rounds without a move after which repetition is as likely as usual play."""


class Stalemate(NamedTuple):
    """Stalemate of a table."""

    share: float
    """Probability that a seat repeats its action; 0 if the last round moved anything."""
    last: Mapping[int, str]
    """Action of each seat in the last round."""


NONE = Stalemate(0.0, {})


def stalemate_of(past_actions: Sequence[PastAction], number: int) -> Stalemate:
    """Return the stalemate at the beginning of that round, after these actions."""
    by_round: dict[int, dict[int, str]] = {}
    for past_action in reversed(past_actions):
        if past_action.what in (kinds.CASTLE, kinds.AUCTION_HOUSE) or past_action.round >= number:
            continue
        if past_action.round not in by_round and by_round and _has_moved(by_round[min(by_round)]):
            break
        by_round.setdefault(past_action.round, {})[past_action.seat] = past_action.what
    stuck = 0
    while number - 1 - stuck in by_round and not _has_moved(by_round[number - 1 - stuck]):
        stuck += 1
    return Stalemate(stuck / (stuck + PATIENCE), by_round[number - 1]) if stuck else NONE


def _has_moved(done: Mapping[int, str]) -> bool:
    """Return whether anything was shown, bought or caught."""
    what = set(done.values())
    return bool(what & {kinds.EXHIBITS, kinds.BIDS}) or {kinds.BURGLES, kinds.DETECTS} <= what
