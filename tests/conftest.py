"""What every test may use: the fixtures of a real Postgres, and each game in turn. Markers are declared in
pyproject.toml."""

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
from tests.seeds import DRAWN, chosen_seed, drawn_seed
from tests.shares import in_shares
from tools.costs import dear_files, read_record

pytest_plugins = ["tests.costs", "tests.postgres", "tests.quick"]

# how long an example takes says how much else the machine has to do
settings.register_profile("signet", deadline=None)
settings.load_profile("signet")


drawn_seed()
# the processes of this run begin with a copy of the environment: all draw from one number


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Have hypothesis draw from the number of the run too, unless another one is asked for."""
    if config.getoption("hypothesis_seed", None) is None:
        config.option.hypothesis_seed = str(chosen_seed())


def pytest_report_header() -> str:
    """Say how this run is drawn again."""
    return f"drawn by chance from {DRAWN}={drawn_seed()}"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Puts the dearest files first in the share of each process, so that none is left with one at the end."""
    dear = dear_files(read_record())
    items.sort(key=lambda item: -dear.get(_file(item), 0.0))
    items[:] = in_shares(items, lambda item: _file(item) in dear, _file, int(os.environ.get(PROCESSES, "1")))


PROCESSES = "PYTEST_XDIST_WORKER_COUNT"


def _file(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0]


SELDOM = 20_000, 20, 100
"""How seldom the tests' process looks for garbage: what one test leaves is not worth a look."""


def pytest_collection_finish() -> None:
    """Sets apart what the collection of thousands of tests left: whoever looks for garbage need not walk through it."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    """The key of each game on the list in turn: a contract that a test with this fixture checks binds every game."""
    return str(request.param)


@pytest.fixture(autouse=True)
def own_log() -> Iterator[None]:
    """Where a test lets the log go holds for that test alone."""
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
    """In this module a passphrase becomes a key without the quarter of a second that is to cost whoever guesses. That
    keys are made as the protocol says is proved in test_room_file and by the files of old releases."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passphrase, "hashlib", SimpleNamespace(scrypt=_light_scrypt))
        # a process of its own would make its keys as it should
        patch.setattr(FileReader, "_ask", _answer_here)
        yield
