"""Forbidden texts: package registries' hosts, raw HTML, inline script, loose ends.

Lines have a maximal width, too."""

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sources import ROOT, list_project_files, to_project_path

# The forbidden words are put together here, so that this file does not contain them itself.
DOT = "."
HOSTS = [
    DOT.join(words)
    for words in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("yarnpkg", "com"),
        ("deb", "debian", "org"),
        ("security", "debian", "org"),
        ("archive", "ubuntu", "com"),
        ("unpkg", "com"),
        ("jsdelivr", "net"),
        ("cdnjs", "cloudflare"),
    )
]
INDEX = [a + b for a, b in (("index", "-url"), ("index", "_url"), ("find", "-links"), ("trusted", "-host"))]
REGISTRY = re.compile("|".join([*map(re.escape, [*HOSTS, *INDEX]), "file:" + "//"]), re.IGNORECASE)

LOOSE_END = re.compile(r"\b(" + "|".join(a + b for a, b in (("TO", "DO"), ("FIX", "ME"), ("X", "XX"))) + r")\b")
IGNORED_TYPE = re.compile(r"#\s*type:\s*ignore")
WAIVER = re.compile(r"#\s*noqa\b", re.IGNORECASE)
WAIVER_WITH_REASON = re.compile(r"#\s*noqa:\s*[A-Z]+\d+(,\s*[A-Z]+\d+)*[:\s]\W*\w+", re.IGNORECASE)

WIDTH = 120

WIDE = {
    "locale/*/LC_MESSAGES/*.po": "the tools of translators write them, by a measure of their own",
    "tests/engine/playthroughs/*.txt": "recorded games, a seat a line",
    "tests/costs.json": "recorded, a test a line",
    "tests/engine/counts.json": "recorded, a game a line",
    "tests/journal/games/*.json": "recorded journals, an entry a line",
    "tests/journal/samples/*.json": "recorded journals, an entry a line",
}
"""Files that may be wider, with the reason."""

RAW_IN_PAGES = {
    "unescaped text": re.compile(r"\|\s*safe\b|\bautoescape\s+false\b"),
    "raw markup": re.compile(r"\bMarkup\("),
    "an inline style": re.compile(r"<style\b|\sstyle\s*=", re.IGNORECASE),
    "an inline script": re.compile(r"<script(?![^>]*\ssrc\s*=)[^>]*>|<script\b[^>]*>\s*[^<\s]", re.IGNORECASE),
    # SQL's two words of this shape are no events of a browser.
    "an inline handler": re.compile(r"\s(on(?!delete\b|update\b)[a-z]+)\s*=\s*[\"']", re.IGNORECASE),
}


def text_files() -> Iterator[tuple[Path, str]]:
    """Yield every tracked text file, with its text."""
    for path in list_project_files():
        raw = path.read_bytes()
        if b"\0" not in raw:
            yield path, raw.decode("utf-8")


def lines_with(pattern: re.Pattern[str], path: Path, text: str) -> list[str]:
    """Return file:line for every match; a match may span several lines."""
    return [
        f"{to_project_path(path)}:{text.count(chr(10), 0, hit.start()) + 1} {hit[0].strip()}"
        for hit in pattern.finditer(text)
    ]


def comments(source: str) -> Iterator[tuple[int, str]]:
    """Yield (line, comment) for each comment of a Python file; strings do not count."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def bad_comments(source: str) -> list[tuple[int, str]]:
    """Return the comments that switch off types, or another check without a reason."""
    return [
        (line, comment)
        for line, comment in comments(source)
        if IGNORED_TYPE.search(comment) or (WAIVER.search(comment) and not WAIVER_WITH_REASON.search(comment))
    ]


def too_wide(path: Path, text: str) -> list[str]:
    """Return file:line for every line that is too wide and could be split.

    A row of a Markdown table cannot, and neither can a single word, such as an address or the name of a test."""
    return [
        f"{to_project_path(path)}:{number}"
        for number, line in enumerate(text.splitlines(), start=1)
        if len(line) > WIDTH
        and " " in line.strip().removeprefix("- ")
        and not (path.suffix == ".md" and line.lstrip().startswith("|"))
    ]


def pages_and_server() -> Iterator[tuple[Path, str]]:
    """Yield the templates and the server's code: all sources of a page's bytes."""
    for path, text in text_files():
        top = path.relative_to(ROOT).parts[0]
        if top == "templates" or (top == "app" and path.suffix in (".py", ".html")):
            yield path, text


def test_no_file_names_a_package_registry_or_an_index() -> None:
    files = list(text_files())
    assert len(files) > 1
    assert [hit for path, text in files for hit in lines_with(REGISTRY, path, text)] == []


def test_no_file_leaves_a_loose_end() -> None:
    assert [hit for path, text in text_files() for hit in lines_with(LOOSE_END, path, text)] == []


def test_no_line_is_wider_than_the_code() -> None:
    wide = [
        place
        for path, text in text_files()
        if not any(path.relative_to(ROOT).match(pattern) for pattern in WIDE)
        for place in too_wide(path, text)
    ]
    assert wide == []


@pytest.mark.parametrize("pattern", WIDE)
def test_what_may_be_wide_is_there_and_is_wide(pattern: str) -> None:
    found = [(path, text) for path, text in text_files() if path.relative_to(ROOT).match(pattern)]
    assert any(too_wide(path, text) for path, text in found)


@pytest.mark.parametrize("what", RAW_IN_PAGES)
def test_no_page_contains(what: str) -> None:
    assert [hit for path, text in pages_and_server() for hit in lines_with(RAW_IN_PAGES[what], path, text)] == []


def test_checks_are_disabled_only_with_reasons_and_type_checks_never() -> None:
    wrong = [
        f"{to_project_path(path)}:{line} {comment}"
        for path, text in text_files()
        if path.suffix == ".py"
        for line, comment in bad_comments(text)
    ]
    assert wrong == []


@pytest.mark.parametrize("host", [*HOSTS, *INDEX])
def test_the_name_of_a_registry_is_found_in_an_address(host: str) -> None:
    assert REGISTRY.search(f"see https://files.{host.upper()}/simple")


@pytest.mark.parametrize(
    ("what", "page"),
    [
        ("unescaped text", "{{ name | safe }}"),
        ("unescaped text", "{% autoescape false %}"),
        ("raw markup", "return Markup(name)"),
        ("an inline style", '<p class="a" style="color: red">'),
        ("an inline style", "<style>"),
        ("an inline script", "<script>go()</script>"),
        ("an inline script", '<script type="module">go()</script>'),
        ("an inline script", '<script src="/a.js">go()</script>'),
        ("an inline handler", '<a onclick="go()">'),
    ],
)
def test_raw_html_is_recognised(what: str, page: str) -> None:
    assert RAW_IN_PAGES[what].search(page)


@pytest.mark.parametrize(
    "page",
    [
        '<script src="/static/room.js" defer></script>',
        '<a class="style" data-on="1">',
        '<link rel="stylesheet" href="a">',
    ],
)
def test_a_clean_page_is_not_accused(page: str) -> None:
    assert [what for what, pattern in RAW_IN_PAGES.items() if pattern.search(page)] == []


@pytest.mark.parametrize(
    ("line", "is_bad"),
    [
        ("x = 1  # noqa", True),
        ("x = 1  # noqa: S101", True),
        ("x = 1  # noqa: S101, PLR0913 -", True),
        ("x = 1  # noqa: S101 - the shim is ours", False),
        ("x = 1  # noqa: S101, PLR0913: the shim is ours", False),
        ("x = 1  # type: " + "ignore[attr-defined]  # because", True),
        ("x = '# noqa'", False),
        ("x = 1  # a reason", False),
    ],
)
def test_a_waiver_needs_a_reason(line: str, is_bad: bool) -> None:
    assert bool(bad_comments(line + "\n")) is is_bad


@pytest.mark.parametrize(
    ("name", "line", "is_wide"),
    [
        ("a.html", "<p>" + "x " * 56 + "x</p>", False),
        ("a.html", "<p>" + "x " * 56 + "xy</p>", True),
        ("a.md", "| a | " + "x" * WIDTH + " |", False),
        ("a.py", "| a | " + "x" * WIDTH + " |", True),
        ("a.md", "- test::" + "x" * WIDTH, False),
        ("a.md", "- test::" + "x" * WIDTH + " y", True),
    ],
)
def test_a_line_that_is_too_wide_is_found(name: str, line: str, is_wide: bool) -> None:
    assert bool(too_wide(ROOT / name, f"a\n{line}\n")) is is_wide
