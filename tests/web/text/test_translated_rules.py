"""Translated books of rules: the same clauses in the same order.

Their tables have the same size."""

import re

import pytest

from app.web.text.languages import ENGLISH, LANGUAGES
from app.web.text.rule_books import book
from app.web.text.rule_text import Book
from engine import registry
from tests.known import lacks
from tests.web.tables import Web

FIGURE = re.compile(r"\d+(?:[.,\u202f]\d{3})*")


def shape(of: Book) -> list[tuple[object, ...]]:
    """Return everything of a book but its words."""
    return [
        (part.anchor, part.number, part.level, block.kind, block.number, len(block.head), len(block.rows))
        for part in of.sections
        for block in part.blocks
    ]


def figures(of: Book, number: str) -> list[str]:
    """Return the figures of a clause, however a language groups their digits."""
    found = of.find(number)
    assert found is not None
    text = "".join(run.text for run in found[1].text if run.kind != "link")
    return sorted(re.sub(r"\D", "", figure) for figure in FIGURE.findall(text))


def course_of(of: Book) -> list[str]:
    """Return the figures of the edition's last table, row by row.

    It tells how games go."""
    table = [block for part in of.sections for block in part.blocks if block.kind == "table"][-1]
    cells = ("".join(run.text for run in cell) for row in table.rows for cell in row)
    return [".".join(re.findall(r"\d+", cell)) for cell in cells]


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != ENGLISH])
@pytest.mark.parametrize("game", registry.GAMES)
def test_a_translation_has_the_clauses_and_tables_of_the_rules(game: str, language: str) -> None:
    original, translated = book(game), book(game, language)
    if translated == original:
        lacks(game, f"its rules are not there in {language}")
    assert len(translated.lead) == len(original.lead)
    assert shape(translated) == shape(original)


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != ENGLISH])
@pytest.mark.parametrize("game", registry.GAMES)
def test_a_translation_names_the_figures_of_the_rules(game: str, language: str) -> None:
    original, translated = book(game), book(game, language)
    wrong = {
        number: (figures(original, number), figures(translated, number))
        for number in original.clauses
        if figures(original, number) != figures(translated, number)
    }
    assert wrong == {}


@pytest.mark.parametrize("game", registry.GAMES)
def test_rules_page_uses_language_of_device(web: Web, game: str) -> None:
    if book(game, "de") == book(game):
        lacks(game, "its rules are not there in German")
    page = web.client.get(f"/rules/{game}", headers={"accept-language": "de"}).text
    assert book(game, "de").sections[0].title in page
    assert book(game).sections[0].title not in page


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != ENGLISH])
def test_a_translation_tells_the_same_course_of_games(language: str) -> None:
    assert len(course_of(book("adel_verpflichtet"))) == 25
    assert course_of(book("adel_verpflichtet", language)) == course_of(book("adel_verpflichtet"))
