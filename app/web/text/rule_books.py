"""Rule books: ``RULES.md`` beside each game's engine; translations in ``locale``."""

import functools

from app.paths import CATALOGUES
from app.web.text.rule_reader import read_book
from app.web.text.rule_text import Book
from engine import registry

SOURCE = "en"
"""Language of ``RULES.md``."""


@functools.cache
def book(game: str, language: str = SOURCE) -> Book:
    """Return the rules of a game in that language, or in English without translation.

    Raises BadOptionsError for an unknown game, BadBookError."""
    key = registry.find(game).key
    translated = CATALOGUES / language / f"{key}.md"
    path = translated if language != SOURCE and translated.is_file() else registry.find(game).book
    return read_book(path.read_text(encoding="utf-8"))


@functools.cache
def rules_path(number: str) -> str:
    """Return the path of the page with a clause. Raises ValueError for no such clause.

    Each game's clauses begin with a letter of their own."""
    for key in registry.GAMES:
        if number[:1] in {clause[0] for clause in book(key).clauses}:
            return f"/rules/{key}"
    raise ValueError(f"no game has a clause {number}")
