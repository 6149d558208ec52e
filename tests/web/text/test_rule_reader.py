"""Reader of rule books: the shapes that it knows; it refuses all others."""

import pytest

from app.paths import ROOT
from app.web.text.rule_books import SOURCE, book, rules_path
from app.web.text.rule_reader import BadBookError, read_book
from app.web.text.rule_text import Run
from engine import registry
from tests.checks.test_rules_cited import clauses

BOOK = """# A game

Its **lead**.

## In short
One
paragraph.

## A1 Beginning
- **A1.1** First, see A1.2
  and A2, not A4.
- **A1.2** *Second*.

### A table
| name | figure |
|---|---|
| one | 1 |

## A2 End
- **A2.1** Last.
"""


def test_a_book_has_sections_clauses_and_tables() -> None:
    read = read_book(BOOK)
    assert read.title == "A game"
    assert [run.kind for run in read.lead[0].text] == ["text", "strong", "text"]
    assert [(part.anchor, part.title, part.level) for part in read.sections] == [
        ("s1", "In short", 2),
        ("A1", "Beginning", 2),
        ("s3", "A table", 3),
        ("A2", "End", 2),
    ]
    assert read.sections[0].blocks[0].text == (Run("text", "One paragraph."),)
    assert read.clauses == ("A1.1", "A1.2", "A2.1")
    assert read.sections[2].blocks[0].rows == (((Run("text", "one"),), (Run("text", "1"),)),)


def test_rules_section_separates_plain_introduction_from_following_clauses() -> None:
    source = (
        "## A1 Part",
        "Plain.",
        "Exact:",
        "- **A1.1** First.",
        "## Words",
        "One.",
        "Two.",
        "## Bare",
        "- **A1.2** So.",
    )
    book = read_book("\n\n".join(("# A game", *source)))
    parts = [([block.text[0].text for block in part.intro], part.clauses, len(part.rest)) for part in book.sections]
    assert parts == [(["Plain."], ("A1.1",), 2), (["One.", "Two."], (), 0), ([], ("A1.2",), 1)]


def test_clause_and_section_numbers_become_links_and_others_stay_text() -> None:
    found = read_book(BOOK).find("A1.1")
    assert found is not None
    part, clause = found
    assert part.number == "A1"
    assert [(run.kind, run.text) for run in clause.text] == [
        ("text", "First, see "),
        ("link", "A1.2"),
        ("text", " and "),
        ("link", "A2"),
        ("text", ", not A4."),
    ]
    assert read_book(BOOK).find("A1.3") is None


def test_repeated_column_heads_split_table_into_tables_side_by_side() -> None:
    table = read_book("# One\n\n| a | b | a | b |\n|---|---|---|---|\n| 1 | 2 | 5 | 6 |\n| 3 | 4 | 7 | 8 |\n").lead[0]
    assert [[[cell[0].text for cell in row] for row in (part.head, *part.rows)] for part in table.apart] == [
        [["a", "b"], ["1", "2"], ["3", "4"]],
        [["a", "b"], ["5", "6"], ["7", "8"]],
    ]
    plain = read_book(BOOK).sections[2].blocks[0]
    assert plain.apart == (plain,)


def test_lines_are_joined_and_spaces_that_do_not_break_stay() -> None:
    read = read_book("# One\n\nfifty\u202f000\n  pounds\u00a0: gone.\n")
    assert read.lead[0].text == (Run("text", "fifty\u202f000 pounds\u00a0: gone."),)


@pytest.mark.parametrize(
    "wrong",
    [
        "No title.\n",
        "# One\n# Two\n",
        "# One\n\n- a list\n",
        "# One\n\n1. a list\n",
        "# One\n\n> `code`\n",
        "# One\n\nA [link](x).\n",
        "# One\n\n<b>tags</b>\n",
        "# One\n\nAn open *star.\n",
        "# One\n\n| a | b |\n|---|---|\n| 1 |\n",
        "# One\n\n| a | b |\n| 1 | 2 |\n| 3 | 4 |\n",
        "# One\n\n## A1 Part\n- **A1.1** See A1.2.\n",
        "# One\n\n## A1 Part\n- **A1.1**\n",
        "# One\n\n## A1 Part\n- **First** things.\n",
        "# One\n\n## A1 Part\n- **A1.1** One.\n\n  And another.\n",
        "# One\n\n## A1 Part\n- **A1.1** One.\n  - **A1.2** Within it.\n",
        "# One\n\n#### Small\n",
        "# One\n\nOne **thing *in* another**.\n",
        "# One\n\nA line that  \nbreaks.\n",
        "# One\n\n---\n",
        "# One\n\n| a | b |\n|---|---|\n| 1 | 2 | 3 |\n",
    ],
)
def test_any_other_shape_is_refused(wrong: str) -> None:
    with pytest.raises(BadBookError):
        read_book(wrong)


@pytest.mark.parametrize("game", registry.GAMES)
def test_every_clause_of_the_rules_is_read(game: str) -> None:
    source = (ROOT / "engine" / game / "RULES.md").read_text(encoding="utf-8")
    assert list(book(game).clauses) == clauses(source) != []
    assert {rules_path(number) for number in book(game).clauses} == {f"/rules/{game}"}


def test_a_clause_of_no_game_has_no_page() -> None:
    with pytest.raises(ValueError, match="no game has a clause Z1"):
        rules_path("Z1.1")


@pytest.mark.parametrize("game", registry.GAMES)
def test_every_translation_has_the_same_sections_and_clauses(game: str) -> None:
    own = book(game)
    for language in [path.parent.name for path in (ROOT / "locale").glob(f"*/{game}.md")]:
        other = book(game, language)
        assert other.clauses == own.clauses, language
        assert [part.anchor for part in other.sections] == [part.anchor for part in own.sections], language
        assert other.title != own.title, language


def test_a_language_without_rules_of_its_own_reads_english() -> None:
    game = next(iter(registry.GAMES))
    assert book(game, "tlh") == book(game, SOURCE)
