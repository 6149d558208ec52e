"""A server and a browser of each engine for a test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engines.browser import Browser
from tests.engines.engines import ENGINES
from tools.served import Served


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    server = Served(tmp_path)
    server.start()
    yield server
    server.stop()


@pytest.fixture(params=ENGINES)
def browser(request: pytest.FixtureRequest) -> Iterator[Browser]:
    opened = ENGINES[request.param]()
    yield opened
    opened.close()
