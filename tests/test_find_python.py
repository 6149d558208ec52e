"""Python that the first ``make`` chooses."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sources import ROOT

FAST = f'exec {sys.executable} "$@"'
SLOW = f'exec {sys.executable} -X tracemalloc=1 "$@"'
"""Python that traces memory, which takes several times as long."""
OLD = "exit 1"
WITHOUT_VENV = f'case "$2" in *venv*) exit 1;; esac; exec {sys.executable} "$@"'


def run_find_python(folder: Path, programs: dict[str, str], **settings: str) -> subprocess.CompletedProcess[str]:
    """Run ``tools/find-python`` with these Pythons on the path."""
    for name, program in programs.items():
        (folder / name).write_text(f"#!/bin/sh\n{program}\n", "utf-8")
        (folder / name).chmod(0o755)
    return subprocess.run(
        ["sh", ROOT / "tools" / "find-python"],
        env={"PATH": f"{folder}:{os.environ['PATH']}", "SIGNET_SYSTEM_PYTHON": "none", **settings},
        capture_output=True,
        text=True,
        check=False,
    )


ALL_OLD = dict.fromkeys(("python3", "python3.14", "python3.13", "python3.12", "python3.11"), OLD)


@pytest.mark.parametrize(
    ("programs", "chosen"),
    [
        ({"python3": FAST, "python3.11": FAST}, "python3"),
        ({"python3": SLOW, "python3.12": FAST}, "python3.12"),
        ({"python3.12": SLOW, "python3.11": FAST}, "python3.11"),
        ({"python3": WITHOUT_VENV, "python3.12": FAST}, "python3.12"),
        ({"python3": FAST, "python3.11": SLOW}, "python3"),
    ],
)
def test_first_suitable_python_is_chosen_unless_another_is_clearly_faster(
    tmp_path: Path, programs: dict[str, str], chosen: str
) -> None:
    done = run_find_python(tmp_path, ALL_OLD | programs)
    assert done.stdout == f"{chosen}\n"
    assert bool(done.stderr) == (chosen != "python3")  # an unusual Python is announced


def test_a_python_that_is_named_is_taken_however_slow(tmp_path: Path) -> None:
    done = run_find_python(tmp_path, ALL_OLD | {"python3": FAST, "mine": SLOW}, PYTHON="mine")
    assert (done.stdout, done.stderr) == ("mine\n", "")


@pytest.mark.parametrize(
    ("programs", "said"), [({}, "needs Python 3.11"), ({"python3.11": WITHOUT_VENV}, "no working venv module")]
)
def test_without_a_python_that_fits_it_says_what_is_missing(
    tmp_path: Path, programs: dict[str, str], said: str
) -> None:
    done = run_find_python(tmp_path, ALL_OLD | programs)
    assert done.returncode == 1 and said in done.stderr and not done.stdout
