"""Option ``pytest --quick``: skip tests that were dear in the last run.

Tests of changed files run nevertheless."""

import shutil
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path, PurePosixPath

import pytest

from tools.costs import QUICK_S, RECORD, ROOT, read_record


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the option."""
    parser.addoption("--quick", action="store_true", help="leave out tests that are dear, unless they mirror a change")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the dear tests."""
    if not config.getoption("quick"):
        return
    root = config.rootpath
    record = read_record(root / RECORD.relative_to(ROOT))
    files = {item: item.path.relative_to(root).as_posix() for item in items}
    mirrors = mirrors_of(list_changed_files(root), set(files.values()))
    dear = {item for item in items if record.get(item.nodeid, 0.0) > QUICK_S and files[item] not in mirrors}
    config.hook.pytest_deselected(items=list(dear))
    items[:] = [item for item in items if item not in dear]


def list_changed_files(root: Path) -> list[str]:
    """List the files that differ from the last commit or are new; none without git."""
    commands = (("git", "diff", "--name-only", "HEAD"), ("git", "ls-files", "--others", "--exclude-standard"))
    if shutil.which("git") is None:
        return []
    done = [subprocess.run(each, cwd=root, capture_output=True, text=True, check=False) for each in commands]
    return [line for each in done for line in each.stdout.splitlines()]


def mirrors_of(changed: Iterable[str], files: Iterable[str]) -> set[str]:
    """Find the test files that mirror changed files or have changed themselves.

    ``app/rooms/seats/decide.py`` is mirrored by ``tests/rooms/test_seats.py`` and
    ``tests/rooms/seats/test_decide.py``, ``engine/arena.py`` by ``tests/engine/test_arena.py`` and by all in
    ``tests/engine/arena``."""
    paths = [_place(change) for change in changed]
    tests = {file: PurePosixPath(file.removeprefix("tests/")) for file in files}
    return {file for file, test in tests.items() if any(path and _mirrors(test.parts, path) for path in paths)}


def _place(change: str) -> tuple[str, ...]:
    """Return the folders of a file as its tests name them, and its stem."""
    path = PurePosixPath(change).with_suffix("")
    return path.parts if path.parts[0] == "engine" else path.parts[1:]


def _mirrors(test: Sequence[str], place: Sequence[str]) -> bool:
    """Return whether the test lies in the place, or has its name or a parent's name."""
    folders, name = test[:-1], test[-1].removesuffix(".py")
    if folders[: len(place)] == place:
        return True
    own = place[len(folders) :]
    return folders == place[: len(folders)] and (name in own or name.removeprefix("test_") in own)
