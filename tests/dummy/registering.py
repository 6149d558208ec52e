"""Putting the third game into the registry."""

from dataclasses import replace
from typing import Any

import pytest

from engine import registry
from tests.dummy.throws import GAME


def register(monkeypatch: pytest.MonkeyPatch, **changed: Any) -> None:
    """Register Throws, with these fields changed, for as long as a test runs."""
    monkeypatch.setattr(registry, "GAMES", {**registry.GAMES, GAME.key: replace(GAME, **changed)})
