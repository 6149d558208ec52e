"""RULES.md and the tests know the same clauses."""

import re
from pathlib import Path

HERE = Path(__file__).parent
RULES = HERE.parents[2] / "engine/adel_verpflichtet/RULES.md"


def clauses() -> list[str]:
    """The clauses of RULES.md."""
    return re.findall(r"\*\*(A\d+\.\d+)\*\*", RULES.read_text(encoding="utf-8"))


def proved() -> set[str]:
    """The clauses that tests of this folder name."""
    marks = [
        mark
        for path in HERE.glob("test_*.py")
        for mark in re.findall(r"@pytest\.mark\.rule\(([^)]*)\)", path.read_text(encoding="utf-8"))
    ]
    return set(re.findall(r"A\d+\.\d+", " ".join(marks)))


def test_every_clause_has_its_number_once() -> None:
    assert len(set(clauses())) == len(clauses()) == 54


def test_every_clause_is_proved_and_no_test_names_another() -> None:
    assert proved() == set(clauses())
