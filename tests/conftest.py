"""Fixtures for all tests: a real Postgres, each game in turn.

Markers are declared in pyproject.toml."""

import asyncio
import gc
import hashlib
import logging
import os
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import settings

from app.records import passphrase
from app.records.file_answers import Question, answer
from app.web.service.file_reader import FileReader
from engine.registry import GAMES
from tests.seeds import DRAWN, choose_seed, draw_seed
from tests.shares import reorder_for_processes
from tools.costs import dear_files, read_record

pytest_plugins = ["tests.costs", "tests.postgres", "tests.quick"]

# the duration of an example depends on the machine's other load
settings.register_profile("signet", deadline=None)
settings.load_profile("signet")


draw_seed()
# the processes of this run inherit the environment, so all use one seed


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Let hypothesis use the run's seed, unless the command line has another one."""
    if config.getoption("hypothesis_seed", None) is None:
        config.option.hypothesis_seed = str(choose_seed())


def pytest_report_header() -> str:
    """Print how to repeat this run."""
    return f"drawn by chance from {DRAWN}={draw_seed()}"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the dearest files first in each process's share, so that none ends with one."""
    dear = dear_files(read_record())
    items.sort(key=lambda item: -dear.get(_file(item), 0.0))
    items[:] = reorder_for_processes(
        items, lambda item: _file(item) in dear, _file, int(os.environ.get(PROCESSES, "1"))
    )


PROCESSES = "PYTEST_XDIST_WORKER_COUNT"


def _file(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0]


SELDOM = 20_000, 20, 100
"""Thresholds of the garbage collector: a test's garbage is not worth a collection."""


def pytest_collection_finish() -> None:
    """Freeze the objects of the collected tests, so that no collection walks them."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    """Key of each listed game in turn: a contract with this fixture binds every game."""
    return str(request.param)


@pytest.fixture(autouse=True)
def own_log() -> Iterator[None]:
    """Log settings that a test changes for itself alone."""
    root, ours = logging.getLogger(), logging.getLogger("app")
    kept = root.handlers[:], root.level, ours.level
    yield
    root.handlers[:] = kept[0]
    root.setLevel(kept[1])
    ours.setLevel(kept[2])


def _light_scrypt(password: bytes, *, salt: bytes, dklen: int, **_: Any) -> bytes:
    return hashlib.scrypt(password, salt=salt, n=2, r=1, p=1, dklen=dklen)


async def _answer_here(_: FileReader, question: Question) -> bytes:
    return await asyncio.to_thread(answer, question)


@pytest.fixture(scope="module")
def light_keys() -> Iterator[None]:
    """Cheap keys from passphrases in this module, without the usual 250 ms each.

    That delay is meant for attackers. Proofs of the protocol's keys are test_room_file and the files of old
    releases."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passphrase, "hashlib", SimpleNamespace(scrypt=_light_scrypt))
        # a process of its own would make the usual keys
        patch.setattr(FileReader, "_ask", _answer_here)
        yield
