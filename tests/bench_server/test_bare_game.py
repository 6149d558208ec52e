"""Bare game: it keeps every game's contract, and the product does not list it."""

import inspect
from collections.abc import Callable

import pytest

from engine import registry
from engine.core.chance import SeededChance
from engine.core.errors import BadTextError
from tests.engine import deals, test_game_contract
from tests.engine.deals import Deal
from tests.sources import ROOT, python_files
from tools.bench_server.servers.bare_game import FOR_EVER, GAME

OF_THE_LIST = "test_every_table_size_is_dealt_here"
"""Test of the contract on the list of games, which lacks this one."""

PROMISES: dict[str, Callable[[Deal], None]] = {
    name: each
    for name, each in vars(test_game_contract).items()
    if name.startswith("test_") and name != OF_THE_LIST and list(inspect.signature(each).parameters) == ["deal"]
}


@pytest.fixture
def on_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """List of games with the bare game, as the launcher makes it."""
    for module in (registry, deals):
        monkeypatch.setattr(module, "GAMES", {**registry.GAMES, GAME.key: GAME})


@pytest.mark.parametrize("seats", GAME.table_sizes)
@pytest.mark.parametrize("promise", PROMISES)
def test_it_keeps_what_every_game_promises(on_the_list: None, promise: str, seats: int) -> None:
    PROMISES[promise](Deal(GAME.key, seats, (("rounds", 10),)))


@pytest.mark.parametrize("text", ["", " ", "e", "ab", "choose\nme"])
def test_a_text_that_is_no_letter_does_not_parse(text: str) -> None:
    with pytest.raises(BadTextError):
        GAME.parse(text)


def test_it_goes_on_for_ever_unless_told_otherwise() -> None:
    state = GAME.new(4, {}, SeededChance(b"any"))
    assert state.rounds == FOR_EVER
    assert len(GAME.asks(state)) == 4


def test_the_product_does_not_know_it() -> None:
    assert GAME.key not in registry.GAMES
    for path in python_files("engine", "app"):
        assert "bench_server" not in path.read_text(encoding="utf-8"), path.relative_to(ROOT)
