"""Consistency of the list of faults.

None of the twenty-five is missing; each names existing tests or says what is missing."""

import re
from pathlib import Path

import pytest

from tests.abuse.test_threats import TEST, list_tests
from tools.faults import FAULTS

LIST = Path(__file__).with_name("FAULTS.md").read_text(encoding="utf-8")
ENTRIES = dict(re.findall(r"^## (T\d\d) .*\n((?:(?!^## ).*\n)*)", LIST, re.M))
COUNT = re.compile(r"`(SIGNET_\w+|POWER_CUTS)` = (\d+)")


def test_list_has_twenty_five_faults() -> None:
    assert list(ENTRIES) == [f"T{number:02}" for number in range(1, 26)]
    assert len(TEST.findall(LIST)) == LIST.count("::"), "a line that names a test names nothing else"


@pytest.mark.parametrize("number", ENTRIES)
def test_each_fault_names_tests_or_what_is_missing(number: str) -> None:
    told = ENTRIES[number]
    assert "reduced" in told.lower() and "full" in told.lower()
    assert TEST.findall(told) or "Not shown:" in told
    assert [f"{path}::{name}" for path, name in TEST.findall(told) if name not in list_tests(path)] == []


def test_full_figures_are_those_of_the_full_run() -> None:
    full = {name: count for fault in FAULTS for name, count in fault.counts.items()}
    named = dict(COUNT.findall(LIST))
    assert named == {name: full.get(name) for name in named}
