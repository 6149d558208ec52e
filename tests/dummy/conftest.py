"""The third game, registered as its recipe says, for as long as a test runs."""

from collections.abc import Iterator

import pytest

from app.web.games import find_presenter, package
from app.web.static.bundles import bundle
from app.web.static.versions import build_static_url
from app.web.text.rule_books import book, rules_path
from tests.dummy.throws import GAME
from tests.registering import register
from tests.web.tables import Web, a_web

KEPT = (find_presenter, package, bundle, book, rules_path, build_static_url)
"""Caches about games that last as long as the process."""


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The registry with one line more."""
    register(monkeypatch, GAME)
    for each in KEPT:
        each.cache_clear()
    yield
    for each in KEPT:
        each.cache_clear()


@pytest.fixture
def web(registered: None) -> Iterator[Web]:
    """A server that knows the third game."""
    with a_web() as it:
        yield it
