"""What every test may use: the fixtures of a real Postgres, and each game in turn. Markers are declared in
pyproject.toml."""

import pytest

from engine.registry import GAMES

pytest_plugins = ["tests.postgres"]


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    """The key of each game on the list in turn: a contract that a test with this fixture checks binds every game."""
    return str(request.param)
