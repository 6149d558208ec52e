"""Paths of the program's files that are not Python.

They stand beside its packages."""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
MIGRATIONS: Final = ROOT / "migrations"
STATIC: Final = ROOT / "static"
TEMPLATES: Final = ROOT / "templates"
CATALOGUES: Final = ROOT / "locale"
