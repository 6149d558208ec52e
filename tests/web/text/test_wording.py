"""Wording that a rule can check: whole sentences, one word for one thing.

It also checks for words that were given up, and for the spaces of French typesetting."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from app.web.text.languages import ENGLISH, LANGUAGES
from tests.sources import ROOT
from tests.web.text.test_catalogues import forms
from tools.catalogues import extract_texts, path_of, read

FOREIGN = [language for language in LANGUAGES if language != ENGLISH]

NAMED = "edition.json"
"""File with the names of things, which are no sentences."""

GIVEN_UP = re.compile(
    r"\b(everybody|anybody|somebody|shelf|farther|anew|negotiat\w+|laps(e|es|ed)|majority|unseen|"
    r"grace pause|open memory|no film)\b|\.\.\.",
    re.IGNORECASE,
)
"""Words that players once met and stumbled over.

``docs/architecture.md`` lists the words that replace them."""

SENTENCE = re.compile(r"[.!?]$")
BEGUN = re.compile(r"^[¡¿“„«»\"'’(–\s]*(?:[^\W\d_]|\d|%\(|\{)")
AFTER_STOP = re.compile(r"[.!?…]\s+(?P<next>\S)")
PLACE = re.compile(r"%\(\w+\)[sd]|\{\w+\}")
ADDRESS = re.compile(r"\w+://")

UNSPACED = re.compile(
    r"(?<![\s\u00a0\u202f])[;!?»](?!\w)|(?<![\s\u00a0\u202f])(?<!\d):(?=\s|$)|«(?![\u00a0\u202f])|[ ](?=[;:!?»])"
)
"""French mark without the non-breaking space before it, or after an opening quote."""

TERMS = re.compile(r"^# Terms: (?P<terms>.+)$", re.MULTILINE)
NEVER = re.compile(r"^# Never: (?P<words>.+)$", re.MULTILINE)

WORD = re.compile(r"[^\W\d_]{2,}")


@cache
def english() -> tuple[tuple[str, str], ...]:
    """Return every English text but names of things, with its file."""
    return tuple(
        (place, text)
        for place, said, _context in extract_texts()
        if not place.endswith(NAMED)
        for text in ((said,) if isinstance(said, str) else said)
    )


def iter_translations(language: str) -> Iterator[tuple[str, str]]:
    """Yield every text that is no name of a thing, with its translation.

    Each plural form comes separately."""
    for message in read(language):
        if not message.id or all(place.endswith(NAMED) for place, _line in message.locations):
            continue
        source = message.id if isinstance(message.id, str) else message.id[-1]
        for form in forms(message.string):
            yield source, form


def head(language: str) -> str:
    """Return the comment at the start of a catalogue."""
    return path_of(language).read_text(encoding="utf-8").partition("msgid")[0]


def sentences_without_capital(text: str) -> list[str]:
    """Return the sentences within the text that begin with a small letter.

    A placeholder at the start may hold a name."""
    bare = PLACE.sub("X", text)
    first = (
        [bare[:12]]
        if SENTENCE.search(bare) and BEGUN.match(bare) and bare.lstrip("„“«\u00a0\u202f\"'’ ")[:1].islower()
        else []
    )
    return first + [hit[0] for hit in AFTER_STOP.finditer(bare) if hit["next"].islower()]


def terms(language: str) -> list[tuple[str, str]]:
    """Return a catalogue's glossary: English words, and those of the language."""
    pairs = [pair for line in TERMS.findall(head(language)) for pair in line.split("; ")]
    return [(one, other) for one, _equals, other in (pair.partition(" = ") for pair in pairs)]


def test_no_text_holds_a_word_that_was_given_up() -> None:
    assert [(place, text) for place, text in english() if GIVEN_UP.search(PLACE.sub("X", text))] == []


def test_every_sentence_begins_with_a_capital() -> None:
    assert [(place, text) for place, text in english() if sentences_without_capital(text)] == []


@pytest.mark.parametrize("language", FOREIGN)
def test_every_sentence_of_a_translation_begins_with_a_capital(language: str) -> None:
    assert [text for _source, text in iter_translations(language) if sentences_without_capital(text)] == []


@pytest.mark.parametrize("language", FOREIGN)
def test_a_sentence_stays_a_sentence(language: str) -> None:
    drifted = [
        (source, text)
        for source, text in iter_translations(language)
        if bool(SENTENCE.search(source)) != bool(SENTENCE.search(text))
    ]
    assert drifted == []


def test_french_signs_stand_behind_spaces_that_do_not_break() -> None:
    books = [
        (path.name, line) for path in (ROOT / "locale" / "fr").glob("*.md") for line in path.read_text().splitlines()
    ]
    texts = [*iter_translations("fr"), *books]
    assert [text for _source, text in texts if UNSPACED.search(ADDRESS.sub("", PLACE.sub("X", text)))] == []


@pytest.mark.parametrize("language", FOREIGN)
def test_no_sentence_is_left_in_english(language: str) -> None:
    same = [text for source, text in iter_translations(language) if text == source]
    assert [text for text in same if len(WORD.findall(PLACE.sub("", text))) > 2] == []


@pytest.mark.parametrize("language", FOREIGN)
def test_one_word_stands_for_one_thing(language: str) -> None:
    ours = terms(language)
    assert len(ours) >= 30
    assert [word for word, times in Counter(one for one, _other in ours).items() if times > 1] == []
    assert [word for word, times in Counter(other for _one, other in ours).items() if times > 1] == []
    assert {one for one, _other in ours} == {one for one, _other in terms(FOREIGN[0])}


@pytest.mark.parametrize("language", FOREIGN)
def test_no_translation_holds_a_word_its_speakers_gave_up(language: str) -> None:
    never = [word for line in NEVER.findall(head(language)) for word in line.split("; ")]
    assert never
    pattern = re.compile(r"\b(?:" + "|".join(map(re.escape, never)) + r")\b")
    assert [text for _source, text in iter_translations(language) if pattern.search(text)] == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("All is well. now go.", True),
        ("all is well.", True),
        ("All is well. Now go.", False),
        ("%(who)s wins. %(other)s loses.", False),
        ("all is well", False),
    ],
)
def test_a_small_letter_is_found(text: str, wrong: bool) -> None:
    assert bool(sentences_without_capital(text)) is wrong


@pytest.mark.parametrize("text", ["Qui ?", "Vraiment!", "« Oui »", "À toi: joue"])
def test_a_breaking_space_is_found(text: str) -> None:
    assert UNSPACED.search(text)
    assert not UNSPACED.search("Qui\u202f? «\u00a0Oui\u00a0»\u00a0: 12:30")
