"""Wheel of the program: built, installed into an environment, and played.

It runs in an empty folder. Its dependencies are those of the tests, lent by their path: only the wheel's own content
is checked."""

import os
import signal
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from app.settings.settings import VERSION
from app.web.text.languages import LANGUAGES
from engine import registry
from tests.sources import ROOT, list_project_files, to_project_path
from tools.served import Served

pytestmark = pytest.mark.slow("the program is built, installed and started")

CARRIED = ("app", "engine", "locale", "migrations", "static", "templates")
"""Folders that the server reads."""

MODULES = (
    "\nprint(*(file for module in sys.modules.values() if (file := getattr(module, '__file__', None))), sep='\\n')"
)
SERVES = f"import sys; from signet import main; sys.argv = ['signet', '--port', '0']; main(){MODULES}"
THINKS = """
import sys
from pathlib import Path
import signet
sys.path.insert(0, str(Path(signet.__file__).parent))
import asyncio
from app.live.thinking.pool import Pool
from app.records.child_process import ChildProcess
from app.records.file_process import COMMAND
from engine.bots.question import sure_answer
pool = Pool()
print(b"UnpicklingError" in asyncio.run(pool.run(sure_answer, b"no question", 60.0)))
pool.close()
process = ChildProcess(COMMAND)
print(process.start())
process.reap()
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Wheel, built from the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    build = (sys.executable, "-m", "pip", "wheel", "--quiet", "--no-build-isolation", "--no-deps", "--no-index")
    subprocess.run([*build, "--wheel-dir", folder, ROOT], check=True, cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Virtual environment with the wheel."""
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    install = (sys.executable, "-m", "pip", "--python", folder, "install", "--quiet", "--no-index", "--no-deps")
    subprocess.run([*install, wheel], check=True, cwd=folder)
    (packages,) = folder.glob("lib/python*/site-packages")
    (packages / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return folder


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Folder of a new user, with an empty one in it to work in."""
    (tmp_path / "empty").mkdir()
    return tmp_path


def settings(home: Path) -> dict[str, str]:
    """Return that user's environment: no setting of Signet, nothing of the checkout."""
    left_out = ("SIGNET_", "XDG_", "PYTHONPATH")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(left_out)}
    return {**kept, "HOME": str(home), "SIGNET_HOST": "127.0.0.1"}


def test_the_wheel_holds_what_the_server_reads_under_one_name(wheel: Path) -> None:
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    read = {
        to_project_path(path)
        for path in list_project_files()
        if to_project_path(path).partition("/")[0] in CARRIED and path.suffix != ".po"
    }
    assert len(read) > 500
    assert names == {f"signet/{name}" for name in (*read, "__init__.py")}


def test_the_wheel_is_of_the_version_of_the_program(wheel: Path) -> None:
    said = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert said == VERSION == wheel.name.split("-")[1]


def test_installed_command_uses_only_its_environment_and_users_data_folder(environment: Path, home: Path) -> None:
    with subprocess.Popen(
        [environment / "bin" / "python", "-c", SERVES],
        cwd=home / "empty",
        env=settings(home),
        stdout=subprocess.PIPE,
        text=True,
    ) as program:
        assert program.stdout is not None
        lines, address = [], ""
        for line in program.stdout:
            lines.append(line.rstrip("\n"))
            address = line.split()[-1] if "On this machine" in line else address
            if "Ctrl-C" in line:
                httpx2.get(f"{address}/healthz", timeout=60).raise_for_status()
                program.send_signal(signal.SIGINT)
    assert program.returncode == 0
    files = {Path(line) for line in lines if line.endswith(".py")}
    ours = {path for path in files if path.is_relative_to(ROOT) and "site-packages" not in path.parts}
    assert ours == set()
    assert [path.is_relative_to(environment) for path in files if path.parts[-2:] == ("app", "cli.py")] == [True]
    assert (home / ".local" / "share" / "signet" / "signet.db").is_file()
    assert f"  Kept in:           {home / '.local' / 'share' / 'signet'}" in lines
    assert list((home / "empty").iterdir()) == []


def test_installed_wheel_runs_bots_and_reads_files_from_any_folder(environment: Path, home: Path) -> None:
    (home / "empty" / "engine.py").write_text("raise RuntimeError", encoding="utf-8")
    program = (environment / "bin" / "python", "-P", "-c", THINKS)
    thought = subprocess.run(
        program, cwd=home / "empty", env=settings(home), check=True, capture_output=True, text=True
    )
    assert (thought.stdout, thought.stderr) == ("True\nTrue\n", "")


@pytest.fixture(scope="module")
def installed(environment: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Server of the wheel, started in an empty folder."""
    home = tmp_path_factory.mktemp("home")
    data, empty = home / "data", home / "empty"
    data.mkdir()
    empty.mkdir()
    served = Served(data, settings(home), (str(environment / "bin" / "signet"),), empty)
    served.start()
    yield served
    served.stop()


@pytest.mark.parametrize("game", list(registry.GAMES))
def test_a_game_is_played_from_the_wheel(installed: Served, tmp_path: Path, game: str) -> None:
    client = (sys.executable, ROOT / "docs" / "example_client.py", installed.url, game)
    played = subprocess.run(client, cwd=tmp_path, check=True, capture_output=True, text=True)
    assert "Robin" in played.stdout
    with httpx2.Client(base_url=installed.url, timeout=60) as browser:
        for language in LANGUAGES:
            page = browser.get(f"/rules/{game}", headers={"Accept-Language": language})
            assert f'<html lang="{language}"' in page.text
        assert browser.get(f"/static/tables/{game}_play.css").status_code == 200
