"""The books of rules: one a game, ``RULES.md`` beside its engine; other languages have theirs under ``locale``."""

import functools

from app.paths import CATALOGUES, ROOT
from app.web.text.rule_reader import read_book
from app.web.text.rule_text import Book
from engine import registry

SOURCE = "en"
"""The language of ``RULES.md``."""


@functools.cache
def book(game: str, language: str = SOURCE) -> Book:
    """The rules of a game in that language; in English where they are not translated. Raises BadOptions for an unknown
    game, BadBook."""
    key = registry.find(game).key
    translated = CATALOGUES / language / f"{key}.md"
    path = translated if language != SOURCE and translated.is_file() else ROOT / "engine" / key / "RULES.md"
    return read_book(path.read_text(encoding="utf-8")) if path.is_file() else _unwritten(key)


def _unwritten(key: str) -> Book:
    """The book of a game whose rules stand nowhere yet: it can be played, and its clauses lead here."""
    return read_book(f"# {registry.find(key).title}\n\nNobody has written the rules of this game down yet.\n")


@functools.cache
def rules_path(number: str) -> str:
    """The page on which a clause stands: each game's clauses begin with a letter of their own. Raises ValueError."""
    for key in registry.GAMES:
        if number[:1] in {clause[0] for clause in book(key).clauses}:
            return f"/rules/{key}"
    unwritten = next((key for key in registry.GAMES if not book(key).clauses), None)
    if unwritten is None:
        raise ValueError(f"no game has a clause {number}")
    return f"/rules/{unwritten}"
