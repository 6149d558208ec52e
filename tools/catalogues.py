"""Catalogues: collects all texts for players, updates and compiles each language.

Run as ``make messages``. It lists what is not translated yet, and then ends with 1."""

import io
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from app.paths import CATALOGUES
from app.web.text.languages import DOMAIN, ENGLISH, LANGUAGES
from tools.plain_texts import plain_texts

ROOT = Path(__file__).resolve().parents[1]
KEYWORDS = {**DEFAULT_KEYWORDS, "mark": None, "mark_plural": (1, 2), "refuse": (2,)}
"""Functions with translated texts: gettext's, markers in tables, and refusals."""

TEMPLATE_OPTIONS = {"trim_blocks": "true", "lstrip_blocks": "true", "silent": "false"}
DATED = re.compile(
    r'^"(Project-Id|Report-Msgid|POT-Creation|PO-Revision|Last-Translator|Language-Team|Generated).*\n', re.M
)
"""Header fields that would differ from run to run, or have no use."""

UNDATED = datetime(2000, 1, 1, tzinfo=UTC)

Found = tuple[str, str | tuple[str, ...], str | None]
"""Text with its file, its plural and its context."""


def extract_texts() -> Iterator[Found]:
    """Yield every text in the sources, in the order of the files."""
    for path in sorted((ROOT / "app").rglob("*.py")):
        yield from _extract_file(path, "python", {})
    for path in sorted((ROOT / "templates").rglob("*.html")):
        yield from _extract_file(path, "jinja2", TEMPLATE_OPTIONS)
    yield from plain_texts()


def template() -> Catalog:
    """Return all texts as an empty catalogue."""
    made = Catalog(domain=DOMAIN)
    for place, text, context in extract_texts():
        made.add(text, locations=[(place, 0)], context=context)
    return made


def path_of(language: str) -> Path:
    """Return the path of a language's catalogue."""
    return CATALOGUES / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(language: str) -> Catalog:
    """Return the catalogue of a language; an empty one for a new language."""
    path = path_of(language)
    if not path.exists():
        about = f"# Signet in {LANGUAGES[language]}."
        return Catalog(locale=language, domain=DOMAIN, header_comment=about, fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def update_catalogue(catalogue: Catalog, texts: Catalog) -> Catalog:
    """Return the catalogue with exactly these texts.

    Obsolete translations stand at its end, and are used again if the text comes back."""
    for message in list(catalogue.obsolete.values()):
        catalogue[message.id] = message
    catalogue.obsolete.clear()
    catalogue.update(texts, no_fuzzy_matching=True, update_header_comment=False)
    return catalogue


def compile_catalogue(catalogue: Catalog) -> bytes:
    """Return the catalogue in gettext's binary format."""
    for message in list(catalogue):
        # an empty plural would be shown as it is
        if message.id and (message.fuzzy or not all(_strings(message.string))):
            catalogue.delete(message.id, message.context)
    catalogue.creation_date = catalogue.revision_date = UNDATED
    file = io.BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def format_catalogue(catalogue: Catalog) -> str:
    """Return the catalogue as a text for translators."""
    file = io.BytesIO()
    write_po(file, catalogue, width=120, include_lineno=False)
    return DATED.sub("", file.getvalue().decode())


def missing(catalogue: Catalog) -> list[str]:
    """Return the texts without a translation or with a fuzzy one."""
    texts = [message for message in catalogue if message.id]
    return [str(message.id) for message in texts if message.fuzzy or not all(_strings(message.string))]


def _strings(string: object) -> tuple[str, ...]:
    return (string,) if isinstance(string, str) else tuple(string) if isinstance(string, list | tuple) else ("",)


def _extract_file(path: Path, method: str, options: dict[str, str]) -> Iterator[Found]:
    with path.open("rb") as file:
        for _, text, _, context in extract(method, file, KEYWORDS, options=options):
            yield str(path.relative_to(ROOT)), text, context


def main() -> int:
    """Update and compile all catalogues."""
    texts, lacks = template(), 0
    for language, own_name in LANGUAGES.items():
        if language == ENGLISH:
            continue
        path = path_of(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        catalogue = update_catalogue(read(language), texts)
        path.write_text(format_catalogue(catalogue), encoding="utf-8")
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language, domain=DOMAIN)
        without = missing(catalogue)
        path.with_suffix(".mo").write_bytes(compile_catalogue(catalogue))
        lacks += len(without)
        print(f"{own_name}: {len(texts)} texts, {len(without)} to translate")
        for text in without[:20]:
            print(f"    {text}")
    return 1 if lacks else 0


if __name__ == "__main__":
    sys.exit(main())
