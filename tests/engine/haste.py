"""Bots and estimates in haste, for tests that are not about how good they are."""

import copy
from collections.abc import Mapping
from typing import Any, TypeVar

from engine.core.bots.levels import Thinker
from engine.core.game import Bot
from tests.whole import WHOLE, whole

EFFORT = whole(1.0, 0.0)
"""The share of their usual thinking: all of it in ``make faults``, every day as little as there can be."""


T = TypeVar("T")


def in_haste(thinker: T) -> T:
    """Return a bot or an estimate as one that thinks so much; one whose effort is always the same as it is."""
    if not hasattr(thinker, "effort"):
        return thinker
    hasty: Any = copy.copy(thinker)
    hasty.effort = EFFORT
    thought: T = hasty
    return thought


def bots_in_turn(bots: Mapping[str, Bot[Any, Any]], turn: int) -> dict[str, Bot[Any, Any]]:
    """Return the bots of a game in haste: all in ``make faults``, every day one of those that think, in turn.

    They think alike and differ in a leaning, so most of their work is the same."""
    thinkers = [level for level, bot in bots.items() if isinstance(bot, Thinker)]
    left_out = set() if WHOLE or not thinkers else {*thinkers} - {thinkers[turn % len(thinkers)]}
    return {level: in_haste(bot) for level, bot in bots.items() if level not in left_out}
