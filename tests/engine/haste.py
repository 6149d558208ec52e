"""Bots and estimates in haste, for tests that are not about how good they are."""

import copy
from typing import Any, TypeVar

from tests.whole import whole

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
