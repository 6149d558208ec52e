"""Choice of ``make quick``: cheap tests, and all that mirror a changed file."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.quick import mirrors_of
from tests.sources import ROOT

FILES = (
    "tests/rooms/test_seats.py",
    "tests/rooms/seats/test_decide.py",
    "tests/rooms/test_chat.py",
    "tests/rooms/test_decide.py",
    "tests/engine/test_arena.py",
    "tests/engine/arena/test_pipe.py",
    "tests/live/test_arena.py",
    "tests/test_settings.py",
)


@pytest.mark.parametrize(
    ("changed", "mirrors"),
    [
        ("app/rooms/seats/decide.py", {0, 1, 3}),
        ("app/rooms/seats/evolve.py", {0}),
        ("app/rooms/chat.py", {2}),
        ("engine/arena/pipe.py", {4, 5}),
        ("engine/arena.py", {4, 5}),
        ("app/settings.py", {7}),
        ("tools/settings.py", {7}),
        ("tests/rooms/test_chat.py", {2}),
        ("README.md", set()),
        ("docs/protocol.md", set()),
    ],
)
def test_test_file_mirrors_a_module_or_its_surrounding_folder(changed: str, mirrors: set[int]) -> None:
    assert mirrors_of([changed], FILES) == {FILES[number] for number in mirrors}


SOURCE = "def test_cheap():\n    pass\n\ndef test_dear():\n    pass\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Committed project with two modules, a cheap and a dear test of each."""
    for name in ("app", "tests"):
        (tmp_path / name).mkdir()
    for name in ("talk", "votes"):
        (tmp_path / "app" / f"{name}.py").write_text("", "utf-8")
        (tmp_path / "tests" / f"test_{name}.py").write_text(SOURCE, "utf-8")
    costs = {f"tests/test_{name}.py::test_dear": 0.3 for name in ("talk", "votes")}
    (tmp_path / "tests" / "costs.json").write_text(json.dumps(costs), "utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\n", "utf-8")
    who = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    for command in (("init", "-q"), ("add", "."), (*who, "commit", "-q", "-m", "Begin")):
        subprocess.run(("git", *command), cwd=tmp_path, check=True)
    return tmp_path


def ran(project: Path, *options: str) -> set[str]:
    """Return the tests that run there."""
    command = (sys.executable, "-m", "pytest", "-p", "tests.quick", "-p", "no:cacheprovider", "-v", *options)
    settings = {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    path = os.environ["PATH"]
    done = subprocess.run(
        command, cwd=project, env=settings | {"PATH": path}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return set(re.findall(r"test_(\w+\.py::\w+) PASSED", done.stdout))


CHEAP = {"talk.py::test_cheap", "votes.py::test_cheap"}
ALL = CHEAP | {"talk.py::test_dear", "votes.py::test_dear"}


def test_quick_run_omits_expensive_tests_unless_they_mirror_a_change(project: Path) -> None:
    assert ran(project) == ALL
    assert ran(project, "--quick") == CHEAP
    (project / "app" / "talk.py").write_text("HELLO = 1\n", "utf-8")
    assert ran(project, "--quick") == CHEAP | {"talk.py::test_dear"}
    (project / "tests" / "test_votes.py").write_text(SOURCE + "\n", "utf-8")
    assert ran(project, "--quick") == ALL


def test_quick_run_includes_new_files_and_tests_whatever_their_cost(project: Path) -> None:
    (project / "app" / "presenter.py").write_text("", "utf-8")
    (project / "tests" / "test_presenter.py").write_text(SOURCE, "utf-8")
    assert ran(project, "--quick") == CHEAP | {"presenter.py::test_cheap", "presenter.py::test_dear"}
