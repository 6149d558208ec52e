"""Word that people need to open tables, and the link that carries it."""

import secrets
import unicodedata
from urllib.parse import quote

from pydantic import SecretStr

SHORTEST_WORD, LONGEST_WORD = 4, 64

WORD_FIELD = "word"
"""Name of the word in links, forms and messages."""


def fold_word(text: str) -> str:
    """Return the form in which words are compared.

    Case, width, spaces around and between, and invisible characters make no difference (Unicode's NFKC_Casefold)."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    seen = "".join(each for each in folded if unicodedata.category(each) != "Cf")
    return " ".join(seen.split())


def read_open_word(word: SecretStr | None, shortest: int = SHORTEST_WORD) -> SecretStr | None:
    """Read a word of at least so many characters; an empty one is None.

    Raises ValueError for one that is too short, too long or cannot be typed."""
    if word is None or not word.get_secret_value():
        return None
    folded = fold_word(word.get_secret_value())
    # it is a secret, so no refusal quotes it
    if not (shortest <= len(folded) <= LONGEST_WORD and folded.isprintable()):
        raise ValueError(f"use {shortest} to {LONGEST_WORD} characters that can be typed")
    return word


def make_word() -> SecretStr:
    """Return a new word that is easy to say and to type, such as ``mola-kiru-tepa``."""
    syllables = [f"{secrets.choice('bdfgklmnprstvz')}{secrets.choice('aeiou')}" for _ in range(6)]
    return SecretStr("-".join("".join(syllables[start : start + 2]) for start in (0, 2, 4)))


def make_word_link(base_url: str, word: SecretStr | None) -> str:
    """Return the home page's link, which fills in the word if there is one.

    The word stands in the fragment: browsers send it to no server, and the page removes it from the address."""
    return f"{base_url}/" + (f"#{WORD_FIELD}={quote(word.get_secret_value(), safe='')}" if word is not None else "")
