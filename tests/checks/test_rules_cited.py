"""Citations of rules: every clause has a test, and every cited clause exists."""

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.known import get_for_game, lacks
from tests.sources import ROOT, list_project_files, python_files, to_project_path, tree

BOOKS = tuple(sorted(ROOT.glob("engine/*/RULES.md")))
DEFINED = re.compile(r"^- \*\*([A-Z]\d+\.\d+)\*\* ", re.MULTILINE)
IN_BOLD = re.compile(r"\*\*([A-Z]\d+\.\d+)\*\*")
NAMED = re.compile(r"\b[A-Z]\d+\.\d+\b")

GIVEN = {
    "adel_verpflichtet": "A1.1-6 A2.1-4 A3.1-5 A4.0-9 A5.1-3 A6.0-10 A7.1-4 A8.1-5 A9.1-4 A10.1-3 A11.1-4",
    "edel_stein_reich": "E1.1-3 E2.1-3 E3.1-4 E4.1-5 E5.1-9 E6.1-1 E7.1-8 E8.1-12 E9.1-1 E10.1-4",
}
"""Clauses of the given rules, by part. A book has exactly these."""


def clauses(book: str) -> list[str]:
    """Return the clause numbers of a book in order: each is bold at its item's head."""
    return DEFINED.findall(book)


def all_clauses() -> frozenset[str]:
    return frozenset(clause for book in BOOKS for clause in clauses(book.read_text(encoding="utf-8")))


def marks(code: ast.AST) -> Iterator[tuple[int, str | None]]:
    """Yield (line, clause) for each argument of each ``pytest.mark.rule(...)``.

    The clause is None if it is not a plain string."""
    for node in ast.walk(code):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("pytest.mark.rule", "mark.rule"):
            for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
                text = argument.value if isinstance(argument, ast.Constant) else None
                yield node.lineno, text if isinstance(text, str) else None


def find_citations(files: Iterable[Path]) -> dict[str | None, list[str]]:
    """Return each clause's citations, as file:line."""
    found: dict[str | None, list[str]] = {}
    for path in files:
        for line, clause in marks(tree(path)):
            found.setdefault(clause, []).append(f"{to_project_path(path)}:{line}")
    return found


def sort_clauses(numbers: Iterable[str]) -> list[str]:
    """Sort the numbers: A4.9 before A4.10."""
    return sorted(numbers, key=lambda clause: (clause[0], *map(int, clause[1:].split("."))))


def test_the_rules_are_there_to_be_cited() -> None:
    assert BOOKS, "no engine/*/RULES.md"
    assert [to_project_path(book) for book in BOOKS if not clauses(book.read_text(encoding="utf-8"))] == []


def expand_clauses(parts: str) -> list[str]:
    """Return the numbers of the clauses from the first to the last of each part.

    "A1.1-2 A2.1-1" stands for A1.1, A1.2 and A2.1."""
    found = []
    for part in parts.split():
        section, _, numbers = part.partition(".")
        first, _, last = numbers.partition("-")
        found += [f"{section}.{number}" for number in range(int(first), int(last) + 1)]
    return found


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.parent.name)
def test_a_book_has_every_clause_that_was_given(book: Path) -> None:
    assert clauses(book.read_text(encoding="utf-8")) == expand_clauses(get_for_game(GIVEN, book.parent.name))


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.parent.name)
def test_every_clause_is_proved_by_a_test_that_names_it(book: Path) -> None:
    unproved = {*clauses(book.read_text(encoding="utf-8"))} - set(find_citations(python_files("tests")))
    if unproved:
        lacks(book.parent.name, f"no test names {', '.join(sort_clauses(unproved))}")


def test_no_test_names_a_clause_that_does_not_exist() -> None:
    known = all_clauses()
    assert {
        clause: places for clause, places in find_citations(python_files("tests")).items() if clause not in known
    } == {}


def test_the_code_of_a_game_names_only_clauses_that_exist() -> None:
    known = all_clauses()
    letters = {clause[0] for clause in known}
    wrong = [
        f"{to_project_path(path)} names {name}"
        for path in python_files("engine")
        for name in sorted(set(NAMED.findall(path.read_text(encoding="utf-8"))))
        if name[0] in letters and name not in known
    ]
    assert wrong == []


OF_ALL_GAMES = tuple(
    path
    for path in list_project_files()
    if path.relative_to(ROOT).parts[0] in ("engine", "app", "templates", "static")
    and not any(f"/{book.parent.name}" in to_project_path(path) for book in BOOKS)
    and path.suffix in (".py", ".html", ".css", ".js")
)
"""Files that serve any game: all of the program's but those with a game's name."""


def clauses_of_a_game(text: str) -> list[str]:
    """Return what a text names of one game's book.

    It is a clause, or a whole section in brackets or after a word such as "by"."""
    letters = "".join(sorted({clause[0] for clause in all_clauses()}))
    return re.findall(rf"\b[{letters}]\d+\.\d+\b|(?<=[(\s])[{letters}]\d{{1,2}}(?=[),.;])", text)


def test_what_serves_any_game_names_no_clause_of_one() -> None:
    named = {
        to_project_path(path): found for path in OF_ALL_GAMES if (found := clauses_of_a_game(path.read_text("utf-8")))
    }
    assert len(OF_ALL_GAMES) > 300
    assert named == {}, "such a rule is the game's own: say what it means, or move it to the game's folder"
    assert clauses_of_a_game("open (A10.3). Set up by A2, ``E4.1 buys`` and X4.1") == ["A10.3", "A2", "E4.1"]


@pytest.mark.parametrize("book", BOOKS, ids=to_project_path)
class TestABookOfRules:
    def test_defines_each_of_its_clauses_once(self, book: Path) -> None:
        counted = Counter(clauses(book.read_text(encoding="utf-8")))
        assert [clause for clause, times in counted.items() if times > 1] == []

    def test_numbers_them_in_order_under_its_own_letter(self, book: Path) -> None:
        numbers = clauses(book.read_text(encoding="utf-8"))
        others = [clause for other in BOOKS if other != book for clause in clauses(other.read_text(encoding="utf-8"))]
        assert len({number[0] for number in numbers}) == 1
        assert not {number[0] for number in numbers} & {clause[0] for clause in others}
        assert numbers == sort_clauses(numbers)

    def test_rule_book_sets_only_clause_numbers_in_bold(self, book: Path) -> None:
        text = book.read_text(encoding="utf-8")
        assert IN_BOLD.findall(text) == clauses(text)

    def test_refers_only_to_clauses_of_its_own_that_exist(self, book: Path) -> None:
        text = book.read_text(encoding="utf-8")
        assert sort_clauses(set(NAMED.findall(text)) - set(clauses(text))) == []


def test_a_mark_is_read_wherever_it_stands() -> None:
    code = (
        'pytestmark = pytest.mark.rule("A1.1")\n'
        '@pytest.mark.rule("A1.2", "A1.3")\n'
        "def test(): ...\n"
        'CASES = [pytest.param(1, marks=pytest.mark.rule("A1.4")), pytest.mark.rule(name)]\n'
    )
    assert sorted(marks(ast.parse(code)), key=str) == [
        (1, "A1.1"),
        (2, "A1.2"),
        (2, "A1.3"),
        (4, "A1.4"),
        (4, None),
    ]


def test_only_the_head_of_a_list_item_defines_a_clause() -> None:
    assert clauses("- **A1.1** One, see A1.2 and **A1.3**.\n- **A1.2** Two.\nText **A1.4**\n") == ["A1.1", "A1.2"]
