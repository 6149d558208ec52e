"""Registration of games for tests."""

from dataclasses import replace
from typing import Any

import pytest

from engine import registry
from engine.core.game import AnyGame


def register(monkeypatch: pytest.MonkeyPatch, game: AnyGame, **changed: Any) -> None:
    """Register the game, with these fields changed, for as long as a test runs."""
    monkeypatch.setattr(registry, "GAMES", {**registry.GAMES, game.key: replace(game, **changed)})
