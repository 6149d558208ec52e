"""Punctuation between two texts: colons and quotes stand in messages.

So each language can use its own."""

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from jinja2 import nodes

from app.paths import STATIC, TEMPLATES
from app.web.html.environment import environment
from tests.sources import ROOT
from tests.web.untranslated import WORDS
from tools.catalogues import KEYWORDS

JOINS = re.compile(r":(?=\s|$)|[«»„“”‹›]")
"""Colon at a word's end or before the next, and quotes of all languages."""

READ_OUT = frozenset({"aria-label", "aria-description", "title", "placeholder", "alt"})

IN_SCRIPTS = re.compile(r"""\}: (?:\$\{|["'`])|`: \$\{|[+(,]\s*["'`]: |[«»„“”‹›]""")
"""Colon between two values, in a template string or in joined strings."""

IN_CODE = re.compile(r"^: |[«»„“”‹›]")
"""Colon or quotes between two values of an f-string."""


class Texts(HTMLParser):
    """Parser that collects a page's texts, and attributes that are read out."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self._is_code = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect the attributes that are read out."""
        self._is_code = tag in ("style", "script")
        self.found += [value for name, value in attrs if name in READ_OUT and value]

    def handle_endtag(self, tag: str) -> None:
        """Leave the element."""
        self._is_code = False

    def handle_data(self, data: str) -> None:
        """Collect a text."""
        if not self._is_code:
            self.found.append(data)


def iter_strings(node: nodes.Node) -> Iterator[str]:
    """Yield the strings of a template's expressions, but no messages."""
    if isinstance(node, nodes.Call) and isinstance(node.node, nodes.Name) and node.node.name in KEYWORDS:
        for each in node.kwargs:
            yield from iter_strings(each)
        return
    if isinstance(node, nodes.Const) and isinstance(node.value, str):
        yield node.value
    for child in node.iter_child_nodes():
        yield from iter_strings(child)


def find_joined_in_template(source: str) -> list[str]:
    """Return a template's own texts that join two others.

    Each expression stands as a letter."""
    made = environment(WORDS)
    shown = {"variable_begin": "x"}
    text = "".join(value if kind == "data" else shown.get(kind, "") for _, kind, value in made.lex(source))
    strings = iter_strings(made.parse(source))
    return [each.strip() for each in (*Texts(text).found, *strings) if JOINS.search(each)]


def find_joined_in_module(source: str) -> list[str]:
    """Return a module's texts that are joined around a colon or in quotes.

    Texts of raised errors are left out, because they are for programmers."""
    tree = ast.parse(source)
    apart = {id(each) for node in ast.walk(tree) if isinstance(node, ast.Raise) for each in ast.walk(node)}
    return [
        ast.unparse(node)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr) and id(node) not in apart
        if any(isinstance(part, ast.Constant) and IN_CODE.search(str(part.value)) for part in node.values[1:])
    ]


@pytest.mark.parametrize(
    "template", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: str(path.relative_to(TEMPLATES))
)
def test_a_template_joins_texts_in_messages_alone(template: Path) -> None:
    assert find_joined_in_template(template.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "script", sorted((STATIC / "js").rglob("*.js")), ids=lambda path: str(path.relative_to(STATIC))
)
def test_a_script_joins_no_texts_itself(script: Path) -> None:
    lines = [line for line in script.read_text(encoding="utf-8").splitlines() if not line.strip().startswith("//")]
    assert [line.strip() for line in lines if IN_SCRIPTS.search(line)] == []


def test_code_for_players_joins_texts_in_messages_alone() -> None:
    found = {
        str(path.relative_to(ROOT)): find_joined_in_module(path.read_text(encoding="utf-8"))
        for folder in ("app/web", "app/notifications/texts.py", "app/rooms")
        for path in sorted((ROOT / folder).rglob("*.py") if (ROOT / folder).is_dir() else [ROOT / folder])
    }
    assert {path: texts for path, texts in found.items() if texts} == {}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("{{ name }}: {{ text }}", ["x: x"]),
        ("<b>{{ name }}</b><span>: {{ text }}</span>", [": x"]),
        ("<i aria-label='{{ name }}: {{ text }}'></i>", ["x: x"]),
        ("{{ name ~ ': ' ~ text }}", [":"]),
        ("<q>«{{ text }}»</q>", ["«x»"]),
        ("{{ _('%(title)s: %(value)s', title=name, value=text) }}", []),
        ("{{ _('%(title)s: %(value)s', title=name ~ ': ', value=text) }}", [":"]),
        ("<i style='width: 5px' data-now='closed:1'>{{ text }}</i>", []),
    ],
)
def test_a_joint_in_a_template_is_found(source: str, found: list[str]) -> None:
    assert find_joined_in_template(source) == found


@pytest.mark.parametrize(
    ("line", "is_found"),
    [
        ("say(`${name}: ${text}`)", True),
        ('say(name + ": " + text)', True),
        ('said = { "turn": "on", other: 1 }', False),
        ("const time = `${minutes}:${seconds}`", False),
    ],
)
def test_a_joint_in_a_script_is_found(line: str, is_found: bool) -> None:
    assert (IN_SCRIPTS.search(line) is not None) == is_found
