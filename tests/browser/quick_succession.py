"""Server like ``python -m app`` that replaces absent hosts after seconds."""

import sys

import app.live.host_succession as succession
from app.cli import main

WAIT_S = 4.0
"""Seconds of absence; longer than a page takes to reload."""

if __name__ == "__main__":
    succession.AFTER_S = WAIT_S
    sys.exit(main())
