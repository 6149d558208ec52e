"""The command line is completed by the shells themselves, each asked in its own way."""

from pathlib import Path

import pytest

from app.cli import main
from app.console.arguments import COMMANDS, SHELLS
from engine import registry
from tests.console.shells import OFFERED

NAMES = {command.name for command in COMMANDS}
OF_SERVE = {"--host", "--port", "--workers", "--demo", "--help"}
BACKUP = "rooms.backup"


@pytest.fixture(params=SHELLS)
def shell(request: pytest.FixtureRequest) -> str:
    """Each shell for which there are completions."""
    return str(request.param)


@pytest.fixture
def script(shell: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """What the command prints for the shell, in a file; beside it lies a backup."""
    assert main(["completion", shell]) == 0
    path = tmp_path / f"signet.{shell}"
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    (tmp_path / BACKUP).touch()
    return path


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("signet re", {"restore"}),
        ("signet co", {"completion"}),
        ("signet serve --", OF_SERVE),
        ("signet verify --", {"--commitment", "--help"}),
        ("signet check --", {"--help"}),
        ("signet completion ", {*SHELLS}),
        ("signet --demo ", {*registry.GAMES}),
        ("signet serve --port 8000 --demo a", {"adel_verpflichtet"}),
        ("signet serve --host ", set()),
        ("signet verify --commitment ", set()),
    ],
)
def test_what_fits_is_offered(shell: str, script: Path, line: str, offered: set[str]) -> None:
    assert OFFERED[shell](script, line) == offered


def test_every_command_is_offered_and_behind_a_hyphen_the_options_of_the_server(shell: str, script: Path) -> None:
    assert OFFERED[shell](script, "signet ") == NAMES
    assert OFFERED[shell](script, "signet --") == {*OF_SERVE, "--version"}


@pytest.mark.parametrize("command", ["backup", "restore", "verify"])
def test_files_are_offered_where_a_file_is_wanted(shell: str, script: Path, command: str) -> None:
    assert OFFERED[shell](script, f"signet {command} roo") == {BACKUP}
