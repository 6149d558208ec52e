"""Form of the decisions and of the measurements.

From number 150 on, a decision's title states it; context, decision and consequences follow in fifteen lines. Earlier
ones begin with a question. Each stands in the index. Each measurement says what was measured and how to repeat it."""

import re
from pathlib import Path

import pytest

from tests.sources import ROOT

FOLDER = ROOT / "docs" / "decisions"
DECISIONS = sorted(FOLDER.glob("[0-9]*.md"))
INDEX = (FOLDER / "README.md").read_text(encoding="utf-8")
MEASUREMENTS = (ROOT / "docs" / "measurements.md").read_text(encoding="utf-8")

LINES, COLUMNS = 15, 120

NAME = re.compile(r"\d{3}-[a-z0-9-]+\.md")
ASKED = re.compile(r"# (\S.*\?)")
DATED = re.compile(r"(\d{4}-\d\d-\d\d) · (\S.*)")
STATED_FROM = 150
"""The first decision whose title states it."""
STATED = re.compile(r"# (\S.*[^?.])")
STATED_PARTS = tuple(re.compile(rf"\*\*{part}[:.]\*\*") for part in ("Context", "Decision", "Consequences"))
PARTS = (
    re.compile(r"\*\*Choice[:.]\*\*"),
    re.compile(r"\*\*(?:Why|Instead)\b"),
    re.compile(r"\*\*Would change our mind:"),
)
ENTRY = re.compile(r"^- \[(\d{3})\s(\S[^\]]*)\]\((\S+)\)\s+\((\S+)\)$", re.MULTILINE)


def faults(text: str, *, is_stated: bool = False) -> list[str]:
    """List what a decision lacks; ``is_stated``: its title states it."""
    title, *rest = text.split("\n\n")
    dated, told = rest[0] if rest else "", "\n".join(rest[1:])
    lines = [line for line in told.splitlines() if line]
    form = STATED if is_stated else ASKED
    wrong = [] if form.fullmatch(title) else ["a statement" if is_stated else "a question"]
    wrong += [] if DATED.fullmatch(dated) else ["a date and a subject"]
    parts = STATED_PARTS if is_stated else PARTS
    wrong += [part.pattern for part in parts if not part.search(" ".join(lines))]
    wrong += ["brevity"] if len(lines) > LINES else []
    return [*wrong, *(line for line in text.splitlines() if len(line) > COLUMNS)]


@pytest.mark.parametrize("path", DECISIONS, ids=lambda path: path.stem)
def test_a_decision_has_its_parts(path: Path) -> None:
    assert NAME.fullmatch(path.name)
    assert faults(path.read_text(encoding="utf-8"), is_stated=int(path.name[:3]) >= STATED_FROM) == []


def test_what_a_decision_lacks_is_found() -> None:
    whole = "# Who?\n\n2026-11-22 · Time\n\n**Choice:** we. **Why:** so. **Would change our mind:** nothing.\n"
    assert faults(whole) == []
    assert faults(whole.replace("Who?", "Who")) == ["a question"]
    assert faults(whole.replace("2026-11-22 ·", "")) == ["a date and a subject"]
    assert len(faults(whole.replace("Would", "Could").replace("Why", "When").replace("Choice", "Chance"))) == 3
    assert faults(whole + "\nmore" * (LINES - 1)) == []
    assert faults(whole + "\nmore" * LINES) == ["brevity"]
    assert len(faults(whole.replace("nothing", "nothing " * 20))) == 1


def test_a_stated_decision_that_lacks_a_part_is_found() -> None:
    head = "# Commit before anyone is told\n\n2026-11-27 · Time\n\n"
    whole = head + "**Context:** a.\n**Decision:** b.\n**Consequences:** c.\n"
    assert faults(whole, is_stated=True) == []
    assert faults(whole.replace(" told", " told?"), is_stated=True) == ["a statement"]
    assert len(faults(whole.replace("Context", "Text").replace("Consequences", "Costs"), is_stated=True)) == 2


def test_the_index_lists_every_decision_once_under_its_subject_and_with_its_date() -> None:
    listed: dict[str, tuple[str, ...]] = {}
    for section in INDEX.split("\n## ")[1:]:
        subject, _, rest = section.partition("\n")
        listed |= {
            name: (number, " ".join(asked.split()), dated, subject)
            for number, asked, name, dated in ENTRY.findall(rest)
        }
    assert len(ENTRY.findall(INDEX)) == len(listed) == INDEX.count("\n- ")
    there = {}
    for path in DECISIONS:
        asked, dated, _ = path.read_text(encoding="utf-8").split("\n\n", 2)
        date, _, subject = dated.partition(" · ")
        there[path.name] = (path.name[:3], asked.removeprefix("# "), date, subject)
    assert listed == there
    assert [line for line in INDEX.splitlines() if len(line) > COLUMNS] == []


def test_no_number_is_given_twice() -> None:
    numbers = [path.name[:3] for path in DECISIONS]
    assert len(numbers) > 70
    assert len(set(numbers)) == len(numbers)


def test_every_measurement_says_what_it_is_and_how_to_take_it_again() -> None:
    sections = dict(re.findall(r"^## (.+)\n((?:(?!^## ).*\n)*)", MEASUREMENTS, re.MULTILINE))
    assert len(sections) > 10
    lacking = {name for name, told in sections.items() if "**What:**" not in told or not command_in(told)}
    assert lacking == set()
    assert not command_in("**Again:** look.")


def command_in(told: str) -> bool:
    """Whether a section says by which command it is measured again."""
    again = " ".join(told.partition("**Again:**")[2].split())
    return re.search(r"(?:^|[` ])(?:make|python)\s[^`]+", again) is not None
