"""Fixtures of the web's tests."""

import io
from collections.abc import Iterator

import pytest

from app import logs
from tests.web.tables import Web, a_web


@pytest.fixture(autouse=True)
def log() -> io.StringIO:
    """Everything that is logged during a test."""
    lines = io.StringIO()
    logs.set_up("debug", lines)
    return lines


@pytest.fixture
def web() -> Iterator[Web]:
    """Server without limits."""
    with a_web() as it:
        yield it
