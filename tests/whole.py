"""Numbers of similar tries: a few every day, all of them in ``make faults``."""

import os
from typing import TypeVar

T = TypeVar("T")

ASKED = "SIGNET_WHOLE"
WHOLE = os.environ.get(ASKED, "0") != "0"


def whole(number: T, everyday: T) -> T:
    """Return the one in ``make faults``, the other every day."""
    return number if WHOLE else everyday
