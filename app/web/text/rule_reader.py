"""Parser for rule books: the subset of Markdown that ``RULES.md`` uses.

A book is ``# title``, paragraphs, then sections (``## X4 The market``, ``### A table``). A section holds paragraphs,
clauses (``- **X4.1** text``) and tables. Text may contain ``**strong**``, ``*emphasis*``, and numbers of clauses and
sections, which become links. Anything else is an error. The library parses Markdown; the templates escape the text
for HTML."""

import re
from collections.abc import Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from app.web.text.rule_text import Block, Book, Run, RunKind, Section, Text

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
_HEADINGS = ("h1", "h2", "h3")
_NUMBERED = re.compile(r"([A-Z]\d+) (.+)")
_CLAUSE = re.compile(r"[A-Z]\d+\.\d+")
_NUMBER = re.compile(r"\b[A-Z]\d+(?:\.\d+)?\b")
_FOREIGN = re.compile(r"[`<>\[\]_*|]")


class BadBookError(ValueError):
    """Rule book of an unsupported shape."""


def read_book(source: str) -> Book:
    """Return the book in ``source``.

    Raises BadBookError naming the line or piece that cannot be parsed."""
    parts: list[tuple[int, str, list[Block]]] = []
    reader = _Reader(source)
    for node in SyntaxTreeNode(_MARKDOWN.parse(source)).children:
        if node.type == "heading":
            if node.tag not in _HEADINGS:
                raise BadBookError(f"a heading that is too small: {reader.quote_node(node)}")
            parts.append((_HEADINGS.index(node.tag) + 1, node.children[0].content, []))
        elif not parts:
            raise BadBookError(f"a book begins with its title, not with {reader.quote_node(node)}")
        else:
            parts[-1][2].extend(reader.blocks(node))
    if not parts or [level for level, _, _ in parts].count(1) != 1 or parts[0][0] != 1:
        raise BadBookError("a book begins with its only title")
    (_, title, lead), *rest = parts
    return Book(title, tuple(lead), tuple(_section(place, *part) for place, part in enumerate(rest, start=1)))


def _section(place: int, level: int, title: str, blocks: Sequence[Block]) -> Section:
    numbered = _NUMBERED.fullmatch(title)
    number = numbered[1] if numbered else ""
    return Section(number or f"s{place}", number, numbered[2] if numbered else title, level, tuple(blocks))


class _Reader:
    """Converter from the library's nodes to blocks."""

    def __init__(self, source: str) -> None:
        self._lines = source.splitlines()
        self._known = frozenset(re.findall(r"^(?:## |- \*\*)([A-Z]\d+(?:\.\d+)?)\b", source, re.MULTILINE))

    def quote_node(self, node: SyntaxTreeNode) -> str:
        """Quote the beginning of a node, for errors."""
        return repr(self._lines[node.map[0]][:60] if node.map else node.content[:60])

    def blocks(self, node: SyntaxTreeNode) -> Iterator[Block]:
        """Yield the paragraph, the table or the clauses of a list. Raises BadBookError."""
        if node.type == "paragraph":
            yield Block("paragraph", self._link_numbers(_runs(node.children[0])))
        elif node.type == "table":
            yield self._table(node)
        elif node.type == "bullet_list":
            yield from (self._clause(item) for item in node.children)
        else:
            raise BadBookError(f"neither a clause, a table nor a paragraph: {self.quote_node(node)}")

    def _clause(self, item: SyntaxTreeNode) -> Block:
        runs = _runs(item.children[0].children[0]) if [part.type for part in item.children] == ["paragraph"] else []
        if len(runs) < 2 or runs[0].kind != "strong" or not _CLAUSE.fullmatch(runs[0].text):
            raise BadBookError(f"neither a clause nor one alone: {self.quote_node(item)}")
        first = Run(runs[1].kind, runs[1].text.removeprefix(" "))
        return Block("clause", self._link_numbers([first, *runs[2:]]), number=runs[0].text)

    def _table(self, table: SyntaxTreeNode) -> Block:
        begin, end = table.map or (0, 0)
        # the library silently pads short rows and truncates long ones
        if len({line.count("|") for line in self._lines[begin:end]}) != 1:
            raise BadBookError(f"a table that is none: {self.quote_node(table)}")
        rows = [
            tuple(self._link_numbers(_runs(cell.children[0])) for cell in row.children)
            for part in table.children
            for row in part.children
        ]
        return Block("table", head=rows[0], rows=tuple(rows[1:]))

    def _link_numbers(self, runs: Sequence[Run]) -> Text:
        """Turn numbers of clauses and sections in plain text into links."""
        linked: list[Run] = []
        for run in runs:
            linked += self._links(run.text) if run.kind == "text" else [run]
        return tuple(linked)

    def _links(self, said: str) -> Iterator[Run]:
        at = 0
        for hit in _NUMBER.finditer(said):
            if hit[0] in self._known:
                yield from _plain(said[at : hit.start()])
                yield Run("link", hit[0])
                at = hit.end()
            elif "." in hit[0]:
                raise BadBookError(f"there is no clause {hit[0]}")
        yield from _plain(said[at:])


def _runs(inline: SyntaxTreeNode) -> list[Run]:
    """Return plain, strong and emphasised text. Raises BadBookError for anything else."""
    runs: list[Run] = []
    for node in inline.children:
        kind: RunKind = "strong" if node.type == "strong" else "em" if node.type == "em" else "text"
        said = "".join(_letters(part) for part in (node.children if kind != "text" else [node]))
        if kind == "text" and runs and runs[-1].kind == "text":
            said = runs.pop().text + said
        runs.append(Run(kind, said))
    # the library adds empty texts beside emphasis
    return [run for run in runs if run.text]


def _letters(node: SyntaxTreeNode) -> str:
    if node.type == "softbreak":
        return " "
    if node.type != "text" or _FOREIGN.search(node.content):
        raise BadBookError(f"a sign that is not read, in {node.content[:60] or node.type!r}")
    return str(node.content)


def _plain(said: str) -> list[Run]:
    return [Run("text", said)] if said else []
