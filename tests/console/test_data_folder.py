"""Data folder of an installed program on each system."""

from pathlib import Path

import pytest

from app.console.data_folder import data_folder


@pytest.mark.parametrize(
    ("system", "environment", "folder"),
    [
        ("linux", {}, "/home/ada/.local/share/signet"),
        ("linux", {"XDG_DATA_HOME": "/data/ada"}, "/data/ada/signet"),
        ("linux", {"XDG_DATA_HOME": "data"}, "/home/ada/.local/share/signet"),
        ("freebsd14", {}, "/home/ada/.local/share/signet"),
        ("darwin", {"XDG_DATA_HOME": "/data/ada"}, "/home/ada/Library/Application Support/Signet"),
        ("win32", {"LOCALAPPDATA": "/users/ada/local"}, "/users/ada/local/Signet"),
        ("win32", {}, "/home/ada/AppData/Local/Signet"),
    ],
)
def test_data_folder_follows_the_conventions_of_each_system(
    system: str, environment: dict[str, str], folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "/home/ada")
    assert data_folder(system, environment) == Path(folder)
