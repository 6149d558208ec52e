"""The books of rules: one a game, ``RULES.md`` beside its engine; other languages have theirs under ``locale``."""

import functools

from app.paths import CATALOGUES
from app.web.text.rule_reader import read_book
from app.web.text.rule_text import Book
from engine import registry

SOURCE = "en"
"""The language of ``RULES.md``."""


@functools.cache
def book(game: str, language: str = SOURCE) -> Book:
    """The rules of a game in that language; in English where they are not translated. Raises BadOptionsError for an
    unknown game, BadBookError."""
    key = registry.find(game).key
    translated = CATALOGUES / language / f"{key}.md"
    path = translated if language != SOURCE and translated.is_file() else registry.find(game).book
    return read_book(path.read_text(encoding="utf-8"))


@functools.cache
def rules_path(number: str) -> str:
    """The page on which a clause stands: each game's clauses begin with a letter of their own. Raises ValueError."""
    for key in registry.GAMES:
        if number[:1] in {clause[0] for clause in book(key).clauses}:
            return f"/rules/{key}"
    raise ValueError(f"no game has a clause {number}")
