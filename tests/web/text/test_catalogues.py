"""Catalogues of all languages: complete, valid, compiled and up to date."""

import ast
import gettext
import io
import re
from collections import Counter
from functools import cache

import pytest
from babel.messages.catalog import Catalog, Message

from app.web.text.languages import ENGLISH, LANGUAGES, catalogue
from tools.catalogues import KEYWORDS, ROOT, compile_catalogue, format_catalogue, missing, path_of, read, template

FOREIGN = [language for language in LANGUAGES if language != ENGLISH]

PLACE = re.compile(r"%\([a-z_]+\)[sd]|\{[a-z]+\}")
MARKUP = re.compile(r'[<>&"]')
"""Markup, which no translation may add.

Pages and attributes include translations as they are."""


@cache
def texts() -> Catalog:
    """Return every text in the sources."""
    return template()


def messages(language: str) -> list[Message]:
    """Return a catalogue's texts with their translations."""
    return [message for message in read(language) if message.id]


def forms(of: object) -> tuple[str, ...]:
    """Return one string, or a singular with its plural."""
    return (of,) if isinstance(of, str) else tuple(of) if isinstance(of, list | tuple) else ()


def keys(of: Catalog) -> set[tuple[object, str | None]]:
    """Return every text of a catalogue with its context."""
    return {(message.id, message.context) for message in of if message.id}


@pytest.mark.parametrize("language", FOREIGN)
def test_a_catalogue_has_exactly_the_texts_of_the_sources(language: str) -> None:
    assert keys(read(language)) == keys(texts()), "run make messages, and translate what it names"


def test_no_translatable_text_is_inside_f_string() -> None:
    hidden = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path in sorted((ROOT / "app").rglob("*.py"))
        for text in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(text, ast.JoinedStr)
        for call in ast.walk(text)
        if isinstance(call, ast.Call) and ast.unparse(call.func).rpartition(".")[2] in KEYWORDS
    ]
    assert hidden == []


def test_formatted_untranslated_refusals_exist_only_for_messages_of_programs() -> None:
    made = Counter(
        path.relative_to(ROOT / "app").as_posix()
        for path in sorted((ROOT / "app").rglob("*.py"))
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "refuse"
        if any(isinstance(said, ast.JoinedStr) for said in call.args[1:])
    )
    assert made == {
        "rooms/model/refusals.py": 1,
        "rooms/player/decide.py": 1,
        "rooms/sealing/decide.py": 2,
        "rooms/votes.py": 1,
        "web/messages/parse.py": 3,
    }


@pytest.mark.parametrize("language", FOREIGN)
def test_no_text_is_left_in_english_and_none_is_doubtful(language: str) -> None:
    assert missing(read(language)) == []


@pytest.mark.parametrize("language", FOREIGN)
def test_what_is_read_at_run_time_is_the_compiled_catalogue(language: str) -> None:
    assert path_of(language).with_suffix(".mo").read_bytes() == compile_catalogue(read(language)), "run make messages"


@pytest.mark.parametrize("language", FOREIGN)
def test_a_catalogue_lies_there_as_it_is_written(language: str) -> None:
    assert path_of(language).read_text(encoding="utf-8") == format_catalogue(read(language)), "run make messages"


@pytest.mark.parametrize("language", FOREIGN)
def test_a_translation_fills_the_same_places(language: str) -> None:
    wrong = []
    for message in messages(language):
        original, translated = forms(message.id), forms(message.string)
        if not all(translated):
            continue  # another test names it
        wanted = {place for form in original for place in PLACE.findall(form)}
        # a singular may say "one" where the plural counts
        wrong += [form for form in translated if not set(PLACE.findall(form)) <= wanted]
        if set(PLACE.findall(translated[-1])) != set(PLACE.findall(original[-1])):
            wrong.append(translated[-1])
    assert wrong == []


@pytest.mark.parametrize("language", FOREIGN)
def test_a_translation_has_every_plural_form(language: str) -> None:
    count = read(language).num_plurals
    assert count == 2
    assert [m.id for m in messages(language) if not isinstance(m.id, str) and len(forms(m.string)) != count] == []


@pytest.mark.parametrize("language", FOREIGN)
def test_translation_keeps_outer_whitespace_of_text_and_has_no_markup(language: str) -> None:
    def drifts(original: str, translated: str) -> bool:
        edges = [
            (text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]) for text in (original, translated)
        ]
        return edges[0] != edges[1] or MARKUP.search(translated) is not None

    wrong = [
        form for message in messages(language) for form in forms(message.string) if drifts(forms(message.id)[-1], form)
    ]
    assert wrong == []


@pytest.mark.parametrize("language", FOREIGN)
def test_a_compiled_catalogue_counts_as_its_speakers_do(language: str) -> None:
    words = catalogue(language)
    one, two = "%(num)d gem", "%(num)d gems"
    assert isinstance(words, gettext.GNUTranslations)
    assert words.ngettext(one, two, 1) != words.ngettext(one, two, 2)
    # French uses the singular for zero: zéro pierre
    assert words.ngettext(one, two, 0) == words.ngettext(one, two, 1 if language == "fr" else 2)


def test_an_empty_plural_is_not_compiled() -> None:
    made = Catalog(locale="de", domain="signet")
    made.add(("one gem", "two gems"))
    made.add("a seal", "ein Siegel")
    words = gettext.GNUTranslations(io.BytesIO(compile_catalogue(made)))
    assert words.ngettext("one gem", "two gems", 2) == "two gems"
    assert words.gettext("a seal") == "ein Siegel"


def test_every_kind_of_text_is_found() -> None:
    found = {message.id for message in texts()}
    assert {
        "Settings",  # a template
        "Not allowed",  # a marked text in a table
        "That seat doesn't exist.",  # a refusal that says more than its code
        "You don't have a seat at this table.",  # the sentence of a code
        "Admiral with a Mended Nose",  # a component of a game
    } <= found
