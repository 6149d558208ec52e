"""Documented example of a client: it plays whole games at a server, unchanged."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import registry
from tests.sources import ROOT
from tools.served import Served

CLIENT = ROOT / "docs" / "example_client.py"
LINES = 76
RANKING = re.compile(r"1\. .+\n(?:[23]\. .+\n){0,2}")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Server for all games."""
    server = Served(tmp_path_factory.mktemp("data"))
    server.start()
    yield server
    server.stop()


@pytest.mark.parametrize("game", list(registry.GAMES))
def test_example_client_plays_a_whole_game_and_prints_the_ranking(served: Served, tmp_path: Path, game: str) -> None:
    command = (sys.executable, CLIENT, served.url, game)
    played = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True)
    assert RANKING.fullmatch(played.stdout)
    assert "Robin" in played.stdout
    assert played.stderr == ""


@pytest.mark.slow("a server of its own is started")
def test_example_client_gives_the_word(tmp_path: Path) -> None:
    server = Served(tmp_path, {"SIGNET_OPEN_WORD": "a blue frog"})
    server.start()
    try:
        command = (sys.executable, CLIENT, server.url, next(iter(registry.GAMES)))
        refused = subprocess.run(command, check=False, capture_output=True, text=True)
        assert refused.returncode == 1 and "403" in refused.stderr
        played = subprocess.run((*command, "A Blue Frog"), check=True, capture_output=True, text=True)
        assert RANKING.fullmatch(played.stdout)
    finally:
        server.stop()


def test_the_example_is_short_enough_to_be_read() -> None:
    assert len(CLIENT.read_text(encoding="utf-8").splitlines()) <= LINES
