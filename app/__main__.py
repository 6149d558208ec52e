"""``python -m app``."""

import sys

from app.gc_tuning import loading

with loading():
    from app.cli import main

sys.exit(main())
