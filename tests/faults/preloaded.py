"""Libraries that are preloaded into a program to make its disk fail."""

import subprocess
from pathlib import Path

HERE = Path(__file__).parent
FLAGS = ("-Wall", "-Wextra", "-Werror", "-shared", "-fPIC")


def compile_library(name: str, folder: Path) -> Path:
    """Compile ``<name>.c`` to a library in the folder.

    Raises CalledProcessError."""
    made = folder / f"{name}.so"
    subprocess.run(["gcc", *FLAGS, "-o", made, HERE / f"{name}.c", "-ldl"], check=True)
    return made
