"""Clocks where they could go wrong, in both games; an evening detects each mutant."""

import pytest

from tests.clocks.cases import CASES, Case
from tests.clocks.mutants import MUTANTS
from tests.live.hurried import run_without_waiting

GAME = "adel_verpflichtet"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
@run_without_waiting
async def test_clock_is_right_in_each_case(game: str, case: Case) -> None:
    await case(game)


@pytest.mark.parametrize("name", MUTANTS)
@run_without_waiting
async def test_wrong_clock_is_detected(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    MUTANTS[name](monkeypatch)
    with pytest.raises(AssertionError):
        for case in CASES:
            await case(GAME)
