"""Documents: all links and file names lead somewhere, and the README is short."""

import re
from functools import cache
from pathlib import Path

import pytest

from tests.known import SHIPPED
from tests.sources import ROOT, list_project_files, to_project_path

README = ROOT / "README.md"
PAGES = (README, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md")
DOCUMENTS = (
    *PAGES,
    *(path for path in list_project_files() if path.suffix == ".md" and path.is_relative_to(ROOT / "docs")),
)

LINES, COLUMNS = 80, 120
PICTURE_BYTES = 150_000

LINK = re.compile(r"!?\[(?:[^\]`]|`[^`]*`)*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#{1,6} +(.+?) *$", re.MULTILINE)
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
NAMED = re.compile(r"`((?:app|engine|tests|tools|docs|static|templates|locale|migrations|deploy)/[\w./-]*)`")


def anchor(heading: str) -> str:
    """Return a heading's anchor, the part of an address behind ``#``."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@cache
def anchors(document: Path) -> frozenset[str]:
    """Return the anchors of all headings of a document."""
    return frozenset(map(anchor, HEADING.findall(FENCED.sub("", document.read_text(encoding="utf-8")))))


def astray(document: Path, text: str) -> list[str]:
    """Return the broken relative links of a text; other hosts are not checked."""
    wrong = []
    for link in LINK.findall(text):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, part = link.partition("#")
        to = (document.parent / name).resolve() if name else document
        if not to.exists() or (part and part not in anchors(to)):
            wrong.append(link)
    return wrong


def not_there(text: str) -> list[str]:
    """Return the files and folders of ours that a text names and that do not exist."""
    return [name for name in NAMED.findall(text) if not (ROOT / name).exists()]


@pytest.mark.parametrize("document", DOCUMENTS, ids=to_project_path)
def test_documents_have_working_links_and_name_existing_files(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    assert astray(document, text) == []
    assert not_there(text) == []


def test_there_are_links_and_names_to_hold_the_documents_to() -> None:
    texts = [document.read_text(encoding="utf-8") for document in DOCUMENTS]
    assert sum(len(LINK.findall(text)) for text in texts) > 100
    assert sum(len(NAMED.findall(text)) for text in texts) > 100


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("[a](docs/recipes.md)", []),
        ("[a](docs/recipes.md#a-game)", []),
        ("[a](docs/no.md)", ["docs/no.md"]),
        ("[a\nb](docs/recipes.md#a-goose)", ["docs/recipes.md#a-goose"]),
        ("![a](docs/img/no.webp)", ["docs/img/no.webp"]),
        ("[a](#share)", []),
        ("[a](#shares)", ["#shares"]),
        ("[a](https://example.org/no)", []),
    ],
)
def test_a_link_that_leads_nowhere_is_found(text: str, wrong: list[str]) -> None:
    assert astray(README, text) == wrong


def test_a_file_that_is_named_and_not_there_is_found() -> None:
    assert not_there("`app/rooms/no.py`, `app/rooms/`, `app/rooms/<subject>/`, `text/html`") == ["app/rooms/no.py"]


def test_readme_is_short_and_pictures_a_table_of_each_game() -> None:
    lines = README.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= LINES
    assert [line for line in lines if len(line) > COLUMNS] == []
    shown_there = [README.parent / name for name in LINK.findall("\n".join(lines)) if name.endswith(".webp")]
    folder = ROOT / "docs" / "img"
    assert sorted(shown_there) == sorted(folder.iterdir())
    assert {path.stem.replace("-", "_") for path in shown_there} == {*SHIPPED}
    for picture in shown_there:
        written = picture.read_bytes()
        assert written.startswith(b"RIFF")
        assert len(written) < PICTURE_BYTES
