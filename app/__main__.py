"""``python -m app``."""

import sys

from app.gc_policy import loading

with loading():
    from app.cli import main

sys.exit(main())
