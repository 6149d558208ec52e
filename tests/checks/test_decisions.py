"""Form of the decisions and of the measurements.

A decision's title states it, and its file is called after the title. Context, decision and consequences follow in
fifteen lines. Each stands in the index. Each measurement says what was measured and how to repeat it."""

import re
from pathlib import Path

import pytest

from tests.sources import ROOT

FOLDER = ROOT / "docs" / "decisions"
DECISIONS = sorted(FOLDER.glob("[0-9]*.md"))
INDEX = (FOLDER / "README.md").read_text(encoding="utf-8")
MEASUREMENTS = (ROOT / "docs" / "measurements.md").read_text(encoding="utf-8")

LINES, COLUMNS = 15, 120

DATED = re.compile(r"(\d{4}-\d\d-\d\d) · (\S.*)")
STATED = re.compile(r"# (\S.*[^?.])")
STATED_PARTS = tuple(re.compile(rf"\*\*{part}[:.]\*\*") for part in ("Context", "Decision", "Consequences"))
PARTS = (
    re.compile(r"\*\*Choice[:.]\*\*"),
    re.compile(r"\*\*(?:Why|Instead)\b"),
    re.compile(r"\*\*Would change our mind:"),
)
ENTRY = re.compile(r"^- \[(\d{3})\s(\S[^\]]*)\]\((\S+)\)\s+\((\S+)\)$", re.MULTILINE)


def faults(text: str) -> list[str]:
    """List what a decision lacks."""
    title, *rest = text.split("\n\n")
    dated, body = rest[0] if rest else "", "\n".join(rest[1:])
    lines = [line for line in body.splitlines() if line]
    wrong = [] if STATED.fullmatch(title) else ["a statement"]
    wrong += [] if DATED.fullmatch(dated) else ["a date and a subject"]
    parts = PARTS if "**Choice" in body else STATED_PARTS
    wrong += [part.pattern for part in parts if not part.search(" ".join(lines))]
    wrong += ["brevity"] if len(lines) > LINES else []
    return [*wrong, *(line for line in text.splitlines() if len(line) > COLUMNS)]


def file_name(number: str, title: str) -> str:
    """Return the name of a decision's file, made from its number and title."""
    words = re.sub(r"[^a-z0-9]+", "-", re.sub(r"[',]", "", title.lower())).strip("-")
    return f"{number}-{words}.md"


@pytest.mark.parametrize("path", DECISIONS, ids=lambda path: path.stem)
def test_decision_has_title_name_and_parts(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert path.name == file_name(path.name[:3], text.split("\n", 1)[0].removeprefix("# "))
    assert faults(text) == []


def test_faults_lists_what_a_decision_lacks() -> None:
    head = "# Commit before anyone is told\n\n2026-11-27 · Time\n\n"
    whole = head + "**Context:** a.\n**Decision:** b.\n**Consequences:** c.\n"
    assert faults(whole) == []
    assert faults(whole.replace(" told", " told?")) == ["a statement"]
    assert faults(whole.replace("2026-11-27 ·", "")) == ["a date and a subject"]
    assert len(faults(whole.replace("Context", "Text").replace("Consequences", "Costs"))) == 2
    assert faults(whole + "\nmore" * (LINES - 3)) == []
    assert faults(whole + "\nmore" * LINES) == ["brevity"]
    assert len(faults(whole.replace("b.", "b. " * 50))) == 1


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
