"""How many objects Python's search for garbage leaves out, remembered: to count them walks through all of them."""

import gc

import pytest

count_anew = gc.get_freeze_count
"""Count them, as Python does."""


def remember_count() -> None:
    """Answer with today's number from now on. Each server asks at its start, and counting took half of its time."""
    count = count_anew()
    pytest.MonkeyPatch().setattr(gc, "get_freeze_count", lambda: count)
