"""Copy of the project in which a recipe's steps are carried out."""

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.sources import ROOT, list_project_files

KEPT = ("app", "engine", "locale", "migrations", "static", "templates", "tools", "tests", "docs", "pyproject.toml")
"""Parts of the project in the copy."""


class Tree:
    """Copy of the project.

    Every edit names its file and the one place in it. An edit that finds no such place fails."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for path in list_project_files():
            parts = path.relative_to(ROOT).parts
            if parts[0] in KEPT:
                copy = root.joinpath(*parts)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, copy)
        # the tests about files ask git for a list
        subprocess.run(("git", "init", "-q"), cwd=root, check=True)

    def write(self, path: str, text: str) -> None:
        """Write a new file."""
        file = self.root / path
        assert not file.exists(), f"{path} is there already"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def replace(self, path: str, old: str, new: str) -> None:
        """Replace the old text in its one place."""
        file = self.root / path
        text = file.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{path} has {old!r} {text.count(old)} times: the recipe's step has no place"
        file.write_text(text.replace(old, new), encoding="utf-8")

    def insert_after(self, path: str, anchor: str, text: str) -> None:
        """Insert a text right behind another."""
        self.replace(path, anchor, anchor + text)

    def run(self, *words: str, timeout_s: float = 120) -> str:
        """Return the output of ``python ...`` there. Raises AssertionError when it fails."""
        ran = subprocess.run(
            (sys.executable, *words), cwd=self.root, capture_output=True, text=True, timeout=timeout_s, check=False
        )
        assert ran.returncode == 0, f"{' '.join(words)}:\n{ran.stdout[-6000:]}\n{ran.stderr[-3000:]}"
        return ran.stdout

    def serve(self) -> Sequence[str]:
        """Return the command that serves the copy."""
        return ("sh", "-c", f"cd '{self.root}' && exec '{sys.executable}' -m app serve")
