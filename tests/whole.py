"""How much is tried of what is drawn by chance: enough for every day, the whole number in ``make faults``."""

import os
from typing import TypeVar

T = TypeVar("T")

WHOLE = os.environ.get("SIGNET_WHOLE_NUMBERS", "0") != "0"


def whole(number: T, everyday: T) -> T:
    """The one or the other of both. Whoever asks stands on the list in ``tools/faults.py``."""
    return number if WHOLE else everyday
