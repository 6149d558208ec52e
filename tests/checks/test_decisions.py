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
MEASUREMENTS_LINES = 200
WORDS = 25
"""Maximum of words in a sentence of a decision."""

DATED = re.compile(r"(\d{4}-\d\d-\d\d) · (\S.*)")
STATED = re.compile(r"# (\S.*[^?.])")
PARTS = tuple(re.compile(rf"\*\*{part}[:.]\*\*") for part in ("Context", "Decision", "Consequences"))
ENTRY = re.compile(r"^- \[(\d{3})\s(\S[^\]]*)\]\((\S+)\)\s+\((\S+)\)$", re.MULTILINE)


def faults(text: str) -> list[str]:
    """List the faults of a decision."""
    title, *rest = text.split("\n\n")
    dated, body = rest[0] if rest else "", "\n".join(rest[1:])
    lines = [line for line in body.splitlines() if line]
    wrong = [] if STATED.fullmatch(title) else ["a statement"]
    wrong += [] if DATED.fullmatch(dated) else ["a date and a subject"]
    wrong += [part.pattern for part in PARTS if not part.search(" ".join(lines))]
    wrong += ["brevity"] if len(lines) > LINES else []
    wrong += [sentence for sentence in sentences(body) if len(sentence.split()) > WORDS]
    return [*wrong, *(line for line in text.splitlines() if len(line) > COLUMNS)]


def sentences(text: str) -> list[str]:
    """Return a text's sentences and half-sentences.

    Code counts as one word, and links as their words."""
    plain = re.sub(r"\]\([^)]*\)", "]", re.sub(r"`[^`]*`", "x", text))
    return [part for paragraph in plain.split("\n\n") for part in re.split(r"(?<=[.!?;:])[\s)]+", paragraph)]


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
    assert len(faults(whole.replace("b.", "b " * 30))) == 1


def test_index_lists_every_decision_once_with_its_subject_and_date() -> None:
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


def test_measurements_name_what_and_their_command() -> None:
    sections = dict(re.findall(r"^## (.+)\n((?:(?!^## ).*\n)*)", MEASUREMENTS, re.MULTILINE))
    assert len(sections) > 10
    lacking = {name for name, text in sections.items() if "**What:**" not in text or not has_command(text)}
    assert lacking == set()
    assert not has_command("**Command:** look.")


def test_measurements_fit_on_one_page() -> None:
    assert len(MEASUREMENTS.splitlines()) <= MEASUREMENTS_LINES


def test_measurements_name_modules_and_tests_that_exist() -> None:
    modules = set(re.findall(r"python -m ((?:tools|app|engine)[\w.]*)", MEASUREMENTS))
    tests = set(re.findall(r"tests/[\w/.]+\.py", MEASUREMENTS))
    assert len(modules) > 5
    assert {name for name in modules if not is_runnable(name)} == set()
    assert {name for name in tests if not (ROOT / name).is_file()} == set()


def has_command(text: str) -> bool:
    """Return whether a section names the command to repeat the measurement."""
    again = " ".join(text.partition("**Command:**")[2].split())
    return re.search(r"(?:^|[` ])(?:make|python)\s[^`]+", again) is not None


def is_runnable(name: str) -> bool:
    """Return whether ``python -m name`` finds a module or a package to run."""
    path = ROOT / name.replace(".", "/")
    return path.with_suffix(".py").is_file() or (path / "__main__.py").is_file()
