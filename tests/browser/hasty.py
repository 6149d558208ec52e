"""Serves as ``python -m app`` does, but for tables that wait for a host who has gone for seconds and not minutes."""

import sys

import app.live.host_succession as succession
from app.cli import main

WAIT_S = 4.0
"""Longer than a page needs to come back after a reload."""

if __name__ == "__main__":
    succession.AFTER_S = WAIT_S
    sys.exit(main())
