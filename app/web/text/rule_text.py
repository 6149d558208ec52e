"""Reads a book of rules: the few shapes that ``RULES.md`` uses, and an error for anything else.

A book is ``# title``, paragraphs, then sections (``## A4 Auction house``, ``### A table``); a section holds paragraphs,
clauses (``- **A4.1** text``) and tables. Within a text: ``**strong**``, ``*emphasis*``, and numbers of clauses and
sections, which become links."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

RunKind = Literal["text", "strong", "em", "link"]
BlockKind = Literal["paragraph", "clause", "table"]

_HEADING = re.compile(r"(#{1,3}) (\S.*)")
_NUMBERED = re.compile(r"([A-Z]\d+) (.+)")
_CLAUSE = re.compile(r"- \*\*([A-Z]\d+\.\d+)\*\* (.+)", re.DOTALL)
_RULER = re.compile(r"\|(-+\|)+")
_PIECES = re.compile(r"\*\*(?P<strong>[^*]+)\*\*|\*(?P<em>[^*]+)\*|(?P<link>\b[A-Z]\d+(?:\.\d+)?\b)")
_FOREIGN = re.compile(r"[`<>\[\]_*]")


class BadBook(ValueError):
    """A book of rules has a shape that is not read."""


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of text; a link's text is the number it leads to."""

    kind: RunKind
    text: str


Text = tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, a clause or a table."""

    kind: BlockKind
    text: Text = ()
    number: str = ""
    """A clause's."""
    head: tuple[Text, ...] = ()
    rows: tuple[tuple[Text, ...], ...] = ()

    @property
    def apart(self) -> "tuple[Block, ...]":
        """The tables that lie side by side in one whose heads come again and again; else this one alone. On a narrow
        page they lie one below the other."""
        width = next(each for each in range(1, len(self.head) + 1) if self.head[each:] == self.head[:-each])
        parts = range(0, len(self.head), width)
        return tuple(
            Block("table", head=self.head[at : at + width], rows=tuple(row[at : at + width] for row in self.rows))
            for at in parts
        )


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands under it."""

    anchor: str
    """Its number, or its place in the book (``s1``) where it has none: the same in every language."""
    number: str
    title: str
    level: int
    """2, or 3 for a part of the section before."""
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """The rules of one game in one language."""

    title: str
    lead: tuple[Block, ...]
    sections: tuple[Section, ...]

    @property
    def clauses(self) -> tuple[str, ...]:
        """The numbers of all clauses, in their order."""
        return tuple(block.number for part in self.sections for block in part.blocks if block.kind == "clause")

    def find(self, number: str) -> tuple[Section, Block] | None:
        """The clause of that number and the section it stands in."""
        for part in self.sections:
            for block in part.blocks:
                if block.kind == "clause" and block.number == number:
                    return part, block
        return None


def read_book(source: str) -> Book:
    """The book in ``source``. Raises BadBook naming the line or piece that is not understood."""
    parts: list[tuple[int, str, list[str]]] = []
    for piece in _pieces(source):
        heading = _HEADING.fullmatch(piece)
        if heading:
            parts.append((len(heading[1]), heading[2], []))
        elif not parts:
            raise BadBook(f"a book begins with its title, not with {piece[:40]!r}")
        else:
            parts[-1][2].append(piece)
    if not parts or [level for level, _, _ in parts].count(1) != 1 or parts[0][0] != 1:
        raise BadBook("a book begins with its only title")
    known = frozenset(re.findall(r"^(?:## |- \*\*)([A-Z]\d+(?:\.\d+)?)\b", source, re.MULTILINE))
    (_, title, lead), *rest = parts
    sections = tuple(_section(place, *part, known) for place, part in enumerate(rest, start=1))
    return Book(title, tuple(_block(piece, known) for piece in lead), sections)


def _pieces(source: str) -> Iterator[str]:
    """Headings, clauses, paragraphs and tables, each with its line ends: what an empty line, or a clause's dash,
    parts."""
    open_lines: list[str] = []
    for line in [*source.splitlines(), ""]:
        begins = not line.strip() or line.startswith(("#", "- "))
        if begins and open_lines:
            yield "\n".join(open_lines)
            open_lines = []
        if line.startswith("#"):
            yield line
        elif line.strip():
            open_lines.append(line)


def _section(place: int, level: int, title: str, pieces: list[str], known: frozenset[str]) -> Section:
    numbered = _NUMBERED.fullmatch(title)
    number = numbered[1] if numbered else ""
    blocks = tuple(_block(piece, known) for piece in pieces)
    return Section(number or f"s{place}", number, numbered[2] if numbered else title, level, blocks)


def _block(piece: str, known: frozenset[str]) -> Block:
    clause = _CLAUSE.fullmatch(piece)
    if clause:
        return Block("clause", _text(clause[2], known), number=clause[1])
    if piece.startswith("|"):
        return _table(piece.splitlines(), known)
    if piece.startswith("- ") or re.search(r"^\s*(\||\d+\. )", piece, re.MULTILINE):
        raise BadBook(f"neither a clause, a table nor a paragraph: {piece[:60]!r}")
    return Block("paragraph", _text(piece, known))


def _table(lines: list[str], known: frozenset[str]) -> Block:
    rows = [tuple(cell.strip() for cell in line.strip().strip("|").split("|")) for line in lines]
    if len(lines) < 3 or not _RULER.fullmatch(lines[1]) or len({len(row) for row in rows}) != 1:
        raise BadBook(f"a table that is none: {lines[0][:60]!r}")
    head, _, *body = [tuple(_text(cell, known) for cell in row) for row in rows]
    return Block("table", head=head, rows=tuple(body))


def _text(said: str, known: frozenset[str]) -> Text:
    # not split(): French parts figures and signs by spaces that do not break, and those stay
    said = re.sub(r"[ \t\n]+", " ", said).strip(" ")
    runs: list[Run] = []
    at = 0
    for hit in _PIECES.finditer(said):
        kind: RunKind = "link" if hit["link"] else "strong" if hit["strong"] else "em"
        if kind == "link" and hit["link"] not in known:
            if "." in hit["link"]:
                raise BadBook(f"there is no clause {hit['link']}")
            continue
        runs += [*_plain(said[at : hit.start()]), Run(kind, hit[kind])]
        at = hit.end()
    return (*runs, *_plain(said[at:]))


def _plain(said: str) -> list[Run]:
    foreign = _FOREIGN.search(said)
    if foreign:
        raise BadBook(f"a sign that is not read, {foreign[0]!r}, in {said[:60]!r}")
    return [Run("text", said)] if said else []
