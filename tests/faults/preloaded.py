"""Libraries that are put before the system's own in a program under test, so that its disk fails as it is told."""

import subprocess
from pathlib import Path

HERE = Path(__file__).parent
FLAGS = ("-Wall", "-Wextra", "-Werror", "-shared", "-fPIC")


def compiled(name: str, folder: Path) -> Path:
    """The library made of ``<name>.c``, in the folder. Raises CalledProcessError."""
    made = folder / f"{name}.so"
    subprocess.run(["gcc", *FLAGS, "-o", made, HERE / f"{name}.c", "-ldl"], check=True)
    return made
