"""Default data folder of an installed program.

It is the system's folder for a user's programs, wherever the command is typed."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path


def data_folder(system: str = sys.platform, environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder on a system named as in ``sys.platform``.

    It may not exist yet. Raises RuntimeError without a home folder."""
    if system == "win32":
        local = environment.get("LOCALAPPDATA", "")
        return (Path(local) if local else Path.home() / "AppData" / "Local") / "Signet"
    if system == "darwin":
        return Path.home() / "Library" / "Application Support" / "Signet"
    # the XDG base directory specification: a path that is not absolute does not count
    named = Path(environment.get("XDG_DATA_HOME", ""))
    return (named if named.is_absolute() else Path.home() / ".local" / "share") / "signet"
