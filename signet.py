"""The command ``signet`` of an installed program: the command line of ``app``, over data in the user's own folder.

In a wheel this file is a package's ``__init__.py``, and beside it lies what lies beside it in a checkout: ``app``,
``engine`` and all that they read. So an environment gets the one name ``signet``, and none as common as ``app``."""

import sys
from pathlib import Path


def main() -> int:
    """Carries out the command line and gives the exit code."""
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    from app.gc_policy import loading

    with loading():
        from app.cli import main as carry_out
        from app.console.data_folder import data_folder
    return carry_out(program="signet", data=data_folder())


if __name__ == "__main__":
    sys.exit(main())
