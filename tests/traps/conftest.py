"""The fixtures of these tests."""

from collections.abc import Iterator

import pytest

from tests.web.tables import Web, a_web


@pytest.fixture
def web() -> Iterator[Web]:
    """A server without limits."""
    with a_web() as it:
        yield it
