"""Server with one fault: it assumes no limit of open files.

The test of descriptors must detect it."""

import sys
from unittest.mock import patch

from app.cli import main
from app.web.server import guard_watch, server

if __name__ == "__main__":
    without_bound = patch.object(server, "bound_connections", lambda wanted: wanted)
    with without_bound, patch.object(guard_watch, "is_exhausted", lambda: False):
        sys.exit(main(["serve"]))
