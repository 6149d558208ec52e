"""Program that measures whether answer times to a seat depend on another seat."""

import asyncio
from pathlib import Path

import pytest

from tools.answer_times import measure_answers, rank
from tools.served import Served


@pytest.mark.parametrize(
    ("quiet", "busy", "told"),
    [
        ([1.0, 2.0, 3.0], [1.0, 2.0, 3.0], 0.5),
        ([1.0, 2.0], [3.0, 4.0], 1.0),
        ([3.0, 4.0], [1.0, 2.0], 0.0),
        ([1.0, 3.0], [2.0, 4.0], 0.75),
    ],
)
def test_rank_statistic_counts_slower_busy_answers(quiet: list[float], busy: list[float], told: float) -> None:
    assert rank(quiet, busy) == told


def test_real_server_answers_both_halves_of_every_pair(tmp_path: Path) -> None:
    served = Served(tmp_path)
    served.start()
    try:
        quiet, busy = asyncio.run(measure_answers(served.url, 8))
    finally:
        served.stop()
    assert len(quiet) == len(busy) == 8
    assert min(*quiet, *busy) > 0
