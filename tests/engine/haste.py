"""Bots and estimates with little effort, for tests of anything but strength."""

import copy
from collections.abc import Mapping
from typing import Any, TypeVar

from engine.core.bots.levels import Thinker
from engine.core.game import Bot
from tests.whole import WHOLE, whole

EFFORT = whole(1.0, 0.0)
"""Share of the usual effort: all in ``make faults``, otherwise the least."""


T = TypeVar("T")


def reduce_effort(thinker: T) -> T:
    """Return a copy of a bot or an estimate with that effort.

    One without an effort is returned unchanged."""
    if not hasattr(thinker, "effort"):
        return thinker
    hasty: Any = copy.copy(thinker)
    hasty.effort = EFFORT
    thought: T = hasty
    return thought


def bots_in_turn(bots: Mapping[str, Bot[Any, Any]], turn: int) -> dict[str, Bot[Any, Any]]:
    """Return the bots of a game in haste; of thinking ones only one a day.

    ``make faults`` takes all. They think alike and differ in a leaning, so most of their work is the same."""
    thinkers = [level for level, bot in bots.items() if isinstance(bot, Thinker)]
    left_out = set() if WHOLE or not thinkers else {*thinkers} - {thinkers[turn % len(thinkers)]}
    return {level: reduce_effort(bot) for level, bot in bots.items() if level not in left_out}
