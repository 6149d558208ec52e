"""Consistency of the table of threats.

Every attacker has controls and tests, the tests exist, and the figures are the server's."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from app.settings.limits import Figures
from tests.sources import ROOT

TABLE = Path(__file__).with_name("THREATS.md").read_text(encoding="utf-8")
ATTACKERS = dict(re.findall(r"^## (\d+) .*\n((?:(?!^## ).*\n)*)", TABLE, re.M))
TEST = re.compile(r"^- (tests/\S+\.py)::(\w+)$", re.M)
FIGURE = re.compile(r"`(\w+)` = (\d+)")


@cache
def list_tests(path: str) -> frozenset[str]:
    """Return the names of a file's tests."""
    parsed = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    functions = (node for node in parsed.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return frozenset(node.name for node in functions if node.name.startswith("test_"))


def test_table_has_eleven_attackers() -> None:
    assert list(ATTACKERS) == [str(number) for number in range(1, 12)]
    assert len(TEST.findall(TABLE)) == TABLE.count("::"), "a line that names a test names nothing else"


@pytest.mark.parametrize("number", ATTACKERS)
def test_each_attacker_has_controls_figures_and_tests(number: str) -> None:
    told, lines = ATTACKERS[number], [line for line in ATTACKERS[number].splitlines() if line.startswith("- ")]
    assert len([line for line in lines if "::" not in line]) >= 2, "a control and a figure"
    assert len(TEST.findall(told)) >= 5


@pytest.mark.parametrize("number", ATTACKERS)
def test_every_named_test_exists(number: str) -> None:
    missing = [f"{path}::{name}" for path, name in TEST.findall(ATTACKERS[number]) if name not in list_tests(path)]
    assert missing == []


@pytest.mark.parametrize(("name", "value"), FIGURE.findall(TABLE))
def test_figures_are_those_of_the_server(name: str, value: str) -> None:
    assert getattr(Figures(), name) == float(value)
