"""Samples of a release, and the allowed changes in what is shown of them."""

import json
import lzma
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tests.sources import ROOT
from tools.sample_release.__main__ import BACKUP, DATABASE, FOLDER, TOLD

RELEASES = tuple(sorted(path.name for path in FOLDER.iterdir() if (path / TOLD).is_file()))


@dataclass(frozen=True)
class Sample:
    """Data of one release."""

    release: str

    @property
    def rooms(self) -> dict[str, dict[str, Any]]:
        """Views and records by table, as the release itself gave them."""
        told: dict[str, dict[str, Any]] = json.loads(self._read_unpacked(TOLD))
        return told

    @property
    def backup(self) -> Path:
        """Path of its backup."""
        return FOLDER / self.release / BACKUP

    @property
    def files(self) -> dict[str, bytes]:
        """Files of its saved rooms, by table."""
        paths = (FOLDER / self.release).glob("*.room.json.xz")
        return {path.name.partition(".")[0]: lzma.decompress(path.read_bytes()) for path in paths}

    def lay_database(self, data: Path) -> None:
        """Copy its database to the place where a server expects it."""
        data.mkdir()
        (data / "signet.db").write_bytes(self._read_unpacked(DATABASE))

    def _read_unpacked(self, name: str) -> bytes:
        return _unpack(FOLDER / self.release / name)


@cache
def _unpack(path: Path) -> bytes:
    return lzma.decompress(path.read_bytes())


def list_releases() -> list[str]:
    """Return the published releases of the changelog, such as ``0.2``."""
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    return [".".join(number.split(".")[:2]) for number in re.findall(r"^## ([0-9.]+)$", changes, re.MULTILINE)]


def differences(was: Any, now: Any, place: str = "") -> list[str]:
    """Return the places where a former value is gone or changed. Additions are fine."""
    if isinstance(was, dict) and isinstance(now, dict):
        return [
            each
            for key, value in was.items()
            for each in (differences(value, now[key], f"{place}.{key}") if key in now else [f"{place}.{key} is gone"])
        ]
    if isinstance(was, list) and isinstance(now, list) and len(was) == len(now):
        return [each for one, other in zip(was, now, strict=True) for each in differences(one, other, f"{place}[]")]
    return [] if was == now else [f"{place} was {was!r:.60} and is {now!r:.60}"]
