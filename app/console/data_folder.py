"""Where an installed program keeps its data, if nobody says otherwise: where the system keeps those of a user's
programs, so that it is the same folder wherever the command is typed."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path


def data_folder(system: str = sys.platform, environment: Mapping[str, str] = os.environ) -> Path:
    """The folder on a system, by its name as ``sys.platform`` has it; it need not be there yet. Raises RuntimeError
    where nobody can say which folder is the user's home."""
    if system == "win32":
        local = environment.get("LOCALAPPDATA", "")
        return (Path(local) if local else Path.home() / "AppData" / "Local") / "Signet"
    if system == "darwin":
        return Path.home() / "Library" / "Application Support" / "Signet"
    # the XDG base directory specification: a path that is not absolute does not count
    named = Path(environment.get("XDG_DATA_HOME", ""))
    return (named if named.is_absolute() else Path.home() / ".local" / "share") / "signet"
