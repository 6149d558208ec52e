"""Figures: medians of runs, and ratios to the floor."""

from dataclasses import replace
from typing import Any

import pytest

from tools.bench_server.figures import HEAD, NUMBERS, RULE, Figures, line, medians, quantile
from tools.bench_server.machine import build

ONES: dict[str, Any] = dict.fromkeys(NUMBERS, 1.0)
RUN = Figures(**ONES)


def test_each_figure_has_its_own_median() -> None:
    runs = [
        replace(RUN, rounds_a_second=100, p99=9.0, processes=(1.0, 5.0), killed=(1.0, 2.0)),
        replace(RUN, rounds_a_second=300, p99=1.0, processes=(2.0, 3.0)),
        replace(RUN, rounds_a_second=200, p99=5.0, processes=(9.0, 4.0), killed=(3.0, 8.0)),
    ]
    middle = replace(RUN, rounds_a_second=200, p99=5.0, processes=(2.0, 4.0), killed=(2.0, 5.0))
    assert medians(runs) == middle


def test_ratios_are_to_the_floor() -> None:
    floor = replace(RUN, rounds_a_second=2_000, main=0.5, others=0.0)
    said = cells(line("bare", "50 flat out", replace(RUN, rounds_a_second=1_500, main=1.0, others=0.25), floor))
    assert said["rounds/s"] == "1,500"
    assert said["of the floor"] == "0.75"
    assert said["CPU of the floor"] == "2.50"
    assert said["CPU s per 1,000: main + others, database, driver"] == "1.25: 1.00 + 0.25, 1.00, 1.00"


def test_a_driver_that_was_busy_is_named() -> None:
    assert "at least so many rounds" in line("bare", "50", replace(RUN, load=0.91))
    assert "at least so many rounds" not in line("bare", "50", replace(RUN, load=0.9))


def test_every_line_has_a_cell_for_each_column() -> None:
    full = replace(RUN, processes=(1.0, 2.0), killed=(1.0, 2.0))
    assert {row.count("|") for row in (HEAD, RULE, line("a", "b", RUN), line("a", "b", full, RUN))} == {15}


@pytest.mark.parametrize(("hundredths", "found"), [(0, 1), (50, 51), (99, 100), (100, 100)])
def test_quantiles_of_a_hundred(hundredths: int, found: int) -> None:
    assert quantile(range(1, 101), hundredths) == found


@pytest.mark.parametrize(
    ("config", "prefix", "said"),
    [
        ({"CONFIG_ARGS": "'--enable-optimizations' '--with-lto'"}, "/usr/local", "optimised build (PGO and LTO)"),
        ({"CONFIG_ARGS": "'--enable-optimizations'"}, "/usr/local", "optimised build (PGO)"),
        ({"CONFIG_ARGS": "", "PY_CORE_CFLAGS": "-O3 -fprofile-use -flto"}, "/opt", "optimised build (PGO and LTO)"),
        ({"CONFIG_ARGS": "'--enable-shared'", "PGO_PROF_USE_FLAG": "-fprofile-use"}, "/opt", "not an optimised build"),
        ({"CONFIG_ARGS": "'--enable-shared'"}, "/usr", "does not tell"),
        ({}, "/opt", "not an optimised build"),
    ],
)
def test_how_the_python_was_built_is_told(config: dict[str, str | int | None], prefix: str, said: str) -> None:
    assert said in build(config, prefix)


def cells(row: str) -> dict[str, str]:
    """Return a line's cells by their heads."""
    heads, told = ([cell.strip() for cell in each.split("|")[1:-1]] for each in (HEAD, row))
    return dict(zip(heads, told, strict=True))
