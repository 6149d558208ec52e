"""How much is tried where much is alike: enough for every day, all of it in ``make faults``."""

import os
from typing import TypeVar

T = TypeVar("T")

ASKED = "SIGNET_WHOLE"
WHOLE = os.environ.get(ASKED, "0") != "0"


def whole(number: T, everyday: T) -> T:
    """Return the one in ``make faults``, the other every day."""
    return number if WHOLE else everyday
